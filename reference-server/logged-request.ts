/** One request that the server had, for people. It never holds a credential: a query is left out of the path. */
export interface LoggedRequest {
  readonly method: string
  readonly path: string
  /** Absent where the server or the client broke off before. */
  readonly status?: number
  readonly milliseconds: number
  /** What an error body says. */
  readonly message?: string
}
