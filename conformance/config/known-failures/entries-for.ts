import { allResults, isBlocked, type Result } from '../../../reports/result.ts'
import { matchesGlob } from '../../model/glob.ts'
import type { Report } from '../../model/report.ts'
import type { Endpoint } from '../../model/vocabulary.ts'
import type { KnownEntry } from './entry.ts'

/** What an entry names, without a word on why. */
export type Scope = Pick<KnownEntry, 'requirement' | 'operations' | 'intermittent'>

/** The fewest failures that one glob stands for. */
const fewestUnderGlob = 5

/**
 * Entries that name these failed results of a report and none that passed, so that the same run again makes none of them
 * stale: a glob for an operation on which nothing of an area passes, else an entry for each requirement. `taken` are the
 * requirements that other entries name for some of their operations.
 */
export function scopesFor(
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

/** A glob for each operation on which everything of an area that was judged failed. */
function globsFor(failed: readonly Result[], all: readonly Result[]): readonly Glob[] {
  const candidates = new Map<string, { readonly glob: Glob; count: number }>()
  for (const { id, operation } of failed) {
    const glob: Glob = { requirement: `${id.slice(0, id.indexOf('.'))}.*`, operations: [operation] }
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

/** Whether a result cannot pass when the same run is done again, as far as one run can tell. */
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

/** One of its exchanges failed, was sent again unchanged, and did not fail again. */
function isIntermittent({ findings }: Result): boolean {
  return findings.some(({ intermittent }) => intermittent === true)
}

/** The operations are left out where the requirement fails on all of them on which it was judged. */
function scopeOf(requirement: string, failed: readonly Result[], siblings: readonly Result[] | undefined): Scope {
  const operations = failed.map(({ operation }) => operation)
  const isAll = siblings?.every(({ operation, verdict }) => verdict === 'skipped' || operations.includes(operation))
  return {
    requirement,
    ...(isAll === true ? {} : { operations }),
    ...(failed.some(isIntermittent) ? { intermittent: true } : {}),
  }
}
