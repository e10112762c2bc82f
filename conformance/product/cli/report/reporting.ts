import type { Report } from '../../../core/model/report.ts'
import type { Destination } from '../../report/destinations.ts'
import { exitCode, type Gate, gatedExitCode } from '../../report/exit-code.ts'
import type { Written } from '../../report/write-reports.ts'
import { ungrouped } from '../command.ts'
import { configOptionSpecs } from '../run/options/config-options.ts'

export interface Printed {
  readonly quiet?: boolean | undefined
  readonly verbose?: boolean | undefined
}

export const printedOptionSpecs = {
  quiet: ungrouped(configOptionSpecs.quiet),
  verbose: ungrouped(configOptionSpecs.verbose),
}

/** Adds the human-readable summary to the destinations, if standard output is free. */
export function withSummary(destinations: readonly Destination[], printed: Printed): readonly Destination[] {
  const isFree = destinations.every(({ format, file }) => file !== null || format === 'github')
  if (printed.quiet === true || !isFree) return destinations
  return [...destinations, { format: printed.verbose === true ? 'text' : 'terminal', file: null, name: '-' }]
}

/** Returns the exit status of a verdict. It is never 0 if a report could not be written. */
export function statusOf(report: Report, { problems }: Written, gate: Gate = 'verdict', isBrokenOff = false): number {
  const status = gatedExitCode(report, gate, isBrokenOff)
  return problems.length > 0 && status === exitCode.conforming ? exitCode.inconclusive : status
}

/** Lists the written files, for example `wrote results.json, exchanges.ndjson to mgi-report, and ci/junit.xml`. */
export function writtenInWords({ files }: Written, folder: string, besides: readonly string[] = []): string {
  const names = (isElsewhere: boolean) =>
    files.filter((file) => (file.isElsewhere === true) === isElsewhere).map(({ name }) => name)
  const inside = [...names(false), ...besides]
  const parts = [
    ...(inside.length === 0 ? [] : [`${inside.join(', ')} to ${folder}`]),
    ...(names(true).length === 0 ? [] : [names(true).join(', ')]),
  ]
  return parts.length === 0 ? 'wrote no file' : `wrote ${parts.join(', and ')}`
}
