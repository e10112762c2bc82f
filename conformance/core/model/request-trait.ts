import type { RecordedRequest } from './exchange.ts'
import type { RequestValue } from './operation.ts'
import type { Endpoint } from './vocabulary.ts'
import type { Why } from './why.ts'

/** The kinds of traits, in the order of reports. */
export const traitKinds = [
  'values and shapes',
  'sizes',
  'long replies',
  'at the same time',
  'own replies sent back',
  'invalid values',
  'shown by replies',
  'token counts',
  'transport',
] as const

export type TraitKind = (typeof traitKinds)[number]

/** A request of a plan, as traits see it. */
export interface TraitRequest {
  readonly operation: Endpoint
  readonly value: RequestValue
  readonly request: RecordedRequest
  readonly why: Why
  /** True if its client goes away in the middle of the response. */
  readonly goesAway: boolean
}

/** Something that the requests of clients have and the shortest valid request has not, such as 40 turns. */
export interface RequestTrait {
  readonly kind: TraitKind
  /** A few words, unique within its kind and operations. */
  readonly name: string
  /** The operations whose requests can have it. */
  readonly on: readonly Endpoint[]
  readonly has: (request: TraitRequest) => boolean
}
