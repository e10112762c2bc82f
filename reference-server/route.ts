import type { RequestValue } from '../conformance/model/operation.ts'
import type { Area, Endpoint } from '../conformance/model/vocabulary.ts'
import type { Violation } from '../schemas/index.ts'
import type { CredentialPlace, IncomingRequest } from './incoming-request.ts'
import type { ModelLabel } from './model-names.ts'
import type { Reply } from './reply.ts'
import type { ServerState } from './state.ts'

/** Answers a request that was read, let in, and found to break nothing. */
export type Handler = (request: IncomingRequest, state: ServerState) => Reply | Promise<Reply>

/** One method and path of section 4, and what the server does with requests for it. */
export interface Route {
  readonly area: Area
  readonly method: 'GET' | 'POST'
  /** A path as @koa/router reads it; what it names becomes `value.path`. */
  readonly path: string
  /** Another path at which clients in the field look for it. */
  readonly otherPath?: string
  readonly body: 'none' | 'json' | 'multipart'
  /** Where the key travels (section 5), then where clients in the field put it too. */
  readonly credentials: readonly CredentialPlace[]
  /** The schema that speaks about its requests. */
  readonly schema?: string
  /** The headers the schema speaks about, each with the names it may come under. */
  readonly headers?: Readonly<Record<string, readonly string[]>>
  /** Brings a JSON body into the spelling the schema uses. */
  readonly spell?: (body: unknown) => unknown
  readonly endpoint: (value: RequestValue) => Endpoint
  /** The models of the area: clients may call them by other names. */
  readonly models?: readonly ModelLabel[]
  /** The model the request names, for tokens that may use only some. */
  readonly model?: (value: RequestValue) => string | undefined
  /** Rejects what breaks the schema or cannot be read. Left out: the area's `invalid`. */
  readonly reject?: (violations: readonly Violation[], request: IncomingRequest) => Reply
  readonly handle: Handler
}
