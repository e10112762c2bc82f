import type { Area, Endpoint } from '../../conformance/model/vocabulary.ts'
import type { Validation } from '../../schemas/index.ts'

/** A gateway that conforms to the specification and looks like no other. */
export interface Variant {
  readonly id: string
  /** What is odd about it, as the end of "a gateway that …". */
  readonly name: string
  /** The interpretations, or the section of the specification, that permit it. */
  readonly permittedBy: string
  readonly areas: readonly Area[]
  /** Answers in the reference server's stead. */
  readonly instead?: (request: VariantRequest) => Answer | undefined
  /** What becomes of each reply, in order. */
  readonly quirks?: readonly Quirk[]
  /** Closes every connection after its reply. */
  readonly hangsUp?: true
  /** Requirements of level `implied` that it breaks, each with the reason why that is rightly a warning. */
  readonly warns?: Readonly<Record<string, string>>
}

/** One way to alter a reply. */
export type Quirk = (answer: Answer, request: VariantRequest) => Answer

/** A request, as the variant gets it. */
export interface VariantRequest {
  readonly method: string
  readonly path: string
  readonly endpoint: Endpoint | undefined
  /** What its schema says about it. */
  readonly validation: Validation
  /** The JSON body of the request, if it has one. */
  readonly json: unknown
  /** How many requests the variant has had, this one included. */
  readonly ordinal: number
  /**
   * How many requests of other bytes it has had, this one included; 0 for one that it has had before. Trouble that comes
   * by chance does not come back to the same request.
   */
  readonly firstTime: number
}

/** The status of an answer that never comes: the connection breaks. */
export const connectionLost = 0

/** A reply, not yet written. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  /** The body cut into chunks; without them it goes out at once, with its length. */
  readonly chunks?: readonly Uint8Array[]
  /** The connection breaks after the last chunk. */
  readonly breaksOff?: true
}
