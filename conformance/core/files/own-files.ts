import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from '../text/usage-error.ts'
import { factsOf, isSpecial } from './file-facts.ts'
import { beginningOf } from './open-file.ts'

/** Patterns in the beginning of every file that this suite writes. Config files and package.json do not match. */
const marks = [
  /model-gateway-conformance (?:<strong>)?\d+\.\d+\.\d+/,
  /"name": ?"model-gateway-conformance"/,
  /"title": "Model Gateway Interface"/,
  /aria-label="model gateway interface: /,
  /^::(?:error|warning|notice) /m,
  /^(?:## )?\d+ implementations side by side$/m,
  /^\[\s*\{\s*"(?:requirement|operation)": ?"/,
]

/** The number of bytes at the beginning of a file that are searched. */
const beginning = 64 * 1024

/** Returns whether a regular file is a report, evidence or another document of this suite. */
export function isOurs(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() === true && isMarked(path)
}

/** Returns whether a path names a file with content that this suite did not write. */
export function isForeign(path: string): boolean {
  const facts = factsOf(path)
  return facts?.isFile() === true && facts.size > 0 && !isMarked(path)
}

/**
 * Returns what commands read again from a file of this suite: the evidence of a run or its results. Nothing else may
 * replace it.
 */
export function recordIn(path: string): 'evidence' | 'results' | undefined {
  if (factsOf(path)?.isFile() !== true) return undefined
  const text = beginningOf(path, 64).toString('utf8')
  if (text.startsWith('{"kind":"header"')) return 'evidence'
  return /^\{\s*"formatVersion"/.test(text) ? 'results' : undefined
}

/**
 * Throws a `UsageError` if a command would overwrite a file in its folder that this suite did not write, or that is not
 * a regular file.
 */
export function assertOwnFiles(folder: string, names: readonly string[], given: string): void {
  const special = names.find((name) => isSpecial(join(folder, name)))
  if (special !== undefined)
    throw new UsageError(`${given}: ${special} in it is not a regular file; move it, or name another folder`)
  const foreign = names.find((name) => isForeign(join(folder, name)))
  if (foreign !== undefined)
    throw new UsageError(`${given}: ${foreign} in it was not written by mgi; move that file, or name another folder`)
}

function isMarked(path: string): boolean {
  const text = beginningOf(path, beginning).toString('utf8')
  return marks.some((mark) => mark.test(text))
}
