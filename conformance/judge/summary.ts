import type { Counts, RequirementResult, RunVerdict, Summary } from '../model/report.ts'
import { type Dimension, dimensions, outcomes } from '../model/vocabulary.ts'
import type { Ruling } from './ruling.ts'
import type { RunContext } from './run-context.ts'

/** The verdict on a run, and why. */
interface Judgement {
  readonly verdict: RunVerdict
  readonly reason: string
}

/** The summary of a run: what it comes to, and the counts. */
export function summaryOf(
  results: readonly RequirementResult[],
  rulings: readonly Ruling[],
  context: RunContext,
): Summary {
  return {
    ...judgement(results, rulings, context),
    requests: context.requests,
    counts: count(results),
    dimensions: Object.fromEntries(
      dimensions.map((dimension) => [dimension, count(results.filter((result) => result.dimension === dimension))]),
    ) as Readonly<Record<Dimension, Counts>>,
    billed: context.billed,
  }
}

function judgement(
  results: readonly RequirementResult[],
  rulings: readonly Ruling[],
  { aims, exclusion, strict }: RunContext,
): Judgement {
  const failed = results.filter(({ verdict }) => verdict === 'fail')
  if (failed.length > 0) return nonconforming(failed, strict)
  const errors = rulings.filter(({ verdict }) => verdict === 'error')
  if (errors.length > 0) return inconclusive(`the suite itself failed while judging ${named(errors.map(idOf))}`)
  if (!results.some(({ verdict }) => verdict === 'pass' || verdict === 'warn'))
    return inconclusive('nothing was judged')
  const open =
    aims === undefined ? [] : rulings.filter((ruling) => isLeftOpen(ruling, aims) && !exclusion(ruling.requirement))
  if (open.length > 0)
    return inconclusive(
      `${sentences(open.length)} that the run set out to judge could not be: ${named(open.map(idOf))}`,
    )
  return conforming(results)
}

/** A stated requirement that the plan set out to exercise, and that could not be judged. */
function isLeftOpen({ requirement, verdict }: Ruling, aims: ReadonlySet<string>): boolean {
  if (requirement.level !== 'stated' || requirement.conditional === true || !aims.has(requirement.id)) return false
  return verdict !== 'pass' && verdict !== 'fail'
}

function nonconforming(failed: readonly RequirementResult[], strict: boolean): Judgement {
  const ids = named(failed.map(({ id }) => id))
  return {
    verdict: 'nonconforming',
    reason: `${sentences(failed.length)} ${failed.length === 1 ? 'is' : 'are'} broken${strict ? ' (strict)' : ''}: ${ids}`,
  }
}

function inconclusive(reason: string): Judgement {
  return { verdict: 'inconclusive', reason }
}

function conforming(results: readonly RequirementResult[]): Judgement {
  const kept = results.filter(({ verdict }) => verdict === 'pass').length
  const warned = results.filter(({ verdict }) => verdict === 'warn').length
  const besides =
    warned === 0 ? '' : `; ${sentences(warned)} the document only implies ${warned === 1 ? 'is' : 'are'} not kept`
  return { verdict: 'conforming', reason: `no stated requirement is broken: ${kept} kept${besides}` }
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
