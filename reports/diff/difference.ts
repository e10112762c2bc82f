import type { RequirementResult } from '../../conformance/model/report.ts'
import type { Endpoint, Level, Outcome } from '../../conformance/model/vocabulary.ts'
import { isExcused } from '../known.ts'
import { cautionsFor, type NamedReport, type Side, sideOf } from '../side.ts'

/** What may have become of a requirement from one run to another, in the order in which people ask. */
export const kinds = [
  'newly-failing',
  'fixed',
  'no-longer-exercised',
  'newly-exercised',
  'changed',
  'added',
  'removed',
] as const
export type Kind = (typeof kinds)[number]

/** A requirement that is not as it was. */
export interface Change {
  readonly id: string
  readonly endpoint: Endpoint
  readonly level: Level
  readonly statement: string
  /** `null` where the catalogue of that side has no such requirement. */
  readonly before: Outcome | null
  readonly after: Outcome | null
  /** Why it is as it is now, or was where it is no more. */
  readonly reason: string
  /** The command that shows it again, where there is one. */
  readonly replay?: string
}

/** What became of the requirements from results `before` to results `after`. */
export interface Difference {
  readonly formatVersion: 1
  readonly before: Side
  readonly after: Side
  /** What makes the two hard to compare, in words; empty where they are alike. */
  readonly cautions: readonly string[]
  readonly isSameCatalogue: boolean
  readonly changes: Readonly<Record<Kind, readonly Change[]>>
  /** The requirements that failed before and fail now. */
  readonly stillFailing: readonly string[]
  /** How many are as they were, still failing ones included. */
  readonly unchanged: number
}

/** What is different between two results. A function of its arguments. */
export function difference(before: NamedReport, after: NamedReport): Difference {
  const [first, second] = [sideOf(before), sideOf(after)]
  const former = new Map(before.report.requirements.map((result) => [result.id, result]))
  const now = new Map(after.report.requirements.map((result) => [result.id, result]))
  const pairs = [...new Set([...now.keys(), ...former.keys()])].map((id) => ({
    before: former.get(id),
    after: now.get(id),
  }))
  return {
    formatVersion: 1,
    before: first,
    after: second,
    cautions: cautionsFor([first, second]),
    isSameCatalogue: first.document === second.document,
    changes: changesByKind(pairs),
    stillFailing: pairs.filter((pair) => fails(pair.before) && fails(pair.after)).map((pair) => pair.after!.id),
    unchanged: pairs.filter((pair) => kindOf(pair) === undefined).length,
  }
}

interface Pair {
  readonly before: RequirementResult | undefined
  readonly after: RequirementResult | undefined
}

function changesByKind(pairs: readonly Pair[]): Difference['changes'] {
  const of = (kind: Kind) => pairs.filter((pair) => kindOf(pair) === kind).map(changeOf)
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

function kindOf({ before, after }: Pair): Kind | undefined {
  if (after === undefined) return 'removed'
  if (fails(after) && !fails(before)) return 'newly-failing'
  if (before === undefined) return 'added'
  if (fails(before) && isJudged(after)) return fails(after) ? undefined : 'fixed'
  if (isJudged(before) && !isJudged(after)) return 'no-longer-exercised'
  if (!isJudged(before) && isJudged(after)) return 'newly-exercised'
  return before.verdict === after.verdict && isExcused(before) === isExcused(after) ? undefined : 'changed'
}

/** Whether a requirement fails and nothing excuses it. */
function fails(result: RequirementResult | undefined): boolean {
  return result?.verdict === 'fail' && !isExcused(result)
}

function isJudged({ verdict }: RequirementResult): boolean {
  return verdict !== 'skipped' && verdict !== 'inconclusive'
}

function changeOf({ before, after }: Pair): Change {
  const { id, endpoint, level, statement, reason, findings } = (after ?? before)!
  const replay =
    after?.verdict === 'fail' ? findings.find((finding) => finding.replay !== undefined)?.replay : undefined
  return {
    ...{ id, endpoint, level, statement, before: before?.verdict ?? null, after: after?.verdict ?? null, reason },
    ...(replay === undefined ? {} : { replay }),
  }
}
