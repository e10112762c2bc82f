import type { ClientEffect, ClientVerdict } from './client-effect.ts'
import type { CredentialForm } from './credential.ts'
import type { ExchangeEvidence } from './exchange-evidence.ts'
import type { Departure, Place } from './finding.ts'
import type { Limit } from './limit.ts'
import type { ResponseClass } from './observation.ts'
import type { TokenCounts } from './token-counts.ts'
import type { UpstreamSummary } from './upstream.ts'
import type { Area, Capability, Dimension, Endpoint, Level, Outcome, Profile } from './vocabulary.ts'

export type { EvidenceBody, ExchangeEvidence } from './exchange-evidence.ts'
export type { TokenCounts } from './token-counts.ts'
/** The number of requirements, or of results on one operation, by outcome. */
export type Counts = Readonly<Record<Outcome, number>>

/**
 * The verdict on a whole run, or on one operation of it. `no-new-failure` means that nothing fails except known
 * failures, but that the run tested too little to be called conforming.
 */
export type RunVerdict = 'conforming' | 'no-new-failure' | 'nonconforming' | 'inconclusive'

/** The gateway that was judged. */
export interface TestedTarget {
  readonly url: string
  /** True if it was the reference server in the suite's own process. */
  readonly embedded: boolean
  /** The name and version that the user gave; absent if there are none. */
  readonly label?: string
  readonly version?: string
}

/** The result document: the content of results.json and the input of every renderer. */
export interface Report {
  readonly formatVersion: 2
  readonly tool: { readonly name: string; readonly version: string }
  readonly target: TestedTarget
  /** The specification: its title, and the SHA-256 of its bytes. */
  readonly specification: { readonly title: string; readonly digest: string }
  /** The edition that decides which requirements count, and at which level. Absent if all count at their own. */
  readonly edition?: string
  /** The SHA-256 of the catalogue's ids, levels and statements. Results with the same digest are comparable. */
  readonly catalogue: { readonly digest: string }
  readonly seed: number
  readonly profile: Profile
  readonly strict: boolean
  /** The source of the exchanges. */
  readonly source: 'runner' | 'proxy' | 'har' | 'evidence'
  /** ISO 8601, in UTC. */
  readonly startedAt: string
  readonly durationMs: number
  /** The settings of the run, without secrets. Absent if they are unknown. */
  readonly config?: EffectiveConfig
  /** The base URL of the documentation site that reports link to; absent if none was given. */
  readonly docs?: string
  /** The limits that narrowed the run down, in words; empty for a full run. */
  readonly limits: readonly string[]
  /** The kind of each limit, in the same order. */
  readonly limitKinds?: readonly Limit['kind'][]
  readonly summary: Summary
  /** One entry for each selected operation, from its own results alone. */
  readonly operations: readonly OperationSummary[]
  /** The features of each selected area, as clients name them. */
  readonly features?: readonly FeatureResult[]
  /** The causes of failures, the most important first. */
  readonly causes: readonly Cause[]
  /** The clients that the user named with `--clients`. */
  readonly clients?: readonly ClientVerdict[]
  /** The known failures of the run, each with its state; absent if there was no list. */
  readonly knownFailures?: readonly KnownFailure[]
  /** The declared absences, each with the result of checking it; absent if nothing is declared. */
  readonly declarations?: readonly Declaration[]
  /** The coverage of each request schema. Operations without requests are left out. */
  readonly coverage?: readonly SchemaCoverage[]
  /** The latencies by operation. Operations without exchanges are left out. */
  readonly latencies?: readonly Latency[]
  /**
   * The requests to each operation, their response classes and their cost. Operations without requests are left out.
   */
  readonly traffic?: readonly Traffic[]
  /** The token counts of replies, compared. Operations whose replies state none are left out. */
  readonly tokenCounts?: readonly TokenCounts[]
  /** The judgement behind the gateway; absent if the run did not play the provider (`--upstream`). */
  readonly upstream?: UpstreamSummary
  readonly requirements: readonly RequirementResult[]
  /** The evidence of the findings, and one example for each passed requirement, as far as there is room. */
  readonly exchanges: readonly ExchangeEvidence[]
}

/** The settings of a run that determine the meaning of its results. */
export interface EffectiveConfig {
  readonly areas: readonly string[]
  /** Globs of requirement ids; empty for all. */
  readonly requirements: readonly string[]
  /** The capabilities that the vendor declares absent. */
  readonly unsupported: readonly string[]
  /** The target's names for the specification's models and headers, and the provider version that was requested. */
  readonly models?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly version?: string
  /** The form of the key, in the areas where it differs from section 5. */
  readonly credential?: Partial<Readonly<Record<Area, CredentialForm>>>
  /** The base URLs of the areas that are not below the target's. */
  readonly baseUrls?: Partial<Readonly<Record<Area, string>>>
}

export interface Summary {
  readonly verdict: RunVerdict
  /** The reason in one sentence. */
  readonly reason: string
  readonly requests: number
  /** Absent if no exchange of recorded traffic repeats another. `requests` includes them. */
  readonly repeated?: RepeatedExchanges
  /** The downloads of images that responses name. `requests` includes them. Absent if there were none. */
  readonly downloads?: number
  /**
   * The mandatory requirements that the run selected, and those that it tested. Conditional requirements count only if
   * they were tested.
   */
  readonly mandatory: { readonly tested: number; readonly selected: number }
  /** Counts each requirement once, with the worst outcome of its operations. */
  readonly counts: Counts
  readonly dimensions: Readonly<Record<Dimension, Counts>>
  /** The number of failed results that known failures excuse; absent if there was no list. */
  readonly excused?: number
  /** Accepted model calls and images that a gateway would bill. */
  readonly billed: { readonly calls: number; readonly images: number }
}

/** The summary of one operation, from its own results alone. */
export interface OperationSummary {
  readonly operation: Endpoint
  readonly verdict: RunVerdict
  readonly counts: Counts
  readonly dimensions: Readonly<Record<Dimension, Counts>>
}

/**
 * The state of a feature in one area:
 *
 * - `works`: a reply showed it, and no requirement failed on an exchange that asks for it or shows it
 * - `broken`: a stated requirement failed on such an exchange because of it, or such requests were rejected
 * - `warned`: only implied requirements did, or what failed there belongs to another feature or may harm a client
 * - `accepted`: it was asked for and served, and no reply showed it
 * - `not-tested`: it was not asked for, or not served
 */
export type FeatureState = 'works' | 'broken' | 'warned' | 'accepted' | 'not-tested'

/** A feature as clients name it, in one area, with the results that decide its state. */
export interface FeatureResult {
  /** For example `streamed-tools`. */
  readonly id: string
  /** For example `Streamed tools`. */
  readonly name: string
  readonly area: Area
  readonly state: FeatureState
  /** The exchanges that ask for it and were answered, and those of them that violate a stated or an implied requirement. */
  readonly tested: number
  readonly failed: number
  readonly warned: number
  /** The exchanges whose replies show it; absent if no reply can. */
  readonly shown?: number
  /** The ids of the causes that break it, or that left it undecided; absent if there are none. */
  readonly causes?: readonly string[]
}

/** A requirement on one of its operations, as causes and lists name it. */
export interface ResultName {
  readonly requirement: string
  readonly operation: Endpoint
}

/** A cause of failed results. */
export interface Cause {
  /** Stable for the same kind of cause on the same operations, for example `status-of-rejections-404`. */
  readonly id: string
  /** The behaviour of the target, in plain words. */
  readonly title: string
  /** The failed results that it explains. */
  readonly requirements: readonly ResultName[]
  /** The results that are undecided because of it. */
  readonly blocks: readonly ResultName[]
  /** The finding that represents it best, by its result and its exchange; absent if no finding was recorded. */
  readonly example?: ResultName & { readonly exchange: string }
  /** The first thing to check. */
  readonly hint?: string
  /** Anchors of similar defects in docs/known-defects.md. */
  readonly knownDefects?: readonly string[]
  /**
   * The effects on clients in experiments with the reference server; absent if no client uses the operations. They show
   * what the cause may break, not what it breaks at this target.
   */
  readonly clients?: readonly ClientEffect[]
}

/** One entry of a list of known failures, and its state in this run. */
export interface KnownFailure {
  /** A requirement id or a glob of them. */
  readonly pattern: string
  /** The operations it is limited to; absent for all of its operations. */
  readonly operations?: readonly Endpoint[]
  /** Set if it fails only occasionally. A pass then does not make the entry stale. */
  readonly intermittent?: boolean
  readonly reason: string
  readonly owner?: string
  readonly link?: string
  /** The last day on which it excuses failures, `YYYY-MM-DD`. */
  readonly expires?: string
  /**
   * The state of the entry:
   *
   * - `excuses`: its results fail, and do not fail the run
   * - `passes`: some of its results pass now, so the entry is stale and fails the run
   * - `unmatched`: no requirement has such an id, which fails the run
   * - `expired`: its last day is over, which fails the run
   * - `untested`: none of its results was judged, or they passed in a run that sent less than a full one
   */
  readonly state: 'excuses' | 'passes' | 'unmatched' | 'expired' | 'untested'
  /** The results that justify the state. */
  readonly results: readonly ResultName[]
}

/** A capability or endpoint that the vendor declares absent. */
export interface Declaration {
  readonly capability: Endpoint | Capability
  /**
   * The result of checking it. `present` means that the declaration is wrong, `unknown` that the check was not
   * conclusive.
   */
  readonly found: 'absent' | 'present' | 'unknown'
  /** The exchange that shows it. */
  readonly exchange?: string
}

export interface RequirementResult {
  readonly id: string
  readonly section: string
  /** The operation in whose section the sentence is. The requirement may apply to others too. */
  readonly endpoint: Endpoint
  readonly dimension: Dimension
  readonly level: Level
  /** The interpretation that decides an open question of the specification, for example `M8`. */
  readonly interpretation?: string
  readonly conditional: boolean
  /** Set if it is about what happens behind the gateway, so that it does not count for the verdict of the run. */
  readonly behind?: true
  /** Set if it is not in the edition of the report. It is then only observed, and in no count or verdict. */
  readonly notInEdition?: true
  readonly statement: string
  /** The worst outcome of its operations. */
  readonly verdict: Outcome
  readonly operations: readonly OperationResult[]
}

/**
 * The reason why a result is excluded from a run: an option that limits the run (`limits`), `skip` in the config, or a
 * declared absence.
 */
export type ExcludedBy = 'limits' | 'skip' | 'absent'

/** The result of a requirement on one of its operations. */
export interface OperationResult {
  readonly operation: Endpoint
  readonly verdict: Outcome
  /** The entry of the list of known failures that excuses it. */
  readonly known?: string
  /** The reason. That of a skip begins with `not applicable:` or `not tested:`. */
  readonly reason: string
  /** The reason without figures that only apply to this result; absent if there are none. */
  readonly sharedReason?: string
  /** The reason why it was excluded from the run; absent if it was not. */
  readonly excluded?: ExcludedBy
  /** The number of exchanges it was judged on. */
  readonly exchanges: number
  /** The number of exchanges that violate it. */
  readonly violating: number
  /** The ids of the failed requirements on this operation that leave this one undecided. */
  readonly blockedBy?: readonly string[]
  /** An exchange on which it passed. */
  readonly example?: string
  readonly findings: readonly ReportedFinding[]
  /** The number of findings, which may be larger than the number listed. */
  readonly findingsTotal: number
}

export interface ReportedFinding {
  readonly message: string
  /** The place, for machines. */
  readonly at?: Place
  /** The place as one line: `/usage/input_tokens`, `header content-type`, `event 4 /delta`. */
  readonly path?: string
  readonly expected?: unknown
  readonly actual?: unknown
  /** For a violation of a stream's order: the state, and the events it allows. */
  readonly departure?: Departure
  /** The id of the exchange that shows it. */
  readonly exchange: string
  /** For recorded traffic: the file, and the number of the exchange in it: `exchanges.ndjson#7`. */
  readonly entry?: string
  /** A command that sends the request again; `$MGI_API_KEY` stands for the key. */
  readonly curl?: string
  /** The command that makes this suite send and judge it again. */
  readonly replay?: string
  /** Set if the same request was sent again and did not fail. */
  readonly intermittent?: true
  /** The properties that all failing requests share, and no passing one has; only of the first finding. */
  readonly shared?: string
  /** The exchange id of the passing request that is closest to the smallest failing one; set with `shared`. */
  readonly closest?: string
  /** The exchange id of the smallest request found that also fails. */
  readonly shrunk?: string
}

/** The coverage of one operation's request schema. A constraint is one keyword at one place. */
export interface SchemaCoverage {
  readonly endpoint: Endpoint
  /** The number of constraints in the schema. */
  readonly constraints: number
  /** The number of constraints that a valid request satisfied. */
  readonly valid: number
  /** The number of constraints that a request violated alone. */
  readonly violating: number
  /** The constraints that lack one or both, each with the reason. */
  readonly left: readonly {
    /** The place in the schema, as its path of keywords. */
    readonly pointer: string
    readonly keyword: string
    readonly lacks: 'valid' | 'violating' | 'both'
    readonly reason: string
  }[]
  /** The items that valid requests covered. */
  readonly items: ItemCoverage
}

/** The items that valid requests of an operation covered, by kind. */
export interface ItemCoverage {
  /** Optional members, and types of blocks, parts and tools. */
  readonly features: ItemShare
  /** Listed values, booleans, and numbers and lengths around a bound. */
  readonly values: ItemShare
  /** Classes of list lengths. */
  readonly counts: ItemShare
  /** Pairs of features in one request. */
  readonly pairs: ItemShare
  /** The number of items of unlimited kinds, such as kinds of text and positions in lists. */
  readonly unbounded: number
}

/** The covered share of all items of one kind that the schema allows. */
export interface ItemShare {
  readonly all: number
  readonly covered: number
  readonly left: readonly string[]
}

/** The latency of one operation's answered exchanges, in milliseconds from the first byte sent to the last received. */
export interface Latency {
  readonly endpoint: Endpoint
  readonly count: number
  readonly min: number
  readonly median: number
  readonly p90: number
  readonly p99: number
  readonly max: number
  /**
   * The number of exchanges that took at most `upTo`, and longer than the bucket before. Ascending, without empty ones.
   */
  readonly buckets: readonly { readonly upTo: number; readonly count: number }[]
}

/** Exchanges of recorded traffic whose request another one sent before, byte for byte. */
export interface RepeatedExchanges {
  readonly exchanges: number
  /** Those of them that have the `Idempotency-Key` of the other. */
  readonly sameKey: number
}

/** The requests to one operation, their response classes, and what a gateway would bill for them. */
export interface Traffic {
  readonly endpoint: Endpoint
  readonly requests: number
  /** The number of requests by response class, without those that did not occur. */
  readonly receptions: Readonly<Partial<Record<ResponseClass, number>>>
  readonly billed: { readonly calls: number; readonly images: number }
  /**
   * The requests that were not served on some attempts, and answered on others: how many they are, how often they were
   * not served, and how often they were sent. Absent if there were none.
   */
  readonly servedSometimes?: {
    readonly requests: number
    readonly unserved: number
    readonly attempts: number
    /** The circumstance in which they were not served, in words; absent if none is known. */
    readonly only?: string
  }
  /** The kinds of characters with which every valid request was rejected, and the number of requests; absent if none. */
  readonly charactersRejected?: readonly { readonly characters: string; readonly requests: number }[]
}
