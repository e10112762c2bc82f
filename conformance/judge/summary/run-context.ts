import type { Limit } from '../../model/limit.ts'
import type { Cost } from '../../model/operation.ts'
import type { Declaration, ExchangeEvidence, Report, ReportedFinding } from '../../model/report.ts'
import type { Requirement } from '../../model/requirement.ts'
import type { Endpoint } from '../../model/vocabulary.ts'
import type { KnownFailures } from './known-failures.ts'

/** What a user types to send a request again. */
export type Commands = Pick<ReportedFinding, 'curl' | 'replay'>

/** Why a requirement does not apply to this run on an operation, in words; `undefined` when it does. */
export type Exclusion = (requirement: Requirement, operation: Endpoint) => string | undefined

/** What a summary needs to know of the run beside the rulings. */
export interface RunContext
  extends Pick<
    Report,
    | 'tool'
    | 'target'
    | 'specification'
    | 'seed'
    | 'profile'
    | 'strict'
    | 'source'
    | 'startedAt'
    | 'durationMs'
    | 'config'
  > {
  readonly limits: readonly Limit[]
  /** What the plan set out to exercise, as `resultKey`s; `undefined` where there was no plan. */
  readonly aims: ReadonlySet<string> | undefined
  readonly exclusion: Exclusion
  /** True if the run ended before anything could be tested; the verdict says why. */
  readonly isHalted?: boolean
  /** What is known to fail; absent where there is no list. */
  readonly known?: KnownFailures
  /** What became of what the vendor declares absent. */
  readonly declarations?: readonly Declaration[]
  /** The number of requests that were sent or read. */
  readonly requests: number
  readonly billed: Cost
  /** What was sent to each operation and how long it took. */
  readonly traffic?: Pick<Report, 'latencies' | 'traffic'>
  /** The exchanges that a report shows (see `exchangesToShow`), by id, as far as they are at hand. */
  readonly evidence: Pick<ReadonlyMap<string, ExchangeEvidence>, 'get'>
  /** Commands that send the request of an exchange again, by its id. */
  readonly commands: Pick<ReadonlyMap<string, Commands>, 'get'>
  /** Findings that did not repeat, as `requirement exchange`. */
  readonly intermittent: ReadonlySet<string>
  /** What budgets left out, by `resultKey`: how many requests of its kind were accepted, of how many that were sent. */
  readonly overBudget?: ReadonlyMap<string, { readonly accepted: number; readonly sent: number }>
  /** The smaller request a finding was shrunk to, by `requirement exchange`. */
  readonly shrunk: ReadonlyMap<string, string>
}
