/** What the server reads of one request before it answers 413. */
export interface Limits {
  readonly jsonBytes: number
  readonly formBytes: number
}
