import type { Area, Endpoint } from '../../conformance/model/vocabulary.ts'
import type { Validation } from '../../schemas/index.ts'

/** A conforming gateway with unusual habits. */
export interface Variant {
  readonly id: string
  /** Its habit, as the end of "a gateway that …". */
  readonly name: string
  /** The interpretations, or the section of the specification, that permit it. */
  readonly permittedBy: string
  readonly areas: readonly Area[]
  /** Answers instead of the reference server. */
  readonly instead?: (request: VariantRequest) => VariantReply | undefined
  /** Changes to each reply, in order. */
  readonly quirks?: readonly Quirk[]
  /** Closes every connection after its reply. */
  readonly hangsUp?: true
  /** Requirements of level `implied` that it breaks, each with the reason why a warning is right. */
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
   * The number of different requests, including this one; 0 for a repeated request. Random problems do not occur twice
   * for the same request.
   */
  readonly firstTime: number
}

/** The status of an answer that is never sent, because the connection breaks. */
export const connectionLost = 0

/** A reply that is not yet written. */
export interface VariantReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  /** The body in chunks; if absent, it is sent at once with its length. */
  readonly chunks?: readonly Uint8Array[]
  /** The connection breaks after the last chunk. */
  readonly breaksOff?: true
}
