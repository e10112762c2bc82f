// Parts of the published interface that need no types of the server's packages, which users may not have.

/** One request in the log. It never contains a credential: the query is left out of the path. */
export interface LoggedRequest {
  readonly method: string
  readonly path: string
  /** Absent if the server or the client broke off before. */
  readonly status?: number
  readonly milliseconds: number
  /** The message of an error body. */
  readonly message?: string
  /** The ids of the faults that changed the response. */
  readonly faults: readonly string[]
}

/** The size of requests above which the server answers 413. */
export interface SizeLimits {
  readonly jsonBytes: number
  readonly formBytes: number
}

/** Thrown if a server should start and one of its packages is not installed. */
export class MissingPackages extends Error {
  override readonly name = 'MissingPackages'
}
