import { type Format, renderers } from '../../../reports/index.ts'
import { validate } from '../../../schemas/index.ts'
import { replaceFile } from '../../core/files/replacing.ts'
import { writeFile } from '../../core/files/write-file.ts'
import type { Report } from '../../core/model/report.ts'
import type { Destination } from './destinations.ts'
import { writeHar } from './write-har.ts'

/** The result of writing reports. */
export interface Written {
  /** The destinations that were written, except standard output. */
  readonly files: readonly Destination[]
  /** The files that could not be written, as text. */
  readonly problems: readonly string[]
}

/**
 * Writes the report to each destination that is a file, completely or not at all. A failure does not stop the others.
 * Formats with all exchanges read them from the evidence files. `onFile` is called before each file with its number and
 * the number of files.
 */
export async function writeReportFiles(
  report: Report,
  destinations: readonly Destination[],
  evidence: readonly string[],
  onFile?: (number: number, total: number) => void,
): Promise<Written> {
  assertValid(report)
  const files: Destination[] = []
  const problems: string[] = []
  const toWrite = destinations.flatMap((one) => (one.file === null ? [] : [{ destination: one, file: one.file }]))
  for (const [index, { destination, file }] of toWrite.entries()) {
    const { format } = destination
    onFile?.(index + 1, toWrite.length)
    const problem = await replaceFile(file, (part) => writeReport(report, format, evidence, part))
    if (problem === undefined) files.push(destination)
    else problems.push(problem)
  }
  return { files, problems }
}

async function writeReport(report: Report, format: Format, evidence: readonly string[], file: string): Promise<void> {
  if (format === 'har' && evidence.length > 0) await writeHar(report, evidence, file)
  else writeFile(file, renderers[format](report))
}

/** Throws if the results violate their own schema, which is a defect of the suite. */
function assertValid(report: Report): void {
  const plain: unknown = JSON.parse(JSON.stringify(report))
  const [violation] = validate('results/results', plain).violations.filter(
    ({ keyword }) => keyword !== 'additionalProperties',
  )
  if (violation !== undefined) throw new Error(`the results violate their own schema: ${violation.message}`)
}
