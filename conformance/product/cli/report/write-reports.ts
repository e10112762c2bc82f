import { type Format, renderers, terminal, text } from '../../../../reports/index.ts'
import { inertIn } from '../../../../reports/workflow-command.ts'
import { replaceFile } from '../../../core/files/replacing.ts'
import { writeFile } from '../../../core/files/write-file.ts'
import type { Report } from '../../../core/model/report.ts'
import type { Destination } from '../../report/destinations.ts'
import { removedInWords, removeFormerReports } from '../../report/former-reports.ts'
import { writeHar } from '../../report/write-har.ts'
import { type Written, writeReportFiles } from '../../report/write-reports.ts'
import type { Io } from '../io.ts'
import type { ProgressDisplay } from '../run/progress.ts'
import { writtenInWords } from './reporting.ts'

interface Sources {
  /** The evidence files, for formats that contain every exchange. Empty if only the report is known. */
  readonly evidence: readonly string[]
  readonly io: Io
  /** Called when the files are written, before the report is printed, so that the report is the last output. */
  readonly onFiles?: ((written: Written) => void) | undefined
  /** Shows which of the files is being written. */
  readonly progress?: Pick<ProgressDisplay, 'figure' | 'end'> | undefined
}

/** Writes the report to each file, reports failures on stderr, then prints the formats for standard output. */
export async function writeAndPrint(
  report: Report,
  destinations: readonly Destination[],
  { evidence, io, onFiles, progress }: Sources,
): Promise<Written> {
  const onFile = (number: number, total: number) => progress?.figure(`report ${number} of ${total}`)
  const written = await writeReportFiles(report, destinations, evidence, onFile)
  progress?.end()
  for (const problem of written.problems) io.stderr.write(`mgi: ${problem}\n`)
  onFiles?.(written)
  for (const destination of destinations) if (destination.file === null) await print(report, destination, evidence, io)
  return written
}

/** Writes one value in several formats. Returns whether every file could be written. */
export async function areDocumentsWritten<Name extends string>(
  destinations: readonly Destination<Name>[],
  render: (format: Name) => string,
  io: Io,
): Promise<boolean> {
  let isComplete = true
  for (const { format, file } of destinations) {
    if (file === null) io.stdout.write(inertOutput(format, render(format)))
    else if (!(await isReplaced(file, (part) => writeFile(part, render(format)), io))) isComplete = false
  }
  return isComplete
}

/** Replaces a file. If it cannot be written, reports that on stderr and returns `false`. */
export async function isReplaced(
  file: string,
  write: (part: string) => void | Promise<void>,
  { stderr }: Pick<Io, 'stderr'>,
): Promise<boolean> {
  const problem = await replaceFile(file, write)
  if (problem !== undefined) stderr.write(`mgi: ${problem}\n`)
  return problem === undefined
}

async function print(report: Report, { format }: Destination, evidence: readonly string[], io: Io): Promise<void> {
  const { stdout } = io
  if (format === 'terminal' || format === 'text')
    stdout.write({ terminal, text }[format](report, { colour: hasColour(io) }))
  else if (format === 'har' && evidence.length > 0)
    await writeHar(report, evidence, (part) => stdout.write(inertOutput(format, part)))
  else stdout.write(inertOutput(format, renderers[format](report)))
}

const inJson: readonly string[] = ['json', 'ndjson', 'har', 'ctrf'] satisfies readonly Format[]

/** Returns a document without commands for a CI runner. Renderers of other formats than JSON see to that themselves. */
export function inertOutput(format: string, text: string): string {
  return inJson.includes(format) ? inertIn('json', text) : text
}

/** Returns whether text for people has colours. */
export function hasColour({ stdout, env }: Io): boolean {
  const forced = env['FORCE_COLOR']
  if (forced === '0' || forced === 'false' || isSet(env['NO_COLOR'])) return false
  return (stdout.isTTY === true || isSet(forced)) && env['TERM'] !== 'dumb'
}

function isSet(variable: string | undefined): boolean {
  return variable !== undefined && variable !== '' && variable !== '0'
}

interface Folder {
  /** The absolute path; `undefined` if the user named none. */
  readonly out: string | undefined
  /** The path as the user wrote it. */
  readonly inWords: string | undefined
  /** Other files that were written to it. */
  readonly besides: readonly string[]
  readonly isQuiet: boolean
}

/** Removes the reports of an earlier run from the folder. Prints on stderr which files were written and removed. */
export function printWrittenFiles(
  written: Written,
  destinations: readonly Destination[],
  { out, inWords = '.', besides, isQuiet }: Folder,
  { stderr }: Pick<Io, 'stderr'>,
): void {
  const removed = out === undefined ? undefined : removedInWords(removeFormerReports(out, destinations))
  const isAnything = written.files.length + besides.length > 0
  const told = isAnything ? writtenInWords(written, inWords, besides) : undefined
  for (const line of isQuiet ? [] : [told, removed]) if (line !== undefined) stderr.write(`${line}\n`)
}
