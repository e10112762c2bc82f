// Parts of the public interface that need no types of the server's packages, because users may not have those packages.

/** A request in the log. It never contains a credential, because its path has no query. */
export interface LoggedRequest {
  readonly method: string
  readonly path: string
  /** Absent if the connection broke before a response. */
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

/** Thrown if a server is started and one of its packages is not installed. */
export class MissingPackages extends Error {
  override readonly name = 'MissingPackages'
}
