import { isBreaking } from '../../core/model/client-effect.ts'
import { isCut, limitsIn } from '../../core/model/limit.ts'
import type { Report, RunVerdict } from '../../core/model/report.ts'
import type { UpstreamVerdict } from '../../core/model/upstream.ts'

/**
 * The exit status of every command.
 *
 * | status | meaning |
 * |---|---|
 * | 0 | conforming, no new failure, or the command succeeded |
 * | 1 | nonconforming |
 * | 2 | usage or configuration error; nothing was sent or written |
 * | 3 | inconclusive: target unreachable, nothing judged, planned results that could not be decided, or an error of the
 * suite |
 * | 130 | interrupted by Ctrl-C, SIGTERM or SIGHUP; reports of the results so far were written |
 */
export const exitCode = {
  conforming: 0,
  'no-new-failure': 0,
  nonconforming: 1,
  misuse: 2,
  inconclusive: 3,
  interrupted: 130,
} as const satisfies Record<RunVerdict | 'misuse' | 'interrupted', number>

/** The status of a command that judges nothing and succeeded. */
export const done = exitCode.conforming

/** The results that can decide the exit status of a run. */
export const gates = ['verdict', 'clients', 'upstream'] as const
export type Gate = (typeof gates)[number]

/**
 * Returns the exit status for a report and a gate. With the gate `clients`, a nonconforming run exits with 0 if it
 * tested all of the clients completely, and its causes are not known to break any of them. With the gate `upstream`,
 * only the experiment behind the gateway counts. `isBrokenOff` states that the
 * run ended early, which a nonconforming report does not show.
 */
export function gatedExitCode(report: GatedReport, gate: Gate, isBrokenOff = false): number {
  const { summary, clients = [], upstream } = report
  const status = exitCode[summary.verdict]
  if (gate === 'upstream') return upstreamStatus[upstream?.verdict ?? 'inconclusive']
  if (gate === 'verdict' || status === exitCode.inconclusive) return status
  if (clients.some(({ effect }) => isBreaking(effect))) return exitCode.nonconforming
  const isUndecided = isBrokenOff || limitsIn(report).some(isCut) || clients.some(({ isTested }) => !isTested)
  return isUndecided ? exitCode.inconclusive : exitCode.conforming
}

const upstreamStatus = {
  faithful: exitCode.conforming,
  unfaithful: exitCode.nonconforming,
  inconclusive: exitCode.inconclusive,
} as const satisfies Record<UpstreamVerdict, number>

type GatedReport = Pick<Report, 'summary' | 'clients' | 'limits' | 'limitKinds' | 'upstream'>

/** Returns the exit status for a report: 0 conforming or no new failure, 1 nonconforming, 3 inconclusive. */
export function exitCodeOf({ summary }: Pick<Report, 'summary'>): number {
  return exitCode[summary.verdict]
}
