import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Format, renderers } from '../../../reports/index.ts'
import { validate } from '../../../schemas/index.ts'
import type { Report } from '../../model/report.ts'

/** The file that each format is written to; a terminal is no file. */
const fileNames = {
  html: 'report.html',
  json: 'results.json',
  junit: 'junit.xml',
  markdown: 'report.md',
  terminal: undefined,
} as const satisfies Record<Format, string | undefined>

/** What a run writes unless it is told otherwise. */
export const usualFormats: readonly Format[] = ['json', 'html', 'junit']

/** Writes the report in each format, and says which files it wrote. A file is there whole or not at all. */
export function writeReports(report: Report, formats: readonly Format[], folder: string): readonly string[] {
  assertValid(report)
  return formats.flatMap((format) => {
    const name = fileNames[format]
    if (name === undefined) return []
    const file = join(folder, name)
    writeFileSync(`${file}.part`, renderers[format](report))
    renameSync(`${file}.part`, file)
    return [name]
  })
}

/** A result document that its own schema refuses is a defect of the suite. */
function assertValid(report: Report): void {
  const plain: unknown = JSON.parse(JSON.stringify(report))
  const [violation] = validate('results/results', plain).violations
  if (violation !== undefined) throw new Error(`the results break their own schema: ${violation.message}`)
}
