import type { Counts, KnownFailure, RequirementResult, RunVerdict, Summary } from '../../model/report.ts'
import { type Dimension, dimensions, outcomes } from '../../model/vocabulary.ts'
import type { Ruling } from '../ruling.ts'
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
    counts: count(results),
    dimensions: Object.fromEntries(
      dimensions.map((dimension) => [dimension, count(results.filter((result) => result.dimension === dimension))]),
    ) as Readonly<Record<Dimension, Counts>>,
    ...(context.knownFailures === undefined ? {} : { excused: excusedIn(results).length }),
    billed: context.billed,
  }
}

function judgement(
  results: readonly RequirementResult[],
  rulings: readonly Ruling[],
  { aims, exclusion, strict, knownFailures = [], declarations = [] }: Context,
): Judgement {
  const known = excusedIn(results)
  const failed = results.filter(({ verdict, known: entry }) => verdict === 'fail' && entry === undefined)
  const wrong = declarations.filter(({ found }) => found === 'present').map(({ capability }) => capability)
  if (failed.length > 0) return nonconforming(failed, known, strict)
  const stale = staleInWords(knownFailures)
  if (stale !== undefined) return { verdict: 'nonconforming', reason: stale }
  if (strict && wrong.length > 0) return { verdict: 'nonconforming', reason: `${wrongly(wrong)} (strict)` }
  const errors = rulings.filter(({ verdict }) => verdict === 'error')
  if (errors.length > 0) return inconclusive(`the suite itself failed while judging ${named(errors.map(idOf))}`)
  if (known.length === 0 && !results.some(({ verdict }) => verdict === 'pass' || verdict === 'warn'))
    return inconclusive(`nothing was judged${usualReason(results)}`)
  const open =
    aims === undefined ? [] : rulings.filter((ruling) => isLeftOpen(ruling, aims) && !exclusion(ruling.requirement))
  if (open.length > 0)
    return inconclusive(
      `${sentences(open.length)} that the run set out to judge could not be: ${named(open.map(idOf))}`,
    )
  return conforming(results, known, wrong)
}

/** What most of the requirements say that could not be judged; the first of those that are as frequent. */
function usualReason(results: readonly RequirementResult[]): string {
  const counts = new Map<string, number>()
  for (const { verdict, reason } of results) {
    const what = reason.replace(/ \(and \d+ more\)$/, '')
    if (verdict === 'inconclusive') counts.set(what, (counts.get(what) ?? 0) + 1)
  }
  const [most] = [...counts].sort(([, one], [, other]) => other - one)
  return most === undefined ? '' : `; most often: ${most[0]}`
}

function excusedIn(results: readonly RequirementResult[]): readonly RequirementResult[] {
  return results.filter(({ verdict, known }) => verdict === 'fail' && known !== undefined)
}

function wrongly(wrong: readonly string[]): string {
  return `declared absent, but present: ${wrong.join(', ')}`
}

/** A stated requirement that the plan set out to exercise, and that could not be judged. */
function isLeftOpen({ requirement, verdict }: Ruling, aims: ReadonlySet<string>): boolean {
  if (requirement.level !== 'stated' || requirement.conditional === true || !aims.has(requirement.id)) return false
  return verdict !== 'pass' && verdict !== 'fail'
}

function nonconforming(
  failed: readonly RequirementResult[],
  known: readonly RequirementResult[],
  strict: boolean,
): Judgement {
  const ids = named(failed.map(({ id }) => id))
  const besides = known.length === 0 ? '' : `, beside ${failures(known.length)}`
  return {
    verdict: 'nonconforming',
    reason: `${sentences(failed.length)} ${failed.length === 1 ? 'is' : 'are'} broken${strict ? ' (strict)' : ''}${besides}: ${ids}`,
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
  known: readonly RequirementResult[],
  wrong: readonly string[],
): Judgement {
  const kept = results.filter(({ verdict }) => verdict === 'pass').length
  const warned = results.filter(({ verdict }) => verdict === 'warn').length
  const besides =
    warned === 0 ? '' : `; ${sentences(warned)} the document only implies ${warned === 1 ? 'is' : 'are'} not kept`
  const excuse =
    known.length === 0
      ? 'no stated requirement is broken'
      : `conforming but for ${failures(known.length)} (${named(known.map(({ id }) => id))})`
  const declared = wrong.length === 0 ? '' : `; ${wrongly(wrong)}`
  return { verdict: 'conforming', reason: `${excuse}: ${kept} kept${besides}${declared}` }
}

function count(results: readonly RequirementResult[]): Counts {
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
  const shown = ids.slice(0, 3).join(', ')
  return ids.length > 3 ? `${shown} and ${ids.length - 3} more` : shown
}
