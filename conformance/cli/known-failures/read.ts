import type { KnownGroup } from '../../judge/index.ts'
import { readDocument, type Source } from '../config/document.ts'
import { brokenRules, inOrder, type Problem, refuse } from '../config/problem.ts'
import { matchesGlob } from '../glob.ts'
import type { KnownEntry } from './entry.ts'

/** What a reason reads until somebody has written one; a list that holds it is refused. */
export const placeholder = 'write here why this is known to fail'

/** A list of known failures, and where its parts stand. */
export interface KnownList {
  readonly entries: readonly KnownEntry[]
  /** Where an entry, or a member of it, stands: `/0/reason` of the list at `known.yaml:2:3`. */
  at(pointer: string): string
}

/** Reads a list of known failures. Whatever is wrong with it is a `UsageError` that says where. */
export function readKnownFailures(source: Source): KnownList {
  const document = readDocument(source)
  // A list that has become empty is still a list.
  const value = document.value ?? []
  refuse(inOrder(brokenRules({ schema: 'known-failures/known-failures' }, value, document), document), document)
  return thoughtThrough({ entries: value as readonly KnownEntry[], at: document.at })
}

/** The list, unless somebody has to think about it first: an entry without a reason, or listed twice. */
export function thoughtThrough(list: KnownList): KnownList {
  refuse(
    list.entries.flatMap((entry, index) => [...unreasoned(entry, index), ...listedTwice(entry, index, list)]),
    list,
  )
  return list
}

/** What people write who mean to think about it later. */
const later = /^($|(to-?do|tbd)\b|to do\s*($|[:.,;(–-]))/i

function unreasoned({ requirement, reason }: KnownEntry, index: number): readonly Problem[] {
  const isWritten = !later.test(reason.trim()) && !reason.trim().startsWith(placeholder)
  const text = `the reason for ${requirement} is still to be written; say why it is known to fail`
  return isWritten ? [] : [{ pointer: `/${index}/reason`, text }]
}

function listedTwice({ requirement }: KnownEntry, index: number, { entries, at }: KnownList): readonly Problem[] {
  const first = entries.findIndex((entry) => entry.requirement === requirement)
  const text = `${requirement} is listed at ${at(`/${first}`)} already; leave one of them`
  return first === index ? [] : [{ pointer: `/${index}`, text }]
}

/** Entries with the requirements that each of them names. */
export function resolved(entries: readonly KnownEntry[], ids: readonly string[]): readonly KnownGroup[] {
  return entries.map(({ requirement: pattern, ...entry }) => ({
    entry: { pattern, ...entry },
    requirements: ids.filter((id) => matchesGlob(pattern, id)),
  }))
}
