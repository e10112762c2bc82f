import type { Limit } from '../../../core/model/limit.ts'
import type { Cost } from '../../../core/model/operation.ts'
import type {
  Declaration,
  ExchangeEvidence,
  ExcludedBy,
  RepeatedExchanges,
  Report,
  ReportedFinding,
} from '../../../core/model/report.ts'
import type { Requirement } from '../../../core/model/requirement.ts'
import type { Endpoint } from '../../../core/model/vocabulary.ts'
import type { KnownFailures } from './known-failures.ts'

/** The commands that send a request again, or its place in recorded traffic. */
export type Commands = Pick<ReportedFinding, 'curl' | 'replay' | 'entry'>

/** Returns why a requirement does not apply to this run on an operation; `undefined` if it does. */
export type Exclusion = (requirement: Requirement, operation: Endpoint) => Excluded | undefined

/** The option or declaration that excludes a requirement, and the reason as text. */
export interface Excluded {
  readonly by: ExcludedBy
  readonly reason: string
}

/** The facts about a run, in addition to the rulings, that its summary needs. */
export interface RunContext
  extends Pick<
    Report,
    | 'tool'
    | 'target'
    | 'specification'
    | 'edition'
    | 'seed'
    | 'profile'
    | 'strict'
    | 'source'
    | 'startedAt'
    | 'durationMs'
    | 'config'
  > {
  readonly limits: readonly Limit[]
  /** The results that the plan aims at, as `resultKey`s; `undefined` without a plan. */
  readonly aims: ReadonlySet<string> | undefined
  readonly exclusion: Exclusion
  /** True if the run ended before it could test anything. Its summary gives the reason. */
  readonly isHalted?: boolean
  /** The exchanges of such a run that the report shows: the first with each operation. */
  readonly attempts?: readonly string[]
  /** The known failures; absent if there is no list. */
  readonly known?: KnownFailures
  /** The results of checking declared absences. */
  readonly declarations?: readonly Declaration[]
  /** The number of requests that were sent or read. */
  readonly requests: number
  /** The exchanges of recorded traffic among them that repeat another; absent if there are none. */
  readonly repeated?: RepeatedExchanges
  /** The number of downloads of images among them. */
  readonly downloads?: number
  readonly billed: Cost
  /** The requests to each operation, their durations and token counts. */
  readonly traffic?: Pick<Report, 'latencies' | 'traffic' | 'tokenCounts'>
  /** The exchanges that a report shows (see `exchangesToShow`), by id, if they are available. */
  readonly evidence: Pick<ReadonlyMap<string, ExchangeEvidence>, 'get'>
  /** Commands that send the request of an exchange again, by exchange id. */
  readonly commands: Pick<ReadonlyMap<string, Commands>, 'get'>
  /** Findings that did not occur again, as `requirement exchange`. */
  readonly intermittent: ReadonlySet<string>
  /** The results that billing limits left out, by `resultKey`, with the accepted and sent requests of their kind. */
  readonly overBudget?: ReadonlyMap<string, { readonly accepted: number; readonly sent: number }>
  /** The exchange with the minimised request of a finding, by `requirement exchange`. */
  readonly shrunk: ReadonlyMap<string, string>
}
