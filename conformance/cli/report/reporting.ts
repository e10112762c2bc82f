import type { Report } from '../../model/report.ts'
import type { Destination } from '../../report/destinations.ts'
import { exitCode } from '../../report/exit-code.ts'
import type { Written } from '../../report/write-reports.ts'

/** How much of a report is printed for people. */
export interface Printed {
  readonly quiet?: boolean | undefined
  readonly verbose?: boolean | undefined
}

/** The options that say how much of a report is printed. */
export const printedOptionSpecs = {
  quiet: { type: 'boolean', help: 'Print errors only.' },
  verbose: { type: 'boolean', help: 'Print every finding, not the summary of at most 60 lines.' },
} as const

/** The destinations, and what is printed for people where standard output is free for it. */
export function withSummary(destinations: readonly Destination[], printed: Printed): readonly Destination[] {
  const isFree = destinations.every(({ format, file }) => file !== null || format === 'github')
  if (printed.quiet === true || !isFree) return destinations
  return [...destinations, { format: printed.verbose === true ? 'text' : 'terminal', file: null, name: '-' }]
}

/** The exit status of a verdict whose reports were written; where one could not be, nobody is told that all is well. */
export function statusOf({ summary }: Report, { problems }: Written): number {
  const status = exitCode[summary.verdict]
  return problems.length > 0 && status === exitCode.conforming ? exitCode.inconclusive : status
}

/** What was written and where: `wrote results.json, exchanges.ndjson to mgi-report, and ci/junit.xml`. */
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
