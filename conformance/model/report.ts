import type { Ended, HeaderLine } from './exchange.ts'
import type { Departure, Place } from './finding.ts'
import type { Latency, Traffic } from './traffic.ts'
import type { Capability, Dimension, Endpoint, Level, Outcome, Profile } from './vocabulary.ts'

export type { Latency, Traffic } from './traffic.ts'

/** How many requirements ended with each outcome. */
export type Counts = Readonly<Record<Outcome, number>>

/** The verdict on a whole run. */
export type RunVerdict = 'conforming' | 'nonconforming' | 'inconclusive'

/** The result document: what results.json holds and every renderer reads (design.md section 2). */
export interface Report {
  readonly formatVersion: 1
  readonly tool: { readonly name: string; readonly version: string }
  readonly target: { readonly url: string; readonly embedded: boolean }
  /** SHA-256 of the catalogue's words: ids, levels, statements. Two results with the same digest are comparable. */
  readonly document: { readonly digest: string }
  readonly seed: number
  readonly profile: Profile
  readonly strict: boolean
  /** Where the exchanges came from. */
  readonly source: 'runner' | 'proxy' | 'har' | 'evidence'
  /** ISO 8601, UTC. */
  readonly startedAt: string
  readonly durationMs: number
  /** What narrowed the run down, in words; empty for a full run. */
  readonly limits: readonly string[]
  readonly summary: Summary
  /** The list of known failures the run was given, each entry with what became of it; absent when it was given none. */
  readonly knownFailures?: readonly KnownFailure[]
  /** What the vendor declares absent, each with what a probe found; absent when nothing is declared. */
  readonly declarations?: readonly Declaration[]
  /** How far the requests exercised each request schema; an operation without requests is left out. */
  readonly coverage?: readonly SchemaCoverage[]
  /** How long exchanges took, by operation; an operation without exchanges is left out. */
  readonly latencies?: readonly Latency[]
  /** What was sent to each operation, how it was taken and what it cost; an operation without requests is left out. */
  readonly traffic?: readonly Traffic[]
  readonly requirements: readonly RequirementResult[]
  /** The evidence of the findings. */
  readonly exchanges: readonly ExchangeEvidence[]
}

export interface Summary {
  readonly verdict: RunVerdict
  /** One sentence that says why. */
  readonly reason: string
  readonly requests: number
  readonly counts: Counts
  readonly dimensions: Readonly<Record<Dimension, Counts>>
  /** How many failed requirements a list of known failures excuses; absent where there was no list. */
  readonly excused?: number
  /** Accepted model calls and images that a gateway would bill. */
  readonly billed: { readonly calls: number; readonly images: number }
}

/** One entry of a list of known failures, and what became of it in this run. */
export interface KnownFailure {
  /** A requirement id or a glob of them. */
  readonly pattern: string
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
  /** The requirements it names that bear its state out. */
  readonly requirements: readonly string[]
}

/** Something a vendor declares absent. */
export interface Declaration {
  readonly capability: Endpoint | Capability
  /** What its one probe found; `present` means the declaration is wrong, `unknown` that nothing could be found out. */
  readonly found: 'absent' | 'present' | 'unknown'
  /** The exchange that shows it. */
  readonly exchange?: string
}

/** How far the requests of one operation exercised its request schema. A constraint is one keyword at one place. */
export interface SchemaCoverage {
  readonly endpoint: Endpoint
  /** How many constraints the schema has. */
  readonly constraints: number
  /** How many of them a valid request met. */
  readonly valid: number
  /** How many of them a request broke that broke nothing else. */
  readonly violating: number
  /** The constraints that lack one or both, each with the reason. */
  readonly left: readonly {
    /** Where in the schema, as its path of keywords. */
    readonly pointer: string
    readonly keyword: string
    readonly lacks: 'valid' | 'violating' | 'both'
    readonly reason: string
  }[]
}

export interface RequirementResult {
  readonly id: string
  readonly section: string
  readonly endpoint: Endpoint
  readonly dimension: Dimension
  readonly level: Level
  readonly reading?: string
  readonly conditional: boolean
  readonly statement: string
  readonly verdict: Outcome
  /** The entry of the list of known failures that excuses it. */
  readonly known?: string
  /** Why; a skip's begins with `not applicable:` or `not exercised:`. */
  readonly reason: string
  /** How many exchanges it was judged on. */
  readonly exchanges: number
  readonly findings: readonly ReportedFinding[]
  /** How many findings there were; more than listed where the list was capped. */
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
  /** A command that sends the request again; `$MGI_API_KEY` stands for the key. */
  readonly curl?: string
  /** The command that has this suite send and judge it again. */
  readonly replay?: string
  /** Set when the request was sent again unchanged and the failure did not repeat. */
  readonly intermittent?: true
  /** The smallest request found that still shows it, as an exchange id. */
  readonly shrunk?: string
}

/** A body as people can read it: text where it is UTF-8, base64 otherwise. */
export interface EvidenceBody {
  readonly text?: string
  readonly base64?: string
  /** The whole body's length in bytes; more than is shown when `truncated`. */
  readonly bytes: number
  readonly truncated: boolean
}

/** An exchange as the report shows it: secrets redacted, bodies truncated. */
export interface ExchangeEvidence {
  readonly id: string
  readonly operation?: Endpoint
  readonly purpose?: string
  readonly startedAt: number
  readonly durationMs: number
  readonly ended: Ended
  readonly trouble?: string
  readonly request: {
    readonly method: string
    readonly path: string
    readonly headers: readonly HeaderLine[]
    readonly body: EvidenceBody
  }
  readonly response: {
    readonly status: number
    readonly headers: readonly HeaderLine[]
    readonly body: EvidenceBody
    /** Arrival of each chunk: milliseconds and length in bytes. */
    readonly chunks: readonly { readonly at: number; readonly bytes: number }[]
    /** How many chunks there were, where not all of them are listed. */
    readonly chunksTotal?: number
    /** The events of a stream, data truncated. */
    readonly events?: readonly {
      readonly index: number
      readonly at: number
      readonly chunk: number
      readonly name?: string
      readonly data: string
      /** The length of the data in characters, where it was cut. */
      readonly characters?: number
    }[]
    /** How many events there were, where not all of them are listed. */
    readonly eventsTotal?: number
  } | null
}
