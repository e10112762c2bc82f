import type { Exchange } from '../model/exchange.ts'
import type { Cost } from '../model/operation.ts'
import type { Declaration, Report } from '../model/report.ts'
import type { Requirement } from '../model/requirement.ts'
import type { Endpoint } from '../model/vocabulary.ts'
import type { KnownFailures } from './known-failures.ts'

/** What a summary needs to know of the run beside the rulings. */
export interface RunContext
  extends Pick<
    Report,
    'tool' | 'target' | 'seed' | 'profile' | 'strict' | 'source' | 'startedAt' | 'durationMs' | 'limits'
  > {
  /** The requirements that the plan set out to exercise; `undefined` where there was no plan. */
  readonly aims: ReadonlySet<string> | undefined
  /** Why a requirement does not apply to this run, in words; `undefined` when it does. */
  readonly exclusion: (requirement: Requirement) => string | undefined
  /** What is known to fail; absent where there is no list. */
  readonly known?: KnownFailures
  /** What became of what the vendor declares absent. */
  readonly declarations?: readonly Declaration[]
  /** How many requests were sent or read. */
  readonly requests: number
  readonly billed: Cost
  /** The exchanges that findings point to, as far as they are at hand (see `exchangesToShow`). */
  readonly evidence: ReadonlyMap<string, Exchange>
  /** What an exchange was for. */
  readonly describe: (exchange: string) => { readonly operation?: Endpoint; readonly purpose?: string }
  /** Commands that send an exchange's request again. */
  readonly commands: (exchange: Exchange) => { readonly curl?: string; readonly replay?: string }
  /** Findings that did not repeat, as `requirement exchange`. */
  readonly intermittent: ReadonlySet<string>
  /** The smaller request a finding was shrunk to, by `requirement exchange`. */
  readonly shrunk: ReadonlyMap<string, string>
}
