import type { Detail, Facet } from './exchange.ts'
import type { Finding } from './finding.ts'
import type { Observation } from './observation.ts'
import type { UnmatchedExchange } from './unmatched-exchange.ts'
import type { Capability, Dimension, Endpoint, Level } from './vocabulary.ts'

/** A sentence of the specification and where it applies. Every kind of requirement has these members. */
export interface Sentence<Id extends string = string> {
  /** Permanent: the area, a dot, and the correct behavior. */
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
   * Set if it applies only to behaviour that no request can trigger. If it is not tested, the run is not inconclusive.
   */
  readonly conditional?: true
  /** The capability that it needs. It is excluded if the vendor declares that absent. */
  readonly capability?: Capability
  /**
   * Set if its failure means that valid keys are rejected. It then blocks results that are undecided because of a 401,
   * 402 or 403.
   */
  readonly explainsDenials?: true
  /** The rejection requirement whose rejections it is about. It applies to nothing else that this suite sends. */
  readonly ofRejections?: string
  /** Set if it is in a section about rejections, but about 2xx responses. */
  readonly isOfReplies?: true
  /** For a requirement about a single number, boolean or free text: its place in the schemas. */
  readonly leafPlaces?: readonly string[]
  /**
   * The acceptance requirements of the features without which no request shows it; absent if replies to plain requests
   * do. Those of another operation do not count.
   */
  readonly shownWith?: readonly string[]
  /**
   * The requirement that a reply must satisfy before this one applies to it. Any valid request shows this one, if its
   * reply does.
   */
  readonly presupposes?: string
  /** Set if it is about what happens behind the gateway. It then judges only exchanges of the experiment (ADR 26). */
  readonly behind?: true
  /** The place of the request member whose effect on the response it is about, below the body: `toolConfig`. */
  readonly effectOf?: string
  /**
   * The edition that the run is judged by, if the requirement is not in it. It is then only observed, and changes no
   * verdict.
   */
  readonly notInEdition?: string
  /** One sentence in the indicative: what a conforming target does. */
  readonly statement: string
  /** The plugin that added it, for the message if its check throws: `the plugin acme.mjs`. */
  readonly addedBy?: string
  /** The facets and details that must have been captured. */
  readonly needs: readonly (Facet | Detail)[]
}

/** Returns the operations to which a requirement applies. It has a separate verdict on each. */
export function operationsOf({ endpoint, alsoOn = [] }: Pick<Sentence, 'endpoint' | 'alsoOn'>): readonly Endpoint[] {
  return [endpoint, ...alsoOn]
}

/** Returns a key for a requirement on an operation, for sets and maps: `messages.stream-order@messages.stream`. */
export function resultKey(id: string, operation: Endpoint): string {
  return `${id}@${operation}`
}

/** Returns the id of the requirement in a key. */
export function requirementOf(key: string): string {
  return key.slice(0, key.lastIndexOf('@'))
}

/** A requirement that judges one exchange at a time. */
export interface ExchangeRequirement<Id extends string = string> extends Sentence<Id> {
  readonly kind: 'exchange'
  /**
   * Returns whether the requirement applies. By default it applies if the schema of the response or of an event names
   * it.
   */
  readonly appliesTo?: (seen: Observation) => boolean
  /** Yields every violation, and nothing if there is none. Must not throw, whatever the bytes. */
  readonly check: (seen: Observation) => Iterable<Finding>
  /**
   * Set if it is about rejections: a rejection, correct or not, counts only if the control request was accepted
   * (interpretation G9). The acceptance of an invalid request always counts.
   */
  readonly needsControlRequest?: true
  /**
   * Set if it is about the end of a response. A response that is cut off on every attempt is then a violation, if other
   * requests of the area get complete responses (interpretation S7).
   */
  readonly wantsTheEnd?: true
}

/** Returns whether the requirement applies to an exchange of one of its operations. */
export function appliesTo({ id, appliesTo: own }: ExchangeRequirement, seen: Observation): boolean {
  return own === undefined ? seen.spoken.has(id) : own(seen)
}

/** The facts about a run that its exchanges do not show. Reasons state them, and no verdict depends on them. */
export interface RunFacts {
  /** The origins of the target's base URLs. */
  readonly ownOrigins: ReadonlySet<string>
  /** True for traffic of others, in which the suite fetched nothing. */
  readonly isRecorded: boolean
  /** True if a part of the plan was not sent, for example because the user interrupted the run. */
  readonly isCutShort: boolean
}

/** A fact that a transcript requirement keeps of one exchange. */
export interface Collected<Fact> {
  readonly exchange: string
  readonly fact: Fact
}

/**
 * A requirement that judges all exchanges of a run together. Keeps only the fact that it collects from each, so memory
 * is bounded. Its members are methods, so that a requirement with any `Fact` is a `Requirement`: it only receives its
 * own facts.
 */
export interface TranscriptRequirement<Id extends string = string, Fact = unknown> extends Sentence<Id> {
  readonly kind: 'transcript'
  /**
   * Set if exchanges of several operations are compared, such as for ids that are unique over a run. Each
   * finding still belongs to the operation of its exchange. By default each operation is judged alone.
   */
  readonly acrossOperations?: true
  /** Set if it is also judged on replies to another request. No other requirement is (interpretation G17). */
  readonly alsoRepliesToAnother?: true
  /**
   * Returns the fact to keep; `undefined` if the requirement does not apply to this exchange. Must be small, without
   * bodies.
   */
  collect(seen: Observation): Fact | undefined
  /** Yields the violations, each with its exchange. `collected` is in the order of exchanges. */
  check(collected: readonly Collected<Fact>[]): Iterable<Finding & { readonly exchange: string }>
  /** Returns the fact to keep of an unmatched exchange; absent if the requirement is not about such exchanges. */
  collectUnmatched?(unmatched: UnmatchedExchange): Fact | undefined
  /** Returns whether the collected facts suffice to count as tested; by default one fact does. */
  isExercised?(collected: readonly Collected<Fact>[]): boolean
  /** Returns the exchanges on which the verdict is based; by default all collected ones. */
  restsOn?(collected: readonly Collected<Fact>[]): ReadonlySet<string>
  /**
   * Returns why it was not tested, if the collected facts show it; begins with `not tested:`. `run` is absent while the
   * run goes on.
   */
  whyUntested?(collected: readonly Collected<Fact>[], run?: RunFacts): string | undefined
}

/**
 * "A request that uses this feature is accepted" (interpretation G2). The judge decides, where `x-feature` of a schema
 * names this id, or, with `plain`, where the request uses no feature.
 */
export interface AcceptanceRequirement<Id extends string = string> extends Sentence<Id> {
  readonly kind: 'acceptance'
  /** The kind of request to which it applies. */
  readonly speaksOf: 'plain' | 'use' | 'combination' | 'spelling'
  /** Acceptance requirements of features that this feature needs, in addition to those at enclosing pointers. */
  readonly dependsOn?: readonly string[]
  /** The same feature in its other spelling. A rejection is blamed on a spelling only if the other one was accepted. */
  readonly otherSpelling?: string
}

/**
 * "A request that violates this rule is rejected" (interpretations G9, G10). The judge decides, where `x-requirement`
 * of a schema names this id as the only rule that the request violates, and the control request was accepted.
 */
export interface RejectionRequirement<Id extends string = string> extends Sentence<Id> {
  readonly kind: 'rejection'
  /** True if a target may also close the connection, as for an upload above its limit. */
  readonly mayBeCutOff?: boolean
  /** The reason why gateways accept such requests nevertheless, and since when. Findings state it. */
  readonly contested?: string
}

export type Requirement<Id extends string = string> =
  | ExchangeRequirement<Id>
  | TranscriptRequirement<Id>
  | AcceptanceRequirement<Id>
  | RejectionRequirement<Id>

/** Returns whether only a request of its own decides the requirement, and no reply to another one. */
export function isOfRequests({ kind }: Requirement): boolean {
  return kind === 'acceptance' || kind === 'rejection'
}

/** Returns whether a schema keyword expresses the requirement, so that violations of the schema decide it. */
export function isOfSchema(requirement: Requirement): boolean {
  return requirement.kind === 'exchange' && requirement.appliesTo === undefined
}
