import type { Cause, Report, ResultName } from '../../conformance/core/model/report.ts'
import { resultKey } from '../../conformance/core/model/requirement.ts'
import type { Endpoint, Level, Outcome } from '../../conformance/core/model/vocabulary.ts'
import { causeOf } from '../cause.ts'
import { isExcused } from '../known.ts'
import { allResults, blockedText, isBlocked, type Result } from '../result.ts'
import { reasonOf } from '../select.ts'
import { cautionsFor, type NamedReport, type Side, sideOf } from '../side.ts'
import { type FeatureChange, featureChanges } from './features.ts'

/** The kinds of changes of a result from one run to another, the most important first. */
export const kinds = [
  'newly-failing',
  'fixed',
  'no-longer-exercised',
  'newly-exercised',
  'changed',
  'added',
  'removed',
] as const
export type ChangeKind = (typeof kinds)[number]

/** A result that differs between two runs. */
export interface ResultChange {
  readonly id: string
  readonly operation: Endpoint
  readonly level: Level
  readonly statement: string
  /** `null` if the catalogue of that side has no such requirement on this operation. */
  readonly before: Outcome | null
  readonly after: Outcome | null
  /**
   * The reason for the outcome now, or for the earlier outcome if there is none now. For a blocked result, the failure
   * that blocks it, with its cause.
   */
  readonly reason: string
  /** The command that reproduces it. */
  readonly replay?: string
  /** Set if the list of known failures of the later run excuses it. */
  readonly isExcused?: true
}

/** A cause of new failures in the later run. */
export interface NewCause extends Pick<Cause, 'id' | 'title' | 'hint'> {
  /** The new failures that it explains. */
  readonly results: readonly ResultName[]
}

/** The changes of all results from `before` to `after`. */
export interface Difference {
  readonly formatVersion: 2
  readonly before: Side
  readonly after: Side
  /** Reasons why the two are hard to compare, in words. */
  readonly cautions: readonly string[]
  readonly isSameCatalogue: boolean
  readonly changes: Readonly<Record<ChangeKind, readonly ResultChange[]>>
  /** The features, as clients name them, whose state changed. */
  readonly features: readonly FeatureChange[]
  /** The causes of the new failures, in the order of the later report. */
  readonly causes: readonly NewCause[]
  /** The number of results that were not decided, in each run. */
  readonly untested: { readonly before: number; readonly after: number }
  /** The results that failed before and fail now. */
  readonly stillFailing: readonly ResultName[]
  /** The number of results that did not change, still failing ones included. */
  readonly unchanged: number
}

export function difference(before: NamedReport, after: NamedReport): Difference {
  const [first, second] = [sideOf(before), sideOf(after)]
  const [former, now] = [byKey(before), byKey(after)]
  const pairs = [...new Set([...now.keys(), ...former.keys()])].map((key) => ({
    before: former.get(key),
    after: now.get(key),
  }))
  const changes = changesByKind(pairs, after)
  return {
    formatVersion: 2,
    before: first,
    after: second,
    cautions: cautionsFor([before, after]),
    isSameCatalogue: first.catalogue === second.catalogue,
    changes,
    features: featureChanges(before.report, after.report),
    causes: causesOfChanges(changes['newly-failing'], after),
    untested: { before: untestedIn(former), after: untestedIn(now) },
    stillFailing: pairs.flatMap(({ before, after }) =>
      after !== undefined && fails(before) && fails(after)
        ? [{ requirement: after.id, operation: after.operation }]
        : [],
    ),
    unchanged: pairs.filter((pair) => kindOf(pair) === undefined).length,
  }
}

function byKey({ report }: NamedReport): ReadonlyMap<string, Result> {
  return new Map(allResults(report).map((result) => [resultKey(result.id, result.operation), result]))
}

function untestedIn(results: ReadonlyMap<string, Result>): number {
  return [...results.values()].filter((result) => !isJudged(result)).length
}

function causesOfChanges(failing: readonly ResultChange[], { report }: NamedReport): readonly NewCause[] {
  const own = new Set(failing.map(({ id, operation }) => resultKey(id, operation)))
  return report.causes.flatMap(({ id, title, hint, requirements }) => {
    const results = requirements.filter(({ requirement, operation }) => own.has(resultKey(requirement, operation)))
    return results.length === 0 ? [] : [{ id, title, hint, results }]
  })
}

interface Pair {
  readonly before: Result | undefined
  readonly after: Result | undefined
}

function changesByKind(pairs: readonly Pair[], { report: after }: NamedReport): Difference['changes'] {
  const of = (kind: ChangeKind) => pairs.filter((pair) => kindOf(pair) === kind).map((pair) => changeOf(pair, after))
  return {
    'newly-failing': of('newly-failing'),
    fixed: of('fixed'),
    'no-longer-exercised': of('no-longer-exercised'),
    'newly-exercised': of('newly-exercised'),
    changed: of('changed'),
    added: of('added'),
    removed: of('removed'),
  }
}

function kindOf({ before, after }: Pair): ChangeKind | undefined {
  if (after === undefined) return 'removed'
  if (fails(after) && !fails(before)) return 'newly-failing'
  if (before === undefined) return 'added'
  if (fails(before) && isJudged(after) && after.verdict !== 'fail') return 'fixed'
  if (isJudged(before) && !isJudged(after)) return 'no-longer-exercised'
  if (!isJudged(before) && isJudged(after)) return 'newly-exercised'
  return before.verdict === after.verdict && isExcused(before) === isExcused(after) ? undefined : 'changed'
}

function fails(result: Result | undefined): boolean {
  return result?.verdict === 'fail' && !isExcused(result)
}

function isJudged({ verdict }: Result): boolean {
  return verdict !== 'skipped' && verdict !== 'inconclusive'
}

/**
 * Returns the reason of a result. For a blocked result, names the cause of the failure that blocks it, which only the
 * report knows.
 */
function reasonIn(result: Result, report: Report): string {
  const blocked = isBlocked(result) ? blockedText(result) : undefined
  if (blocked === undefined) return reasonOf(result)
  const { blockedBy: ids = [], operation } = result
  const titles = new Set(ids.flatMap((id) => causeOf({ id, operation }, report)?.title ?? []))
  return titles.size === 0 ? blocked : `${blocked}: ${[...titles].join('; ')}`
}

function changeOf({ before, after }: Pair, report: Report): ResultChange {
  const { id, operation, level, statement, reason: given, findings } = (after ?? before)!
  const reason = after === undefined ? given : reasonIn(after, report)
  const replay =
    after?.verdict === 'fail' ? findings.find((finding) => finding.replay !== undefined)?.replay : undefined
  return {
    id,
    operation,
    level,
    statement,
    before: before?.verdict ?? null,
    after: after?.verdict ?? null,
    reason,
    replay,
    ...(after !== undefined && isExcused(after) ? { isExcused: true as const } : {}),
  }
}
