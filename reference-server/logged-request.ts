/** One request in the log. It never contains a credential: the query is left out of the path. */
export interface LoggedRequest {
  readonly method: string
  readonly path: string
  /** Absent if the server or the client broke off before. */
  readonly status?: number
  readonly milliseconds: number
  /** The message of an error body. */
  readonly message?: string
}
