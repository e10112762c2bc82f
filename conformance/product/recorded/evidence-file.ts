import { basename, dirname, join } from 'node:path'
import { factsOf } from '../../core/files/file-facts.ts'
import { beginningOf, fileInFolder } from '../../core/files/open-file.ts'
import { UsageError } from '../../core/text/usage-error.ts'
import type { EvidenceHeader } from '../../engine/record/evidence/frame.ts'
import { readEvidence } from '../../engine/record/evidence/read-evidence.ts'

const usualName = 'exchanges.ndjson'

/** Returns the evidence file at a path, which may be the folder of a run. */
export function evidenceAt(path: string): string {
  const found = factsOf(path)
  if (found === undefined)
    throw new UsageError(`there is no file ${path}; name a recording, such as the ${usualName} that mgi run writes`)
  if (found.isDirectory()) return evidenceIn(path)
  if (found.isFile() && found.size === 0)
    throw new UsageError(`${path} is empty; name the ${usualName} that mgi run writes`)
  return path
}

/**
 * Returns the evidence file at a path. Accepts the results of a run, and then returns the evidence in the same folder.
 */
export function evidenceOfRun(path: string): string {
  const isResults = factsOf(path)?.isFile() === true && basename(path).endsWith('.json')
  return isResults ? evidenceIn(dirname(path)) : evidenceAt(path)
}

function evidenceIn(folder: string): string {
  const file = fileInFolder(folder, usualName)
  if (file === undefined)
    throw new UsageError(
      `there is no ${join(folder, usualName)}: mgi judges the evidence, which mgi run writes; name the folder of a run`,
    )
  return evidenceAt(file)
}

export function isEvidence(file: string): boolean {
  return /^\{\s*"kind"\s*:\s*"header"/.test(beginningOf(file, 64).toString('utf8'))
}

/** Reads the header of an evidence file. Returns `undefined` if there is no header or no such file. */
export async function readHeader(file: string, signal?: AbortSignal): Promise<EvidenceHeader | undefined> {
  if (factsOf(file)?.isFile() !== true) return undefined
  for await (const item of readEvidence(file, signal)) return item.kind === 'header' ? item.header : undefined
  return undefined
}
