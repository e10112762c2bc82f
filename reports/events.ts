import type { ExchangeEvidence, Report } from '../conformance/core/model/report.ts'
import type { Endpoint } from '../conformance/core/model/vocabulary.ts'
import { excuseOf, isExcused } from './known.ts'
import { allResults } from './result.ts'

/**
 * Events of a run, one a line of JSON, for programs that follow it (`schemas/results/event.json`): `start`, an
 * `exchange` whenever one ends, a `result` for each requirement on each of its operations, `end`. A reader ignores
 * events it does not know.
 */
export type RunEvent =
  | StartEvent
  | {
      readonly event: 'exchange'
      readonly id: string
      readonly operation?: Endpoint
      readonly method: string
      readonly path: string
      /** `null` if there was no response. */
      readonly status: number | null
      readonly ended: ExchangeEvidence['ended']
      readonly durationMs: number
      /** The number of exchanges that have ended so far. */
      readonly done: number
    }
  | {
      readonly event: 'result'
      readonly requirement: string
      readonly operation: Endpoint
      readonly level: string
      readonly verdict: string
      readonly reason: string
      /** The reason why a list of known failures excuses it. */
      readonly known?: string
      readonly blockedBy?: readonly string[]
      readonly exchanges: number
      readonly violating: number
      readonly findings: number
    }
  | ({ readonly event: 'end'; readonly durationMs: number } & Pick<Report, 'edition'> &
      Pick<Report['summary'], 'verdict' | 'reason' | 'requests' | 'counts'>)

/** The first event of a run. */
export type StartEvent = {
  readonly event: 'start'
  readonly formatVersion: 2 /** The maximum number of requests. */
  readonly requests: number
} & Pick<Report, 'tool' | 'target' | 'seed' | 'profile' | 'strict' | 'startedAt' | 'limits'>

/** Returns an event as a line. Characters that a terminal or a parser of lines could misread are escaped. */
export function eventLine(event: RunEvent): string {
  const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  return `${JSON.stringify(event).replace(/[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g, escaped)}\n`
}

export function closingEvents(report: Report): readonly RunEvent[] {
  const { verdict, reason, requests, counts } = report.summary
  const results = allResults(report).map((result): RunEvent => {
    const { id, operation, level, verdict, reason, exchanges, violating, findingsTotal, blockedBy } = result
    return {
      event: 'result',
      requirement: id,
      operation,
      level,
      verdict,
      reason,
      ...(isExcused(result) ? { known: excuseOf(result, report) } : {}),
      blockedBy,
      exchanges,
      violating,
      findings: findingsTotal,
    }
  })
  const { durationMs, edition } = report
  return [...results, { event: 'end', verdict, reason, requests, counts, durationMs, ...(edition && { edition }) }]
}

/** Renders all events of a finished run except its exchanges. */
export function ndjson(report: Report): string {
  const { tool, target, seed, profile, strict, startedAt, limits, summary } = report
  const start: RunEvent = {
    event: 'start',
    formatVersion: 2,
    tool,
    target,
    seed,
    profile,
    strict,
    startedAt,
    limits,
    requests: summary.requests,
  }
  return [start, ...closingEvents(report)].map(eventLine).join('')
}
