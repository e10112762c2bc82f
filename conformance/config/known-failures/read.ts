import type { KnownGroup } from '../../judge/index.ts'
import type { ResultName } from '../../model/report.ts'
import { type Endpoint, endpoints } from '../../model/vocabulary.ts'
import { readDocument, type Source } from '../document.ts'
import { brokenRules, inOrder, type Problem, reject } from '../problem.ts'
import { isNamed, type KnownEntry } from './entry.ts'

/** What a reason reads until somebody has written one; a list that holds it is rejected. */
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
  reject(inOrder(brokenRules({ schema: 'known-failures/known-failures' }, value, document), document), document)
  return thoughtThrough({ entries: value as readonly KnownEntry[], at: document.at })
}

/** The list, unless somebody has to think about it first: an entry without a reason, or listed twice. */
export function thoughtThrough(list: KnownList): KnownList {
  reject(
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

/** The same requirement may stand there once for each operation. */
function listedTwice(entry: KnownEntry, index: number, { entries, at }: KnownList): readonly Problem[] {
  const own = operationsOf(entry)
  const first = entries.findIndex(
    (other) => other.requirement === entry.requirement && operationsOf(other).some((one) => own.includes(one)),
  )
  const text = `${entry.requirement} is listed at ${at(`/${first}`)} already; leave one of them`
  return first === index ? [] : [{ pointer: `/${index}`, text }]
}

function operationsOf({ operations = endpoints }: KnownEntry): readonly Endpoint[] {
  return operations
}

/** Entries with the results that each of them names. */
export function resolved(entries: readonly KnownEntry[], names: readonly ResultName[]): readonly KnownGroup[] {
  return entries.map((known) => {
    const { requirement: pattern, ...entry } = known
    return { entry: { pattern, ...entry }, names: names.filter((name) => isNamed(known, name)) }
  })
}
