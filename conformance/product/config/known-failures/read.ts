import type { ResultName } from '../../../core/model/report.ts'
import { type Endpoint, endpoints } from '../../../core/model/vocabulary.ts'
import { readDocument, type Source } from '../../../core/text/document.ts'
import type { KnownGroup } from '../../../engine/judge/index.ts'
import { brokenRules, type FileProblem, inOrder, reject } from '../problem.ts'
import { isNamed, type KnownEntry } from './entry.ts'

/** The placeholder of a reason. A list that contains it is rejected. */
export const placeholder = 'write here why this is known to fail'

/** A list of known failures, with the places of its entries. */
export interface KnownList {
  readonly entries: readonly KnownEntry[]
  /** Returns the place of an entry or member, for example `known.yaml:2:3` for `/0/reason`. */
  at(pointer: string): string
}

/** Reads a list of known failures. Throws a `UsageError` with the place of an error. */
export function readKnownFailures(source: Source): KnownList {
  const document = readDocument(source)
  // An empty file is an empty list.
  const value = document.value ?? []
  reject(inOrder(brokenRules({ schema: 'known-failures/known-failures' }, value, document), document), document)
  return checkedEntries({ entries: value as readonly KnownEntry[], at: document.at })
}

/** Rejects a list with an entry that has no reason or that is listed twice. Returns the list otherwise. */
export function checkedEntries(list: KnownList): KnownList {
  reject(
    list.entries.flatMap((entry, index) => [...unreasoned(entry, index), ...listedTwice(entry, index, list)]),
    list,
  )
  return list
}

/** Matches placeholders that people write instead of a reason. */
const later = /^($|(to-?do|tbd)\b|to do\s*($|[:.,;(–-]))/i

function unreasoned({ requirement, reason }: KnownEntry, index: number): readonly FileProblem[] {
  const isWritten = !later.test(reason.trim()) && !reason.trim().startsWith(placeholder)
  const text = `the reason for ${requirement} is still to be written; say why it is known to fail`
  return isWritten ? [] : [{ pointer: `/${index}/reason`, text }]
}

/** Returns a problem if an entry is listed twice. A requirement may be listed once for each operation. */
function listedTwice(entry: KnownEntry, index: number, { entries, at }: KnownList): readonly FileProblem[] {
  const own = operationsOf(entry)
  const first = entries.findIndex(
    (other) => other.requirement === entry.requirement && operationsOf(other).some((one) => own.includes(one)),
  )
  const text = `${entry.requirement} is already listed at ${at(`/${first}`)}; remove one of them`
  return first === index ? [] : [{ pointer: `/${index}`, text }]
}

function operationsOf({ operations = endpoints }: KnownEntry): readonly Endpoint[] {
  return operations
}

/** Returns the entries, each with the results that it matches. */
export function resolved(entries: readonly KnownEntry[], names: readonly ResultName[]): readonly KnownGroup[] {
  return entries.map((known) => {
    const { requirement: pattern, ...entry } = known
    return { entry: { pattern, ...entry }, names: names.filter((name) => isNamed(known, name)) }
  })
}
