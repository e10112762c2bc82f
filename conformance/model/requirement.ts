import type { Facet } from './exchange.ts'
import type { Finding } from './finding.ts'
import type { Observation } from './observation.ts'
import type { Stray } from './stray.ts'
import type { Capability, Dimension, Endpoint, Level } from './vocabulary.ts'

/** What every requirement says about itself; one sentence of the document with its check. */
export interface Sentence<Id extends string = string> {
  /** Permanent: area, dot, the thing that is right. */
  readonly id: Id
  /** The section of the document, for example `2.9`. */
  readonly section: string
  readonly endpoint: Endpoint
  /** Other operations whose exchanges it speaks about too. */
  readonly alsoOn?: readonly Endpoint[]
  readonly dimension: Dimension
  readonly level: Level
  /** The reading it leans on, for example `M8`. */
  readonly reading?: string
  /** It speaks only once a target shows what nobody can provoke; unexercised it does not make a run inconclusive. */
  readonly conditional?: true
  /** The ability without which it does not speak; outside the denominator where the vendor declares it absent. */
  readonly capability?: Capability
  /** One indicative sentence: what a conforming target does. */
  readonly statement: string
  /** What must have been captured. */
  readonly needs: readonly Facet[]
}

/** Speaks about one exchange at a time. */
export interface ExchangeRequirement<Id extends string = string> extends Sentence<Id> {
  readonly kind: 'exchange'
  /** When the sentence speaks; where left out, it does when the schema of the reply or of an event speaks of it. */
  readonly appliesTo?: (seen: Observation) => boolean
  /** Whether it holds: yields every violation, none when it holds. Total: any bytes in, findings out. */
  readonly check: (seen: Observation) => Iterable<Finding>
  /**
   * It speaks about refusals: where it holds, that counts only if the request's good twin was accepted
   * (readings.md G9). Its violations count in any case.
   */
  readonly boundToTwin?: true
}

/** Whether the sentence speaks about an exchange of one of its operations. */
export function appliesTo({ id, appliesTo: own }: ExchangeRequirement, seen: Observation): boolean {
  return own === undefined ? seen.spoken.has(id) : own(seen)
}

/** What a transcript requirement keeps of one exchange. */
export interface Collected<Fact> {
  readonly exchange: string
  readonly fact: Fact
}

/**
 * Speaks about all exchanges of a run together. Keeps of each only the fact it collects, so a run's memory is bounded.
 * Written as methods, so that one of any `Fact` is a Requirement: it is only ever handed what it collected itself.
 */
export interface TranscriptRequirement<Id extends string = string, Fact = unknown> extends Sentence<Id> {
  readonly kind: 'transcript'
  /** The fact to keep, `undefined` where the sentence does not speak about this exchange. Small: no bodies. */
  collect(seen: Observation): Fact | undefined
  /** Yields the violations, each with the exchange that shows it. What was collected comes in order of exchange. */
  check(collected: readonly Collected<Fact>[]): Iterable<Finding & { readonly exchange: string }>
  /** The fact to keep of an exchange that no operation knows; left out by sentences that say nothing of such. */
  collectStray?(stray: Stray): Fact | undefined
  /** Whether what was collected is enough for the sentence to have been put to the test; by default anything is. */
  isExercised?(collected: readonly Collected<Fact>[]): boolean
  /** The exchanges among what was collected that the verdict rests on; by default all. */
  restsOn?(collected: readonly Collected<Fact>[]): ReadonlySet<string>
  /** Why the sentence was not put to the test, where what was collected tells; begins with `not exercised:`. */
  whyUntested?(collected: readonly Collected<Fact>[]): string | undefined
}

/**
 * "A request that makes use of this is accepted" (readings.md G2). The judge decides: a schema's `x-accepts`
 * names this id, or, with `plain`, the request makes use of nothing.
 */
export interface AcceptanceRequirement<Id extends string = string> extends Sentence<Id> {
  readonly kind: 'acceptance'
  /** What the request must be for the sentence to speak. */
  readonly speaksOf: 'plain' | 'use' | 'combination'
  /** Acceptance requirements this one's use cannot do without, beside those at enclosing pointers. */
  readonly dependsOn?: readonly string[]
}

/**
 * "A request that breaks this is refused" (readings.md G9, G10). The judge decides: a schema's `x-requirement`
 * names this id as the only sentence that the request breaks, and its good twin was accepted.
 */
export interface RefusalRequirement<Id extends string = string> extends Sentence<Id> {
  readonly kind: 'refusal'
  /** Whether a target may also break the connection off, as for an upload beyond its limit. */
  readonly mayBeCutOff?: boolean
}

export type Requirement<Id extends string = string> =
  | ExchangeRequirement<Id>
  | TranscriptRequirement<Id>
  | AcceptanceRequirement<Id>
  | RefusalRequirement<Id>
