import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Violation, validate } from '../../schemas/index.ts'
import type { Report } from '../model/report.ts'
import { UsageError } from '../model/usage-error.ts'
import { contradictionIn } from './contradiction.ts'

/** The format that this version reads and writes. */
const formatVersion = 2

/** The results document at a path; where that is a folder, the results.json in it. */
export function resultsFile(path: string): string {
  if (!existsSync(path)) throw new UsageError(`there is no file ${path}; name a results.json, or the folder of a run`)
  if (!statSync(path).isDirectory()) return path
  const file = join(path, 'results.json')
  if (!existsSync(file)) throw new UsageError(`${path} has no results.json; mgi run writes it`)
  return file
}

/**
 * Reads a results document. Whatever is wrong with it is a `UsageError` of one line. Members that this version does not
 * know are no error: a later version may add some (docs/results.md). They are noted once.
 */
export function readResults(path: string, onNote: (text: string) => void): Report {
  const value = parsed(path)
  const { formatVersion: version } = (value ?? {}) as { readonly formatVersion?: unknown }
  if (version === undefined) throw wrong(path, 'it has no formatVersion')
  if (version !== formatVersion)
    throw new UsageError(
      `${path} has the format version ${shown(version)}, and this version of mgi reads ${formatVersion}; ${remedyFor(version)}`,
    )
  const { violations } = validate('results/results', value)
  const [broken] = violations.filter((violation) => !isUnknownMember(violation))
  if (broken !== undefined) throw wrong(path, shortened(broken.message))
  if (violations.length > 0) onNote(`${path} has members that this version does not know; they are left aside`)
  const contradiction = contradictionIn(value as Report)
  if (contradiction !== undefined) throw wrong(path, contradiction)
  return value as Report
}

/** Exchanges of version 1 are still read: what was judged then can be judged again. */
function remedyFor(version: unknown): string {
  return version === 1 ? 'judge its evidence again: mgi check exchanges.ndjson --out DIR' : 'use the mgi that wrote it'
}

function parsed(path: string): unknown {
  const text = textOf(path)
  if (text.trim() === '') throw wrong(path, 'it is empty')
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw wrong(path, 'it is not JSON')
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new UsageError(`${path} cannot be read (${(error as NodeJS.ErrnoException).code}); name another one`)
  }
}

function isUnknownMember({ keyword }: Violation): boolean {
  return keyword === 'additionalProperties'
}

function wrong(path: string, why: string): UsageError {
  return new UsageError(`${path} is no results document of mgi: ${why}; mgi run writes results.json`)
}

function shown(value: unknown): string {
  return shortened(JSON.stringify(value) ?? 'nothing')
}

/** What stands in the file may be long, and may act on a terminal. */
function shortened(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '�').slice(0, 160)
}
