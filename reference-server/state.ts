import type { Endpoint } from '../conformance/model/vocabulary.ts'
import type { Fault } from './faults/fault.ts'
import type { PictureUrls } from './images/urls.ts'
import type { FormReader } from './read/form.ts'
import type { Tokens } from './tokens.ts'

/** What outlives a request. */
export interface ServerState {
  readonly tokens: Tokens
  readonly pictures: PictureUrls
  /** The faults this server was started with. */
  readonly faults: readonly Fault[]
  readonly forms: FormReader
  readonly limits: Limits
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** How many requests each endpoint has had. */
  readonly counts: Map<Endpoint, number>
}

/** What the server reads of one request before it answers 413. */
export interface Limits {
  readonly jsonBytes: number
  readonly formBytes: number
}
