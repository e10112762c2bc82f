import type { Endpoint } from '../conformance/core/model/vocabulary.ts'
import type { ByteBudget } from '../conformance/core/server/body.ts'
import type { Alterations } from './alterations.ts'
import type { Differences } from './faults/differences.ts'
import type { Fault } from './faults/fault.ts'
import type { PictureUrls } from './images/urls.ts'
import type { ModelName } from './model-names.ts'
import type { LoggedRequest, SizeLimits } from './published.ts'
import type { FormReader } from './read/form.ts'
import type { Tokens } from './tokens.ts'

/** The state of a server between requests. */
export interface ServerState {
  readonly tokens: Tokens
  readonly pictures: PictureUrls
  readonly faults: readonly Fault[]
  /** The faults and the alterations of a variant, in order. */
  readonly alterations: readonly Alterations[]
  /** The counts for faults that are tested together. */
  readonly differences?: Differences
  readonly forms: FormReader
  /** The bytes of request bodies under way. */
  readonly bodies: ByteBudget
  readonly limits: SizeLimits
  /** Returns milliseconds since 1970. */
  readonly now: () => number
  /** The number of requests to each endpoint. */
  readonly counts: Map<Endpoint, number>
  /** The number of requests that each endpoint starts with. */
  readonly requestsBefore: number
  /** The clients' names of the models. */
  readonly modelNames: readonly ModelName[]
  /** An origin whose pages may read the responses. */
  readonly cors?: string
  readonly onRequest?: (request: LoggedRequest) => void
  readonly onFault?: (error: unknown) => void
}
