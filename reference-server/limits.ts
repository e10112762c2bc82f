/** The size of requests above which the server answers 413. */
export interface Limits {
  readonly jsonBytes: number
  readonly formBytes: number
}
