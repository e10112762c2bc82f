import type { Endpoint } from '../conformance/model/vocabulary.ts'
import type { Differences } from './faults/differences.ts'
import type { Fault } from './faults/fault.ts'
import type { PictureUrls } from './images/urls.ts'
import type { Limits } from './limits.ts'
import type { LoggedRequest } from './logged-request.ts'
import type { ModelName } from './model-names.ts'
import type { FormReader } from './read/form.ts'
import type { Tokens } from './tokens.ts'

/** What outlives a request. */
export interface ServerState {
  readonly tokens: Tokens
  readonly pictures: PictureUrls
  /** The faults this server was started with. */
  readonly faults: readonly Fault[]
  /** What is counted of faults that are tried together. */
  readonly differences?: Differences
  readonly forms: FormReader
  readonly limits: Limits
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** How many requests each endpoint has had. */
  readonly counts: Map<Endpoint, number>
  /** How many each is said to have had before the first one. */
  readonly requestsBefore: number
  /** What clients call the models. */
  readonly modelNames: readonly ModelName[]
  /** An origin whose pages may read the answers. */
  readonly cors?: string
  readonly onRequest?: (request: LoggedRequest) => void
}
