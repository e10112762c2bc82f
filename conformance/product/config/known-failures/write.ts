import { writeFileSync } from 'node:fs'
import { Scalar, stringify } from 'yaml'
import { cutsOf } from '../../../../reports/limits.ts'
import { allResults, isBlocked, type Result } from '../../../../reports/result.ts'
import { resultsEnding } from '../../../../reports/select.ts'
import { replaceFile } from '../../../core/files/replacing.ts'
import type { KnownFailure, Report } from '../../../core/model/report.ts'
import type { Endpoint } from '../../../core/model/vocabulary.ts'
import { areaGlob, matchesGlob } from '../../../core/text/glob.ts'
import { visibleLine } from '../../../core/text/visible.ts'
import { schemaReference } from '../schema-reference.ts'
import { isNamed, type KnownEntry } from './entry.ts'
import type { KnownFailureOptions } from './options.ts'
import { placeholder } from './read.ts'

/** The outcome: a note about the written list, or the reason why it could not be written. */
export interface WrittenList {
  readonly note?: string
  readonly problem?: string
}

/** Writes a list of the failures of a run, if it is to be written. Entries that are still valid stay unchanged. */
export async function writeKnownFailures(
  report: Report,
  { write, entries }: Pick<KnownFailureOptions, 'write' | 'entries'>,
): Promise<WrittenList> {
  if (write === undefined) return {}
  const list = knownFailureList(report, entries)
  const cuts = cutsOf(report)
  const text = write.name.endsWith('.json')
    ? `${JSON.stringify(list, null, 2)}\n`
    : asYaml(list, schemaReference('known-failures/known-failures.json', write.file).reference, cuts)
  const problem = await replaceFile(write.file, (part) => writeFileSync(part, text))
  if (problem !== undefined) return { problem }
  const open = list.filter(({ reason }) => reason === placeholder).length
  const what = `${write.replaces ? 'brought' : 'wrote'} ${list.length} known failure${list.length === 1 ? '' : 's'} ${write.replaces ? 'up to date in' : 'to'} ${write.name}`
  const missing = open === 0 ? '' : `; ${open} of them still need${open === 1 ? 's' : ''} a reason`
  return { note: `${what}${missing}${cuts.map((cut) => `; more may fail: ${cut}`).join('')}` }
}

/** The states in which an entry is kept. */
const holding: ReadonlySet<KnownFailure['state']> = new Set(['excuses', 'untested'])

/**
 * Returns a list of the failures of a run, with which the same run would conform. Entries that are still valid stay
 * unchanged. If a glob has become too wide, its replacements keep its reason. Replacements of expired entries need a
 * new reason.
 */
export function knownFailureList(report: Report, former: readonly KnownEntry[]): readonly KnownEntry[] {
  const stateOf = (index: number) => report.knownFailures?.[index]?.state ?? 'untested'
  const kept = former.filter((_, index) => holding.has(stateOf(index)))
  const tooWide = former.filter((_, index) => stateOf(index) === 'passes')
  const fresh = resultsEnding(report, 'fail').filter((result) => !kept.some((entry) => isAbout(entry, result)))
  const groups = new Map<KnownEntry | undefined, Result[]>()
  for (const result of fresh) {
    const words = tooWide.find((entry) => isAbout(entry, result))
    groups.set(words, [...(groups.get(words) ?? []), result])
  }
  const taken = new Set([...kept, ...tooWide].map(({ requirement }) => requirement))
  const added = [...groups].flatMap(([words, results]) =>
    scopesFor(results, report, taken).map((scope) => inWords(scope, words)),
  )
  return [...kept, ...withoutDuplicates(added, kept)]
}

function isAbout(entry: KnownEntry, { id: requirement, operation }: Result): boolean {
  return isNamed(entry, { requirement, operation })
}

/** Returns an entry with the reason of its predecessor, or with a placeholder. */
function inWords(scope: Scope, words: KnownEntry | undefined): KnownEntry {
  const { requirement: _pattern, operations: _operations, intermittent: _intermittent, ...rest } = words ?? {}
  return { ...scope, reason: placeholder, ...rest }
}

/** Removes operations from entries if another entry has the same pattern and operation. */
function withoutDuplicates(added: readonly KnownEntry[], kept: readonly KnownEntry[]): readonly KnownEntry[] {
  const told: KnownEntry[] = [...kept]
  return added.flatMap((entry) => {
    const same = told.filter(({ requirement }) => requirement === entry.requirement)
    const free = entry.operations?.filter((one) => !same.some(({ operations }) => operations?.includes(one) ?? true))
    if (free?.length === 0 || (free === undefined && same.length > 0)) return []
    const own = free === undefined ? entry : { ...entry, operations: free }
    told.push(own)
    return [own]
  })
}

function asYaml(list: readonly KnownEntry[], reference: string, cuts: readonly string[]): string {
  const head = [
    `# yaml-language-server: $schema=${reference}`,
    '# Known failures, which do not fail a run. An entry fails it if its requirement passes, if it matches nothing, or',
    '# if it has expired. A run that did not send everything (a shard, some areas, smoke) keeps entries that pass.',
    '# Optional: operations (default: all), intermittent (true if it fails in some runs only: it never becomes out of',
    '# date), owner, link, and expires (the last day, such as 2030-01-31).',
    ...cuts.map((cut) => `# More may fail than this list has: ${visibleLine(cut)}`),
  ]
  return `${head.join('\n')}\n${stringify(list.map((entry) => ({ ...entry, reason: asReason(entry.reason) })))}`
}

/**
 * Writes the placeholder in quotes, because reasons often contain colons (`GW-17: …`), which YAML would read as keys.
 */
function asReason(reason: string): string | Scalar {
  if (reason !== placeholder) return reason
  const quoted = new Scalar(reason)
  quoted.type = 'QUOTE_DOUBLE'
  return quoted
}

type Scope = Pick<KnownEntry, 'requirement' | 'operations' | 'intermittent'>

/** The minimum number of failures that a glob replaces. */
const fewestUnderGlob = 5

/**
 * Returns entries that match these failed results and no passed ones, so that none of them is stale after the same run.
 * An operation on which no requirement of an area passes gets a glob; otherwise each requirement gets an entry. `taken`
 * are the requirements that other entries list for some of their operations.
 */
function scopesFor(
  failed: readonly Result[],
  report: Report,
  taken: ReadonlySet<string> = new Set(),
): readonly Scope[] {
  const all = allResults(report)
  const globs = globsFor(failed, all)
  const left = failed.filter(({ id, operation }) => !globs.some((glob) => names(glob, id, operation)))
  const byRequirement = new Map<string, Result[]>()
  for (const result of left) byRequirement.set(result.id, [...(byRequirement.get(result.id) ?? []), result])
  const own = [...byRequirement].flatMap(([id, results]) =>
    [false, true].flatMap((isWanted) => {
      const alike = results.filter((one) => isIntermittent(one) === isWanted)
      const siblings = taken.has(id) ? undefined : all.filter((one) => one.id === id)
      return alike.length === 0 ? [] : [scopeOf(id, alike, siblings)]
    }),
  )
  return [...joined(globs), ...own]
}

type Glob = { readonly requirement: string; readonly operations: readonly [Endpoint] }

function names({ requirement, operations }: Glob, id: string, operation: Endpoint): boolean {
  return operations[0] === operation && matchesGlob(requirement, id)
}

/**
 * Returns a glob for each operation of an area with several failures and no result that passes or may pass next time.
 */
function globsFor(failed: readonly Result[], all: readonly Result[]): readonly Glob[] {
  const candidates = new Map<string, { readonly glob: Glob; count: number }>()
  for (const { id, operation } of failed) {
    const glob: Glob = { requirement: areaGlob(id), operations: [operation] }
    const key = `${glob.requirement} ${operation}`
    const known = candidates.get(key)
    if (known === undefined) candidates.set(key, { glob, count: 1 })
    else known.count += 1
  }
  return [...candidates.values()]
    .filter(({ count }) => count >= fewestUnderGlob)
    .map(({ glob }) => glob)
    .filter((glob) => all.every((one) => !names(glob, one.id, one.operation) || isSafe(one)))
}

/** Returns whether a result will certainly not pass when the run is repeated. */
function isSafe(result: Result): boolean {
  if (result.verdict === 'inconclusive') return isBlocked(result)
  return result.verdict !== 'pass' && !isIntermittent(result)
}

function joined(globs: readonly Glob[]): readonly Scope[] {
  const patterns = [...new Set(globs.map(({ requirement }) => requirement))]
  return patterns.map((requirement) => ({
    requirement,
    operations: globs.filter((one) => one.requirement === requirement).flatMap(({ operations }) => operations),
  }))
}

/** Returns whether a failing request was repeated unchanged and did not fail again. */
function isIntermittent({ findings }: Result): boolean {
  return findings.some(({ intermittent }) => intermittent === true)
}

/**
 * Returns the entry's requirement and operations. Omits the operations only if the requirement has a single one: a
 * failure that is new on another operation must not be excused.
 */
function scopeOf(requirement: string, failed: readonly Result[], siblings: readonly Result[] | undefined): Scope {
  const operations = failed.map(({ operation }) => operation)
  return {
    requirement,
    ...(siblings?.length === 1 ? {} : { operations }),
    ...(failed.some(isIntermittent) ? { intermittent: true } : {}),
  }
}
