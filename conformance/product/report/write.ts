import { join } from 'node:path'
import process from 'node:process'
import { type Format, fileNames, renderers } from '../../../reports/index.ts'
import { factsOf } from '../../core/files/file-facts.ts'
import { whileLocked } from '../../core/files/lock-folder.ts'
import { outFolder } from '../../core/files/out-folder.ts'
import { assertOwnFiles } from '../../core/files/own-files.ts'
import type { Report } from '../../core/model/report.ts'
import { UsageError } from '../../core/text/usage-error.ts'
import { usualFormats } from './destinations.ts'
import { writeReportFiles } from './write-reports.ts'

export interface WriteOptions {
  /** The folder for the reports. It is created if it is missing. */
  readonly out: string
  /** The formats, by default `json`, `html` and `junit`. */
  readonly formats?: readonly Format[]
  /** The base folder of a relative `out`; by default that of the process. */
  readonly cwd?: string
}

/**
 * Writes reports to a folder and returns their paths. Each file is complete or missing; if one cannot be written,
 * throws after writing the others. A HAR contains all exchanges if the evidence of the run is in the same folder.
 *
 * @example
 * await writeReports(report, { out: 'mgi-report', formats: ['html', 'junit'] })
 */
export async function writeReports(
  report: Report,
  { out, formats = usualFormats, cwd = process.cwd() }: WriteOptions,
): Promise<readonly string[]> {
  const folder = outFolder(out, cwd)
  const destinations = [...new Set(formats)].map((format) => ({ format, ...fileOf(format, folder) }))
  const names = destinations.map(({ name }) => name)
  assertOwnFiles(folder, names, `out ${out}`)
  const file = join(folder, 'exchanges.ndjson')
  const evidence = factsOf(file)?.isFile() === true ? [file] : []
  const { files, problems } = await whileLocked({ folder, option: 'out', command: 'writeReports' }, () =>
    writeReportFiles(report, destinations, evidence),
  )
  if (problems.length > 0) throw new Error(problems.join('; '))
  return files.flatMap((one) => (one.file === null ? [] : [one.file]))
}

function fileOf(format: Format, folder: string): { readonly file: string; readonly name: string } {
  const name = Object.hasOwn(renderers, format) ? fileNames[format] : undefined
  if (name === undefined)
    throw new UsageError(`the format ${format} is not one of ${Object.keys(fileNames).join(', ')}`)
  if (name === null) throw new UsageError(`the format ${format} is for a screen; print renderers.${format}(report)`)
  return { file: join(folder, name), name }
}
