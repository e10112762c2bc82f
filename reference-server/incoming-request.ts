import type { RequestValue } from '../conformance/core/model/operation.ts'
import type { Endpoint } from '../conformance/core/model/vocabulary.ts'
import type { Validation } from '../schemas/index.ts'
import type { Token } from './tokens.ts'

/** A request that was read. Handlers get it after authentication and validation. */
export interface IncomingRequest {
  readonly endpoint: Endpoint
  /** The value that the request schemas describe. The body is absent if there is none or if it cannot be read. */
  readonly value: RequestValue
  /** The model name that the client sent, if `value` has a label in its place. */
  readonly modelName?: string
  /** The reason why the body cannot be read. */
  readonly unreadable: string | undefined
  /** The violations of the request schema, enforced or not. */
  readonly validation: Validation
  readonly presented: Presented
  /** The spelling of the request, where standards leave a choice. A conforming server does not depend on it. */
  readonly spelling: RequestSpelling
  /** Returns whether the client accepts a response in this content coding. */
  readonly acceptsCoding: (coding: string) => boolean
  /** The connection; absent in requests that tests construct. */
  readonly connection?: ConnectionState
  /** The token that is charged; absent for a missing or wrong credential, which only a fault accepts. */
  readonly token: Token | undefined
  /** Returns the server's own address as the client wrote it, without a trailing slash. */
  readonly base: () => string
  /** The number of requests to this endpoint, including this one. */
  readonly ordinal: number
  /** Milliseconds since 1970 on the server's clock. */
  readonly now: number
}

/** The position of a request on its connection, and the answered request before it. */
export interface ConnectionState {
  /** The position, counted from 1. */
  readonly place: number
  /** True if an earlier request on the connection had a known key. */
  readonly isKnown?: true
  readonly previous?: {
    readonly endpoint: Endpoint
    readonly isRejected: boolean
    readonly hasCredential: boolean
  }
}

/** A request as it was written, for differences that do not change its meaning. */
export interface RequestSpelling {
  readonly query: string
  /** Names in their original spelling, and values. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** The text of a JSON body; empty if there is none. */
  readonly json: string
}

/** The credential of a request. */
export type Presented =
  | { readonly kind: 'none' }
  /** An Authorization header with another scheme than Bearer, and no other credential. */
  | { readonly kind: 'other-scheme' }
  | { readonly kind: 'key'; readonly key: string; readonly place: CredentialPlace }

/** The places of a key in a request. */
export type CredentialPlace = 'bearer' | 'x-api-key' | 'x-goog-api-key' | 'query-key'
