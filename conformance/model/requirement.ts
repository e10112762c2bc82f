import type { Facet } from './exchange.ts'
import type { Finding } from './finding.ts'
import type { Observation } from './observation.ts'
import type { UnmatchedExchange } from './unmatched-exchange.ts'
import type { Capability, Dimension, Endpoint, Level } from './vocabulary.ts'

/** One sentence of the specification and where it applies. All kinds of requirements have this. */
export interface Sentence<Id extends string = string> {
  /** Permanent: area, dot, the thing that is right. */
  readonly id: Id
  /** The section of the specification, for example `2.9`. */
  readonly section: string
  readonly endpoint: Endpoint
  /** Other operations to which it applies. */
  readonly alsoOn?: readonly Endpoint[]
  readonly dimension: Dimension
  readonly level: Level
  /** The interpretation on which it is based, for example `M8`. */
  readonly interpretation?: string
  /**
   * It applies only to behaviour that no request can trigger; if it was not tested, the run is not inconclusive for
   * that.
   */
  readonly conditional?: true
  /** The capability that it needs; excluded if the vendor declares the capability absent. */
  readonly capability?: Capability
  /**
   * If it fails, valid keys are rejected: results that are undecided because of a 401, 402 or 403 are blocked by it.
   */
  readonly explainsDenials?: true
  /**
   * It is about how requests that break this requirement are rejected, and about nothing else that this suite sends.
   */
  readonly ofRejections?: string
  /** It is in a section about rejections, but about responses with a 2xx. */
  readonly isOfReplies?: true
  /** For a requirement about a single number, boolean or free text: its place in the schemas. */
  readonly leafPlaces?: readonly string[]
  /** The place of a request member whose effect on the response it is about, below the body: `toolConfig`. */
  readonly effectOf?: string
  /** One sentence in the indicative: what a conforming target does. */
  readonly statement: string
  /** The facets that must have been captured. */
  readonly needs: readonly Facet[]
}

/** The operations to which a requirement applies. It has a separate verdict on each. */
export function operationsOf({ endpoint, alsoOn = [] }: Pick<Sentence, 'endpoint' | 'alsoOn'>): readonly Endpoint[] {
  return [endpoint, ...alsoOn]
}

/** A key for a requirement on an operation, for sets and maps: `messages.stream-order@messages.stream`. */
export function resultKey(id: string, operation: Endpoint): string {
  return `${id}@${operation}`
}

/** Judges one exchange at a time. */
export interface ExchangeRequirement<Id extends string = string> extends Sentence<Id> {
  readonly kind: 'exchange'
  /** When the requirement applies. By default: when the schema of the response or of an event names it. */
  readonly appliesTo?: (seen: Observation) => boolean
  /** Yields every violation, and nothing if there is none. Must not throw, whatever the bytes. */
  readonly check: (seen: Observation) => Iterable<Finding>
  /**
   * It is about rejections: a rejection, right or wrong, counts only if the control request was accepted
   * (interpretation G9). That an invalid request was accepted always counts.
   */
  readonly needsControlRequest?: true
  /**
   * It is about the end of a response: a response that is cut on every attempt is a violation, if other requests of
   * the area get complete responses (interpretation S7).
   */
  readonly wantsTheEnd?: true
}

/** Returns whether the requirement applies to an exchange of one of its operations. */
export function appliesTo({ id, appliesTo: own }: ExchangeRequirement, seen: Observation): boolean {
  return own === undefined ? seen.spoken.has(id) : own(seen)
}

/** The fact that a transcript requirement keeps of one exchange. */
export interface Collected<Fact> {
  readonly exchange: string
  readonly fact: Fact
}

/**
 * Judges all exchanges of a run together. Keeps only the fact that it collects from each, so memory is bounded.
 * Its members are methods, so that one with any `Fact` is a Requirement: it only gets what it collected itself.
 */
export interface TranscriptRequirement<Id extends string = string, Fact = unknown> extends Sentence<Id> {
  readonly kind: 'transcript'
  /**
   * Set if exchanges of several operations are compared, such as for ids that are unique over a run. Each
   * finding still belongs to the operation of its exchange. By default each operation is judged alone.
   */
  readonly acrossOperations?: true
  /** Set if it is also judged by replies to another request. Nothing else is (interpretation G17). */
  readonly alsoRepliesToAnother?: true
  /** The fact to keep, `undefined` if the requirement does not apply to this exchange. Must be small: no bodies. */
  collect(seen: Observation): Fact | undefined
  /** Yields the violations, each with its exchange. `collected` is in the order of exchanges. */
  check(collected: readonly Collected<Fact>[]): Iterable<Finding & { readonly exchange: string }>
  /** The fact to keep of an unmatched exchange; absent if the requirement is not about such exchanges. */
  collectUnmatched?(unmatched: UnmatchedExchange): Fact | undefined
  /** Returns whether the collected facts suffice to count as tested; by default one fact does. */
  isExercised?(collected: readonly Collected<Fact>[]): boolean
  /** The exchanges on which the verdict is based; by default all collected ones. */
  restsOn?(collected: readonly Collected<Fact>[]): ReadonlySet<string>
  /** Why it was not tested, if the collected facts show it; begins with `not tested:`. */
  whyUntested?(collected: readonly Collected<Fact>[]): string | undefined
}

/**
 * "A request that uses this feature is accepted" (interpretation G2). The judge decides, where `x-feature` of a schema
 * names this id, or, with `plain`, where the request uses no feature.
 */
export interface AcceptanceRequirement<Id extends string = string> extends Sentence<Id> {
  readonly kind: 'acceptance'
  /** The kind of request to which it applies. */
  readonly speaksOf: 'plain' | 'use' | 'combination' | 'spelling'
  /** Acceptance requirements of features that this feature needs, besides those at enclosing pointers. */
  readonly dependsOn?: readonly string[]
  /** The same feature in its other spelling. A rejection is blamed on a spelling only if the other one was accepted. */
  readonly otherSpelling?: string
}

/**
 * "A request that violates this rule is rejected" (interpretations G9, G10). The judge decides, where `x-requirement` of a
 * schema names this id as the only rule that the request violates, and the control request was accepted.
 */
export interface RejectionRequirement<Id extends string = string> extends Sentence<Id> {
  readonly kind: 'rejection'
  /** True if a target may also close the connection, as for an upload above its limit. */
  readonly mayBeCutOff?: boolean
}

export type Requirement<Id extends string = string> =
  | ExchangeRequirement<Id>
  | TranscriptRequirement<Id>
  | AcceptanceRequirement<Id>
  | RejectionRequirement<Id>
