import { isBreaking } from '../model/client-effect.ts'
import type { Report, RunVerdict } from '../model/report.ts'

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
 * | 130 | interrupted by Ctrl-C or SIGTERM; reports of the results so far were written |
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
export const gates = ['verdict', 'clients'] as const
export type Gate = (typeof gates)[number]

/**
 * Returns the exit status for a report and a gate. With the gate `clients`, a nonconforming run exits with 0 if its
 * causes are not known to break any of the clients.
 */
export function gatedExitCode({ summary, clients = [] }: Pick<Report, 'summary' | 'clients'>, gate: Gate): number {
  const status = exitCode[summary.verdict]
  if (gate === 'verdict' || status === exitCode.inconclusive) return status
  return clients.some(({ effect }) => isBreaking(effect)) ? exitCode.nonconforming : exitCode.conforming
}

/** Returns the exit status for a report: 0 conforming or no new failure, 1 nonconforming, 3 inconclusive. */
export function exitCodeOf({ summary }: Pick<Report, 'summary'>): number {
  return exitCode[summary.verdict]
}
