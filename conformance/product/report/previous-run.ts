import { readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolders } from '../../core/files/make-folders.ts'
import { isOurs } from '../../core/files/own-files.ts'
import type { Report } from '../../core/model/report.ts'

/** The subfolder with the last earlier run that has verdicts. */
export const previousFolder = 'previous'

const kept = ['results.json', 'exchanges.ndjson'] as const

/**
 * Moves the results and the evidence of an earlier run into `previous`. A run without verdicts does not replace the one
 * there. Files that cannot be moved stay, and so do those that are being judged.
 */
export function keepPrevious(out: string, judged: readonly string[] = []): void {
  try {
    if (!hasVerdicts(join(out, 'results.json'))) return
    const folder = join(out, previousFolder)
    makeFolders(folder)
    for (const name of kept) {
      if (judged.includes(join(out, name))) continue
      rmSync(join(folder, name), { force: true })
      if (isOurs(join(out, name))) renameSync(join(out, name), join(folder, name))
    }
  } catch {}
}

/** Returns whether a file contains results with at least one verdict. */
function hasVerdicts(file: string): boolean {
  if (!isOurs(file)) return false
  const { summary } = JSON.parse(readFileSync(file, 'utf8')) as Partial<Report>
  const { pass = 0, fail = 0, warn = 0, observed = 0 } = summary?.counts ?? {}
  return pass + fail + warn + observed > 0
}
