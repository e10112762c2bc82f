import type { RequestValue } from '../conformance/model/operation.ts'
import type { Endpoint } from '../conformance/model/vocabulary.ts'
import type { Validation } from '../schemas/index.ts'
import type { Token } from './tokens.ts'

/** One request, read. Handlers get it once it is let in and found to break nothing. */
export interface IncomingRequest {
  readonly endpoint: Endpoint
  /** What the request schemas speak about. The body is absent where there is none or it cannot be read. */
  readonly value: RequestValue
  /** The name of the model that the client gave, where `value` has the label that it stands for. */
  readonly modelName?: string
  /** Why the body cannot be read. */
  readonly unreadable: string | undefined
  /** What the request schema says about `value`, enforced or not. */
  readonly validation: Validation
  readonly presented: Presented
  /** How it was written, where the standards leave a choice: no conforming server looks at that. */
  readonly spelling: Spelling
  /** The connection it came on; absent in requests that tests make up. */
  readonly connection?: Connection
  /** The token that pays; absent for a credential that is missing or wrong, which only a fault lets in. */
  readonly token: Token | undefined
  /** This server's own address as the client wrote it, without a slash at the end. */
  readonly base: () => string
  /** How many requests this endpoint has had, this one included. */
  readonly ordinal: number
  /** Milliseconds since 1970 on the server's clock. */
  readonly now: number
}

/** The place of a request on its connection, and the answered request before it. */
export interface Connection {
  /** Counted from 1. */
  readonly place: number
  /** Whether a request with a known key came on it before. */
  readonly isKnown?: true
  readonly previous?: {
    readonly endpoint: Endpoint
    readonly isRejected: boolean
    readonly hasCredential: boolean
  }
}

/** A request as it came: what means the same in another spelling. */
export interface Spelling {
  readonly query: string
  /** Names as they were written, and values. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** The text of a JSON body; empty where there is none. */
  readonly json: string
}

/** What a request presents as its credential. */
export type Presented =
  | { readonly kind: 'none' }
  /** An Authorization header with another scheme than Bearer, and no other credential. */
  | { readonly kind: 'other-scheme' }
  | { readonly kind: 'key'; readonly key: string; readonly place: CredentialPlace }

/** Where a client may put its key. */
export type CredentialPlace = 'bearer' | 'x-api-key' | 'x-goog-api-key' | 'query-key'
