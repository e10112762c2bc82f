import type { Area, Endpoint } from '../../conformance/model/vocabulary.ts'
import type { Validation } from '../../schemas/index.ts'

/** A conforming gateway with unusual habits. */
export interface Variant {
  readonly id: string
  /** The habit, as the end of the sentence "a gateway that …". */
  readonly name: string
  /** The interpretations, or the section of the specification, that permit it. */
  readonly permittedBy: string
  readonly areas: readonly Area[]
  /** Returns a reply to send instead of that of the reference server, or undefined. */
  readonly instead?: (request: VariantRequest) => VariantReply | undefined
  /** Changes to each reply, in order. */
  readonly quirks?: readonly Quirk[]
  /** Closes every connection after its reply. */
  readonly hangsUp?: true
  /** The requirements of level `implied` that it fails, each with the reason why a warning is correct. */
  readonly warns?: Readonly<Record<string, string>>
}

/** A change of a reply. */
export type Quirk = (answer: VariantReply, request: VariantRequest) => VariantReply

/** A request as the variant receives it. */
export interface VariantRequest {
  readonly method: string
  readonly path: string
  readonly endpoint: Endpoint | undefined
  /** The result of validating it. */
  readonly validation: Validation
  /** The JSON body of the request, if it has one. */
  readonly json: unknown
  /** The number of requests to the variant, including this one. */
  readonly ordinal: number
  /**
   * The number of different requests, including this one; 0 for a repeated request. Random problems never occur twice
   * for the same request.
   */
  readonly firstTime: number
}

/** The status of a reply that is never sent, because the connection breaks. */
export const connectionLost = 0

/** A reply that is not yet written. */
export interface VariantReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  /** The body in chunks. If absent, the body is sent at once with its length. */
  readonly chunks?: readonly Uint8Array[]
  /** True if the connection breaks after the last chunk. */
  readonly breaksOff?: true
}
