import type { RequestValue } from '../conformance/model/operation.ts'
import type { Validation } from '../conformance/model/validation.ts'
import type { Endpoint } from '../conformance/model/vocabulary.ts'
import type { Token } from './tokens.ts'

/** One request, read. Handlers get it once it is let in and found to break nothing. */
export interface Ask {
  readonly endpoint: Endpoint
  /** What the request schemas speak about. The body is absent where there is none or it cannot be read. */
  readonly value: RequestValue
  /** Why the body cannot be read. */
  readonly unreadable: string | undefined
  /** What the request schema says about `value`, enforced or not. */
  readonly validation: Validation
  readonly presented: Presented
  /** The token that pays; absent for a credential that is missing or wrong, which only a fault lets in. */
  readonly token: Token | undefined
  /** This server's own address as the client wrote it, without a slash at the end. */
  readonly base: () => string
  /** How many requests this endpoint has had, this one included. */
  readonly ordinal: number
  /** Milliseconds since 1970 on the server's clock. */
  readonly now: number
}

/** What a request presents as its credential. */
export type Presented =
  | { readonly kind: 'none' }
  /** An Authorization header with another scheme than Bearer, and no other credential. */
  | { readonly kind: 'other-scheme' }
  | { readonly kind: 'key'; readonly key: string }
