import { writeFileSync } from 'node:fs'
import { type Format, renderers } from '../../../reports/index.ts'
import { validate } from '../../../schemas/index.ts'
import type { Report } from '../../model/report.ts'
import type { Io } from '../io.ts'
import type { Destination } from './destinations.ts'
import { printSummary } from './print-summary.ts'
import { isReplaced } from './replacing.ts'
import { writeHar } from './write-har.ts'

/** What became of reports. */
export interface Written {
  /** The destinations that were written; standard output is none of them. */
  readonly files: readonly Destination[]
  /** Whether some could not be. */
  readonly isIncomplete: boolean
}

/** What reports are made from, beside the report. */
export interface Sources {
  /** The evidence files, for formats that show every exchange; none where there is only the report. */
  readonly evidence: readonly string[]
  readonly io: Io
}

/**
 * Writes the report to each destination; standard output comes last. A file is there whole or not at all, and one that
 * cannot be written is said on stderr and does not keep the others from being written.
 */
export async function writeReports(
  report: Report,
  destinations: readonly Destination[],
  { evidence, io }: Sources,
): Promise<Written> {
  assertValid(report)
  const written: Destination[] = []
  const files = destinations.filter(({ file }) => file !== null)
  for (const destination of files) {
    const write = (part: string) => writeFile(report, destination.format, evidence, part)
    if (await isReplaced(destination.file!, write, io)) written.push(destination)
  }
  for (const destination of destinations) if (destination.file === null) await print(report, destination, evidence, io)
  return { files: written, isIncomplete: written.length < files.length }
}

async function writeFile(report: Report, format: Format, evidence: readonly string[], file: string): Promise<void> {
  if (format === 'har' && evidence.length > 0) await writeHar(report, evidence, file)
  else writeFileSync(file, renderers[format](report))
}

async function print(report: Report, { format }: Destination, evidence: readonly string[], io: Io): Promise<void> {
  if (format === 'terminal') printSummary(report, io)
  else if (format === 'har' && evidence.length > 0) await writeHar(report, evidence, io.stdout)
  else io.stdout.write(renderers[format](report))
}

/** A result document that its own schema refuses is a defect of the suite. */
function assertValid(report: Report): void {
  const plain: unknown = JSON.parse(JSON.stringify(report))
  const [violation] = validate('results/results', plain).violations.filter(
    ({ keyword }) => keyword !== 'additionalProperties',
  )
  if (violation !== undefined) throw new Error(`the results break their own schema: ${violation.message}`)
}
