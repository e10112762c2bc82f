import type {
  Counts,
  KnownFailure,
  OperationResult,
  OperationSummary,
  RequirementResult,
  RunVerdict,
  Summary,
} from '../../model/report.ts'
import { resultKey } from '../../model/requirement.ts'
import { type Dimension, dimensions, type Endpoint, endpoints, type Outcome, outcomes } from '../../model/vocabulary.ts'
import type { Ruling } from '../ruling.ts'
import { blockedBy } from './blocked.ts'
import { staleInWords } from './known-failures.ts'
import type { RunContext } from './run-context.ts'

/** The verdict on a run, and why. */
interface Judgement {
  readonly verdict: RunVerdict
  readonly reason: string
}

/** What a summary is made from, beside the results and rulings. */
type Context = RunContext & { readonly knownFailures: readonly KnownFailure[] | undefined }

/** The summary of a run: what it comes to, and the counts. */
export function summaryOf(
  results: readonly RequirementResult[],
  rulings: readonly Ruling[],
  context: Context,
): Summary {
  return {
    ...judgement(results, rulings, context),
    requests: context.requests,
    ...countsOf(results),
    ...(context.knownFailures === undefined ? {} : { excused: failedIn(results).filter(isKnown).length }),
    billed: context.billed,
  }
}

/** What each operation comes to that the run looked at, from its own results alone. */
export function operationSummaries(
  results: readonly RequirementResult[],
  rulings: readonly Ruling[],
  context: RunContext,
): readonly OperationSummary[] {
  return endpoints.flatMap((operation) => {
    const own = rulings.filter((ruling) => ruling.operation === operation)
    const isLookedAt = own.some(({ requirement }) => context.exclusion(requirement, operation) === undefined)
    if (!isLookedAt) return []
    const narrowed = results.flatMap((result) => narrowedTo(operation, result))
    const { verdict } = judgement(narrowed, own, { ...context, knownFailures: undefined, declarations: [] })
    // What is known to fail lets a run pass; it does not make an operation conforming of which nothing else was seen.
    const isEmpty = verdict === 'conforming' && !narrowed.some(isKept)
    return [{ operation, verdict: isEmpty ? 'inconclusive' : verdict, ...countsOf(narrowed) }]
  })
}

function narrowedTo(operation: Endpoint, result: RequirementResult): readonly RequirementResult[] {
  const own = result.operations.filter((one) => one.operation === operation)
  return own.map((one) => ({ ...result, verdict: one.verdict, operations: own }))
}

function countsOf(results: readonly RequirementResult[]): Pick<Summary, 'counts' | 'dimensions'> {
  return {
    counts: count(results),
    dimensions: Object.fromEntries(
      dimensions.map((dimension) => [dimension, count(results.filter((result) => result.dimension === dimension))]),
    ) as Readonly<Record<Dimension, Counts>>,
  }
}

/** A failed result and whose it is. */
type Failed = OperationResult & { readonly id: string }

function failedIn(results: readonly RequirementResult[]): readonly Failed[] {
  return results.flatMap(({ id, operations }) =>
    operations.filter(({ verdict }) => verdict === 'fail').map((one) => ({ id, ...one })),
  )
}

/** Whether something was judged, and does not fail. */
function isKept({ verdict }: RequirementResult): boolean {
  return verdict === 'pass' || verdict === 'warn'
}

function isKnown({ known }: OperationResult): boolean {
  return known !== undefined
}

function judgement(
  results: readonly RequirementResult[],
  rulings: readonly Ruling[],
  { aims, exclusion, strict, knownFailures = [], declarations = [] }: Context,
): Judgement {
  const failures = failedIn(results)
  const known = failures.filter(isKnown)
  const failed = failures.filter((one) => !isKnown(one))
  const wrong = declarations.filter(({ found }) => found === 'present').map(({ capability }) => capability)
  if (failed.length > 0) return nonconforming(failed, known, strict)
  const stale = staleInWords(knownFailures)
  if (stale !== undefined) return { verdict: 'nonconforming', reason: stale }
  if (strict && wrong.length > 0) return { verdict: 'nonconforming', reason: `${wrongly(wrong)} (strict)` }
  const errors = rulings.filter(({ verdict }) => verdict === 'error')
  if (errors.length > 0) return inconclusive(`the suite itself failed while judging ${named(errors.map(idOf))}`)
  if (known.length === 0 && !results.some(isKept)) return inconclusive(`nothing was tested${usualReason(results)}`)
  const open = aims === undefined ? [] : leftOpen(rulings, aims, exclusion)
  if (open.length > 0)
    return inconclusive(
      `${sentences(new Set(open.map(idOf)).size)} in the plan of this run could not be decided: ${named(open.map(idOf))}`,
    )
  return conforming(results, known, wrong, strict)
}

/** What most of the requirements say that could not be judged; the first of those that are as frequent. */
function usualReason(results: readonly RequirementResult[]): string {
  const counts = new Map<string, number>()
  for (const { verdict, reason, findings } of results.flatMap(({ operations }) => operations)) {
    const what = findings[0]?.message ?? reason
    if (verdict === 'inconclusive') counts.set(what, (counts.get(what) ?? 0) + 1)
  }
  const [most] = [...counts].sort(([, one], [, other]) => other - one)
  return most === undefined ? '' : `; most frequent reason: ${most[0]}`
}

function wrongly(wrong: readonly string[]): string {
  return `declared absent but present: ${wrong.join(', ')}`
}

/**
 * What the plan set out to exercise and what could not be decided, without a failure that explains it: what leaves a run
 * inconclusive in which nothing fails, or nothing that is not known to.
 */
export function leftOpen(
  rulings: readonly Ruling[],
  aims: ReadonlySet<string>,
  exclusion: RunContext['exclusion'],
): readonly Ruling[] {
  const blocked = blockedBy(rulings)
  return rulings.filter(
    (ruling) =>
      isLeftOpen(ruling, aims) && !blocked.has(ruling) && exclusion(ruling.requirement, ruling.operation) === undefined,
  )
}

/** A stated requirement that the plan set out to exercise on that operation, and that could not be judged there. */
function isLeftOpen({ requirement, operation, verdict }: Ruling, aims: ReadonlySet<string>): boolean {
  if (requirement.level !== 'stated' || requirement.conditional === true) return false
  return aims.has(resultKey(requirement.id, operation)) && verdict !== 'pass' && verdict !== 'fail'
}

function nonconforming(failed: readonly Failed[], known: readonly Failed[], strict: boolean): Judgement {
  const ids = [...new Set(failed.map(({ id }) => id))]
  const others = known.length === 0 ? '' : ` in addition to ${failures(known.length)}`
  return {
    verdict: 'nonconforming',
    reason: `${sentences(ids.length)} failed${strict ? ' (strict)' : ''}${others}: ${named(ids)}`,
  }
}

function failures(count: number): string {
  return `${count} known ${count === 1 ? 'failure' : 'failures'}`
}

function inconclusive(reason: string): Judgement {
  return { verdict: 'inconclusive', reason }
}

function conforming(
  results: readonly RequirementResult[],
  known: readonly Failed[],
  wrong: readonly string[],
  strict: boolean,
): Judgement {
  const warned = results.filter(({ verdict }) => verdict === 'warn').length
  const warnings = warned === 0 ? '' : `; ${sentences(warned)} that the specification only implies failed`
  const excused = known.length === 0 ? '' : `; ${failures(known.length)}: ${named(known.map(({ id }) => id))}`
  const declared = wrong.length === 0 ? '' : `; ${wrongly(wrong)}`
  return { verdict: 'conforming', reason: `${passedInWords(results, known, strict)}${excused}${warnings}${declared}` }
}

/** `All 692 mandatory requirements that were tested passed (27 of 735 not tested)`; strict runs count implied ones too. */
function passedInWords(results: readonly RequirementResult[], known: readonly Failed[], strict: boolean): string {
  const mandatory = results.filter(({ level }) => level === 'stated' || (strict && level === 'implied'))
  const excused = new Set(known.map(({ id }) => id))
  const passed = mandatory.filter(({ id, verdict }) => verdict === 'pass' && !excused.has(id)).length
  const untested = mandatory.filter(({ verdict }) => verdict === 'skipped').length
  const open = mandatory.filter(({ verdict }) => verdict === 'inconclusive').length
  const rest = [
    ...(untested === 0 ? [] : [`${untested} of ${mandatory.length} not tested`]),
    ...(open === 0 ? [] : [`${open} inconclusive`]),
  ]
  const which = known.length === 0 ? 'mandatory' : 'other mandatory'
  const what =
    passed === 1 ? `The 1 ${which} requirement that was tested` : `All ${passed} ${which} requirements that were tested`
  const head = passed === 0 ? 'No mandatory requirement failed' : `${what} passed`
  return rest.length === 0 ? head : `${head} (${rest.join(', ')})`
}

function count(results: readonly { readonly verdict: Outcome }[]): Counts {
  return Object.fromEntries(
    outcomes.map((outcome) => [outcome, results.filter(({ verdict }) => verdict === outcome).length]),
  ) as Counts
}

function idOf({ requirement }: Ruling): string {
  return requirement.id
}

function sentences(count: number): string {
  return count === 1 ? '1 requirement' : `${count} requirements`
}

function named(ids: readonly string[]): string {
  const distinct = [...new Set(ids)]
  const shown = distinct.slice(0, 3).join(', ')
  return distinct.length > 3 ? `${shown} and ${distinct.length - 3} more` : shown
}
