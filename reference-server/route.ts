import type { RequestValue } from '../conformance/core/model/operation.ts'
import type { Area, Endpoint } from '../conformance/core/model/vocabulary.ts'
import type { Violation } from '../schemas/index.ts'
import type { CredentialPlace, IncomingRequest } from './incoming-request.ts'
import type { ModelLabel } from './model-names.ts'
import type { Reply } from './reply.ts'
import type { ServerState } from './state.ts'

/** Answers a request after authentication and validation. */
export type Handler = (request: IncomingRequest, state: ServerState) => Reply | Promise<Reply>

/** A method and a path of section 4, with the server's behaviour. */
export interface Route {
  readonly area: Area
  readonly method: 'GET' | 'POST'
  /** A path in the syntax of @koa/router; its parameters become `value.path`. */
  readonly path: string
  /** Another path that common clients use. */
  readonly otherPath?: string
  readonly body: 'none' | 'json' | 'multipart'
  /** The place of the key (section 5), followed by the other places that common clients use. */
  readonly credentials: readonly CredentialPlace[]
  /** The schema of its requests. */
  readonly schema?: string
  /** The headers that the schema describes, each with its possible names. */
  readonly headers?: Readonly<Record<string, readonly string[]>>
  /** Converts a JSON body to the spelling of the schema. */
  readonly spell?: (body: unknown) => unknown
  readonly endpoint: (value: RequestValue) => Endpoint
  /** The models of the area, which clients may call by other names. */
  readonly models?: readonly ModelLabel[]
  /** Returns the model of the request, for tokens that are limited to some. */
  readonly model?: (value: RequestValue) => string | undefined
  /** Rejects invalid requests. The default is the area's `invalid`. */
  readonly reject?: (violations: readonly Violation[], request: IncomingRequest) => Reply
  readonly handle: Handler
}
