import type { ClientEffect, ClientVerdict } from './client-effect.ts'
import type { CredentialForm } from './credential.ts'
import type { ExchangeEvidence } from './exchange-evidence.ts'
import type { Departure, Place } from './finding.ts'
import type { Limit } from './limit.ts'
import type { SchemaCoverage } from './schema-coverage.ts'
import type { TestedTarget } from './tested-target.ts'
import type { Latency, Traffic } from './traffic.ts'
import type { Area, Capability, Dimension, Endpoint, Level, Outcome, Profile } from './vocabulary.ts'

export type { EvidenceBody, ExchangeEvidence } from './exchange-evidence.ts'
export type { ItemCoverage, ItemShare, SchemaCoverage } from './schema-coverage.ts'
export type { Latency, Traffic } from './traffic.ts'

/** The number of requirements, or results on one operation, ended with each outcome. */
export type Counts = Readonly<Record<Outcome, number>>

/**
 * The verdict on a whole run, or on one operation of it. `no-new-failure` is a run in which nothing fails that is not known
 * to, but which tested too little to be called conforming.
 */
export type RunVerdict = 'conforming' | 'no-new-failure' | 'nonconforming' | 'inconclusive'

/** The result document: what results.json holds and every renderer reads (design.md section 2). */
export interface Report {
  readonly formatVersion: 2
  readonly tool: { readonly name: string; readonly version: string }
  readonly target: TestedTarget
  /** The normative document: its title, and the SHA-256 of its bytes. */
  readonly specification: { readonly title: string; readonly digest: string }
  /** SHA-256 of the catalogue's words: ids, levels, statements. Two results with the same digest are comparable. */
  readonly catalogue: { readonly digest: string }
  readonly seed: number
  readonly profile: Profile
  readonly strict: boolean
  /** The source of the exchanges. */
  readonly source: 'runner' | 'proxy' | 'har' | 'evidence'
  /** ISO 8601, UTC. */
  readonly startedAt: string
  readonly durationMs: number
  /** The settings of the run, without secrets. Absent if they are not known. */
  readonly config?: EffectiveConfig
  /** The base URL of the documentation site to which reports link; absent where none was named. */
  readonly docs?: string
  /** The bounds that narrowed the run down, in words; empty for a full run. */
  readonly limits: readonly string[]
  /** The kind of each limit, in the same order. */
  readonly limitKinds?: readonly Limit['kind'][]
  readonly summary: Summary
  /** One entry for each operation that the run looked at, from its own results alone. */
  readonly operations: readonly OperationSummary[]
  /** The causes of failures, the weightiest first. */
  readonly causes: readonly Cause[]
  /** The clients that the run was asked about. */
  readonly clients?: readonly ClientVerdict[]
  /** The list of known failures the run was given, each entry with what became of it; absent when it was given none. */
  readonly knownFailures?: readonly KnownFailure[]
  /** The declared absences, each with what a probe found; absent if nothing is declared. */
  readonly declarations?: readonly Declaration[]
  /** The coverage of each request schema; an operation without requests is left out. */
  readonly coverage?: readonly SchemaCoverage[]
  /** Latencies, by operation; an operation without exchanges is left out. */
  readonly latencies?: readonly Latency[]
  /**
   * The requests to each operation, how they were taken and what they cost; an operation without requests is left out.
   */
  readonly traffic?: readonly Traffic[]
  readonly requirements: readonly RequirementResult[]
  /** The evidence of the findings, and of what passed an example each, as far as there is room. */
  readonly exchanges: readonly ExchangeEvidence[]
}

/** The settings of a run that decide what its results mean. */
export interface EffectiveConfig {
  readonly areas: readonly string[]
  /** Globs of requirement ids; empty for all. */
  readonly requirements: readonly string[]
  /** The abilities that the vendor declares absent. */
  readonly unsupported: readonly string[]
  /** The target's names for the specification's models and headers, and the version it was asked for. */
  readonly models?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly version?: string
  /** The form of the key, in the areas where it is not as section 5 says. */
  readonly credential?: Partial<Readonly<Record<Area, CredentialForm>>>
  /** The base URLs of the areas that are not below the target's. */
  readonly baseUrls?: Partial<Readonly<Record<Area, string>>>
}

export interface Summary {
  readonly verdict: RunVerdict
  /** One sentence that says why. */
  readonly reason: string
  readonly requests: number
  /**
   * The mandatory requirements that the run selected, and those of them that were tested. Conditional requirements count only
   * where they were tested. Absent in results of earlier versions.
   */
  readonly mandatory?: { readonly tested: number; readonly selected: number }
  /** Counts requirements: each once, with the worst of its operations. */
  readonly counts: Counts
  readonly dimensions: Readonly<Record<Dimension, Counts>>
  /** The number of failed results a list of known failures excuses; absent where there was no list. */
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

/** A requirement on one of its operations, as causes and lists name it. */
export interface ResultName {
  readonly requirement: string
  readonly operation: Endpoint
}

/** A cause of failed results. */
export interface Cause {
  /** Stable for the same kind of cause on the same operations, for example `status-of-rejections-404`. */
  readonly id: string
  /** In plain words: what the target did. */
  readonly title: string
  /** The failed results that it explains. */
  readonly requirements: readonly ResultName[]
  /** The results that could not be decided because of it. */
  readonly blocks: readonly ResultName[]
  /** The finding that tells most about it, by its result and its exchange; absent where no finding was recorded. */
  readonly example?: ResultName & { readonly exchange: string }
  /** The thing to look at first. */
  readonly hint?: string
  /** Anchors of docs/known-defects.md, where others had the same. */
  readonly knownDefects?: readonly string[]
  /**
   * The effects on clients in experiments with the reference server; absent if no client uses the operations. They show
   * what the cause can cost, not what it costs at this target.
   */
  readonly clients?: readonly ClientEffect[]
}

/** One entry of a list of known failures, and what became of it in this run. */
export interface KnownFailure {
  /** A requirement id or a glob of them. */
  readonly pattern: string
  /** The operations it is limited to; absent for all of its operations. */
  readonly operations?: readonly Endpoint[]
  /** Set where it fails only now and then: that it passes does not make the entry stale. */
  readonly intermittent?: boolean
  readonly reason: string
  readonly owner?: string
  readonly link?: string
  /** The last day on which it excuses anything, `YYYY-MM-DD`. */
  readonly expires?: string
  /**
   * - `excuses`: what it names fails, and does not fail the run
   * - `passes`: something it names passes now, which fails the run: the entry is stale
   * - `unmatched`: no requirement has such an id, which fails the run
   * - `expired`: its last day is over, which fails the run
   * - `untested`: nothing it names was judged, or what it names passed in a run that sent less than a full one
   */
  readonly state: 'excuses' | 'passes' | 'unmatched' | 'expired' | 'untested'
  /** The results it names that bear its state out. */
  readonly results: readonly ResultName[]
}

/** Something a vendor declares absent. */
export interface Declaration {
  readonly capability: Endpoint | Capability
  /**
   * The finding of its one probe; `present` means that the declaration is wrong, `unknown` that nothing could be found
   * out.
   */
  readonly found: 'absent' | 'present' | 'unknown'
  /** The exchange that shows it. */
  readonly exchange?: string
}

export interface RequirementResult {
  readonly id: string
  readonly section: string
  /** The operation whose section holds the sentence; it may hold on others too. */
  readonly endpoint: Endpoint
  readonly dimension: Dimension
  readonly level: Level
  /** The interpretation that decides an open place of the specification, for example `M8`. */
  readonly interpretation?: string
  readonly conditional: boolean
  readonly statement: string
  /** The worst of its operations. */
  readonly verdict: Outcome
  readonly operations: readonly OperationResult[]
}

/**
 * The reason why a result is left out of a run: an option that limits the run (`limits`), `skip` in the config, or the
 * declaration that something is absent.
 */
export type ExcludedBy = 'limits' | 'skip' | 'absent'

/** The result of a requirement on one of its operations. */
export interface OperationResult {
  readonly operation: Endpoint
  readonly verdict: Outcome
  /** The entry of the list of known failures that excuses it. */
  readonly known?: string
  /** Why; a skip's begins with `not applicable:` or `not tested:`. */
  readonly reason: string
  /** The reason without the figures that are of this result alone, where it has such figures. */
  readonly sharedReason?: string
  /** The reason why it was left out of the run, if it was. */
  readonly excluded?: ExcludedBy
  /** The number of exchanges it was judged on. */
  readonly exchanges: number
  /** The number of those that violate it. */
  readonly violating: number
  /** The ids of the requirements on this operation whose failure leaves this one undecided. */
  readonly blockedBy?: readonly string[]
  /** An exchange on which it passed. */
  readonly example?: string
  readonly findings: readonly ReportedFinding[]
  /** The number of findings; more than listed where the list was capped. */
  readonly findingsTotal: number
}

export interface ReportedFinding {
  readonly message: string
  /** Where, for machines. */
  readonly at?: Place
  /** Where, as one line: `/usage/input_tokens`, `header content-type`, `event 4 /delta`. */
  readonly path?: string
  readonly expected?: unknown
  readonly actual?: unknown
  /** For a stream that left its order: where, and what was allowed there. */
  readonly departure?: Departure
  /** The id of the exchange that shows it. */
  readonly exchange: string
  /** The file and the number of the exchange in it, for recorded traffic: `exchanges.ndjson#7`. */
  readonly entry?: string
  /** A command that sends the request again; `$MGI_API_KEY` stands for the key. */
  readonly curl?: string
  /** The command that has this suite send and judge it again. */
  readonly replay?: string
  /** Set when the request was sent again unchanged and the failure did not repeat. */
  readonly intermittent?: true
  /** The smallest request found that still shows it, as an exchange id. */
  readonly shrunk?: string
}
