import { relative } from 'node:path'
import { visibleLine } from '../../../reports/visible.ts'
import type { Summary } from '../../model/report.ts'
import type { PassedOver } from '../../recorded/find-recordings.ts'
import { exitCode } from '../../report/exit-code.ts'

/** The outcome of the recordings of one target. */
export interface TargetOutcome {
  readonly target: string
  readonly summary: Pick<Summary, 'verdict' | 'reason' | 'requests'>
  readonly status: number
}

/** The exit statuses from the worst to the best. */
const order = [exitCode.nonconforming, exitCode.inconclusive, exitCode.conforming] as const

/** Returns the exit status for all targets: that of the worst one. */
export function worstStatus(outcomes: readonly TargetOutcome[]): number {
  return order.find((status) => outcomes.some((one) => one.status === status)) ?? exitCode.inconclusive
}

const verdicts: Readonly<Record<number, string>> = {
  [exitCode.conforming]: 'no failure in the recordings of all hosts',
  [exitCode.nonconforming]: 'nonconforming: the recordings of at least one host have failures',
  [exitCode.inconclusive]: 'inconclusive: the recordings of at least one host decide nothing',
}

/** Returns a line for each target, and one for all of them. */
export function overall(outcomes: readonly TargetOutcome[]): readonly string[] {
  return [
    `${outcomes.length} hosts`,
    ...outcomes.map(({ target, summary }) => visibleLine(`  ${target}: ${summary.verdict} (${summary.reason})`)),
    `All: ${verdicts[worstStatus(outcomes)]}`,
  ]
}

/** The most files of one reason that are named. */
const named = 3

/** Returns a line for each reason why files of folders are not judged. */
export function passedOverLines(list: readonly PassedOver[], cwd: string): readonly string[] {
  const byReason = new Map<string, string[]>()
  for (const { file, why } of list) byReason.set(why, [...(byReason.get(why) ?? []), relative(cwd, file) || file])
  return [...byReason].map(([why, files]) => {
    const more = files.length > named ? ` and ${files.length - named} more` : ''
    return visibleLine(`passed over ${files.slice(0, named).join(', ')}${more}: ${why}`)
  })
}
