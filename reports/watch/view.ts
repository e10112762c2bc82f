import type { Endpoint } from '../../conformance/model/vocabulary.ts'
import type { NamedReport } from '../side.ts'

/** A snapshot of what the page of `mgi watch` shows. */
export interface WatchView {
  readonly target: string
  readonly tool: { readonly name: string; readonly version: string }
  /** The selected areas. */
  readonly areas: readonly string[]
  /** The ids of all requirements. Each can be run alone. */
  readonly ids: readonly string[]
  readonly activity: Activity
  /** The results before the current or last run. */
  readonly before?: NamedReport
  /** The current results. During a run, those so far. */
  readonly now?: NamedReport
  /** Every run so far, the oldest first. */
  readonly runs: readonly WatchedRun[]
  /** The number of exchanges that the page can show. */
  readonly exchanges: number
  readonly notes: readonly string[]
  readonly gateway?: WatchedGateway
}

export interface Activity {
  readonly kind: 'running' | 'waiting' | 'ended'
  /** For example `sending`, or what `mgi watch` is waiting for. */
  readonly words: string
  readonly done?: number
  readonly planned?: number
}

/** One run. */
export interface WatchedRun {
  /** For example `everything`, `what failed (3 results)`. */
  readonly what: string
  /** The trigger. */
  readonly why: string
  readonly startedAt: string
  /** Absent during the run. */
  readonly outcome?: string
}

/** The gateway, if its command is known. */
export interface WatchedGateway {
  readonly command: string
  readonly state: string
  /** The last lines that it printed. */
  readonly output: readonly string[]
}

/** An exchange in a list. */
export interface ExchangeLine {
  readonly id: string
  readonly operation?: Endpoint
  readonly purpose?: string
  /** For example `200`, or `no response (reset)`. */
  readonly answer: string
  readonly durationMs: number
  readonly isStream: boolean
}
