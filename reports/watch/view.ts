import type { Endpoint } from '../../conformance/model/vocabulary.ts'
import type { NamedReport } from '../side.ts'

/** What `mgi watch` knows at a moment, as its page shows it. */
export interface WatchView {
  readonly target: string
  readonly tool: { readonly name: string; readonly version: string }
  /** The areas that the user wants to look at. */
  readonly areas: readonly string[]
  /** Every requirement there is, by its id: each can be run alone. */
  readonly ids: readonly string[]
  readonly activity: Activity
  /** How things stood before the run that goes on, or the last one. */
  readonly before?: NamedReport
  /** How things stand; while a run goes on, as far as it has come. */
  readonly now?: NamedReport
  /** Every run so far, the first one first. */
  readonly runs: readonly WatchedRun[]
  /** How many exchanges the page can show. */
  readonly exchanges: number
  readonly notes: readonly string[]
  readonly gateway?: WatchedGateway
}

/** What is going on. */
export interface Activity {
  readonly kind: 'running' | 'waiting' | 'ended'
  /** For example `sending`, or what is waited for. */
  readonly words: string
  readonly done?: number
  readonly planned?: number
}

/** One run. */
export interface WatchedRun {
  /** For example `everything`, `what failed (3 results)`. */
  readonly what: string
  /** What set it off. */
  readonly why: string
  readonly startedAt: string
  /** What it came to; absent while it goes on. */
  readonly outcome?: string
}

/** The gateway, where its command is known. */
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
