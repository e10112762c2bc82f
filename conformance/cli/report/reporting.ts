import type { Report } from '../../model/report.ts'
import { exitCode } from '../exit-code.ts'
import type { Destination } from './destinations.ts'
import type { Written } from './write-reports.ts'

/** Whether the summary for people belongs on standard output although nobody asked for it by name. */
export function wantsSummary(destinations: readonly Destination[], isQuiet: boolean): boolean {
  return !isQuiet && destinations.every(({ format, file }) => file !== null || format === 'github')
}

/** The destinations, and the summary for people where it belongs. */
export function withSummary(destinations: readonly Destination[], isQuiet: boolean): readonly Destination[] {
  return wantsSummary(destinations, isQuiet)
    ? [...destinations, { format: 'terminal', file: null, name: '-' }]
    : destinations
}

/** The exit status of a verdict whose reports were written; where one could not be, nobody is told that all is well. */
export function statusOf({ summary }: Report, { isIncomplete }: Written): number {
  const status = exitCode[summary.verdict]
  return isIncomplete && status === exitCode.conforming ? exitCode.inconclusive : status
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
