import type { Limit } from '../../model/limit.ts'
import type { Cost } from '../../model/operation.ts'
import type { Declaration, ExchangeEvidence, ExcludedBy, Report, ReportedFinding } from '../../model/report.ts'
import type { Requirement } from '../../model/requirement.ts'
import type { Endpoint } from '../../model/vocabulary.ts'
import type { KnownFailures } from './known-failures.ts'

/** The commands that send a request again, or its place in recorded traffic. */
export type Commands = Pick<ReportedFinding, 'curl' | 'replay' | 'entry'>

/** Why a requirement does not apply to this run on an operation, in words; `undefined` when it does. */
export type Exclusion = (requirement: Requirement, operation: Endpoint) => Excluded | undefined

/** The option or declaration that leaves a requirement out, and the reason as text. */
export interface Excluded {
  readonly by: ExcludedBy
  readonly reason: string
}

/** The facts about a run, beside the rulings, that its summary needs. */
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
  /** The results that the plan set out to exercise, as `resultKey`s; `undefined` without a plan. */
  readonly aims: ReadonlySet<string> | undefined
  readonly exclusion: Exclusion
  /** True if the run ended before anything could be tested; the verdict says why. */
  readonly isHalted?: boolean
  /** The known failures; absent if there is no list. */
  readonly known?: KnownFailures
  /** The findings about declared absences. */
  readonly declarations?: readonly Declaration[]
  /** The number of requests that were sent or read. */
  readonly requests: number
  readonly billed: Cost
  /** The requests to each operation and how long they took. */
  readonly traffic?: Pick<Report, 'latencies' | 'traffic'>
  /** The exchanges that a report shows (see `exchangesToShow`), by id, as far as they are at hand. */
  readonly evidence: Pick<ReadonlyMap<string, ExchangeEvidence>, 'get'>
  /** Commands that send the request of an exchange again, by its id. */
  readonly commands: Pick<ReadonlyMap<string, Commands>, 'get'>
  /** Findings that did not repeat, as `requirement exchange`. */
  readonly intermittent: ReadonlySet<string>
  /** The results that budgets left out, by `resultKey`: the accepted and the sent requests of each kind. */
  readonly overBudget?: ReadonlyMap<string, { readonly accepted: number; readonly sent: number }>
  /** The smaller request a finding was shrunk to, by `requirement exchange`. */
  readonly shrunk: ReadonlyMap<string, string>
}
