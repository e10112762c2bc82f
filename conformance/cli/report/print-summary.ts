import { terminal } from '../../../reports/index.ts'
import type { Report } from '../../model/report.ts'
import type { Io } from '../io.ts'

/** Prints the summary that people read after a run. */
export function printSummary(report: Report, { stdout, env }: Io): void {
  const colour =
    (stdout.isTTY === true || isSet(env['FORCE_COLOR'])) && !isSet(env['NO_COLOR']) && env['TERM'] !== 'dumb'
  stdout.write(terminal(report, { colour }))
}

function isSet(variable: string | undefined): boolean {
  return variable !== undefined && variable !== '' && variable !== '0'
}
