import type { KnownGroup } from '../../judge/index.ts'
import { readDocument } from '../config/document.ts'
import { assertKeeps } from '../config/problem.ts'
import { matchesGlob } from '../glob.ts'
import { UsageError } from '../usage-error.ts'
import type { KnownEntry } from './entry.ts'

/** Reads a list of known failures. Whatever is wrong with it is a `UsageError` that says where. */
export function readKnownFailures(file: string, name: string): readonly KnownEntry[] {
  const document = readDocument(file, name)
  // A list that has become empty is still a list.
  const value = document.value ?? []
  assertKeeps({ schema: 'known-failures/known-failures' }, value, document)
  const entries = value as readonly KnownEntry[]
  assertReasons(entries, (index) => document.at(`/${index}/reason`))
  return entries
}

/** A reason that nobody has thought about yet is none. */
export function assertReasons(entries: readonly KnownEntry[], at: (index: number) => string): void {
  const index = entries.findIndex(({ reason }) => /^\s*(TODO\b|$)/i.test(reason))
  if (index < 0) return
  const { requirement } = entries[index]!
  throw new UsageError(
    `${at(index)}: the reason for ${requirement} is still to be written; say why it is known to fail`,
  )
}

/** Entries with the requirements that each of them names. */
export function resolved(entries: readonly KnownEntry[], ids: readonly string[]): readonly KnownGroup[] {
  return entries.map(({ requirement: pattern, ...entry }) => ({
    entry: { pattern, ...entry },
    requirements: ids.filter((id) => matchesGlob(pattern, id)),
  }))
}
