import type {
  Cause,
  Counts,
  KnownFailure,
  OperationResult,
  OperationSummary,
  RequirementResult,
  ResultName,
  RunVerdict,
  Summary,
} from '../../../core/model/report.ts'
import { resultKey } from '../../../core/model/requirement.ts'
import { isEnoughTested, isPassing, isTooMuchExcused } from '../../../core/model/run-verdict.ts'
import {
  type Dimension,
  dimensions,
  type Endpoint,
  endpoints,
  type Outcome,
  outcomes,
} from '../../../core/model/vocabulary.ts'
import { counted } from '../../../core/text/counted.ts'
import type { Ruling } from '../ruling.ts'
import { explanations, isExpectedFrom } from './blocked.ts'
import {
  type Failed,
  failureInWords,
  idsInWords,
  knownInWords,
  mandatoryKnownInWords,
  passedInWords,
  undecidedInWords,
  usualReason,
} from './headline.ts'
import { staleInWords } from './known-failures.ts'
import type { RunContext } from './run-context.ts'

/** The verdict on a run, and why. */
interface Judgement {
  readonly verdict: RunVerdict
  readonly reason: string
}

/** The facts for a summary, in addition to the results and rulings. */
type Context = RunContext & {
  readonly knownFailures: readonly KnownFailure[] | undefined
  readonly causes: readonly Cause[]
}

/** Returns the summary of a run: the verdict and the counts. */
export function summaryOf(
  results: readonly RequirementResult[],
  rulings: readonly Ruling[],
  context: Context,
): Summary {
  return {
    ...judgement(results, rulings, context),
    requests: context.requests,
    ...(context.repeated === undefined ? {} : { repeated: context.repeated }),
    ...(context.downloads ? { downloads: context.downloads } : {}),
    mandatory: mandatoryIn(rulings, context),
    ...countsOf(results),
    ...(context.knownFailures === undefined ? {} : { excused: failedIn(results).filter(isKnown).length }),
    billed: context.billed,
  }
}

/** Summarises each selected operation from its own results alone. */
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
    const { verdict } = judgement(narrowed, own, {
      ...context,
      knownFailures: undefined,
      declarations: [],
      causes: [],
    })
    // Known failures do not prevent a run from passing, but an operation with no other result is not conforming.
    const isEmpty = isPassing(verdict) && !narrowed.some(isKept)
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

function failedIn(results: readonly RequirementResult[]): readonly Failed[] {
  return results.flatMap(({ id, operations }) =>
    operations.filter(({ verdict }) => verdict === 'fail').map((one) => ({ id, ...one })),
  )
}

/** Returns whether the result was judged and did not fail. */
function isKept({ verdict }: RequirementResult): boolean {
  return verdict === 'pass' || verdict === 'warn'
}

function isKnown({ known }: OperationResult): boolean {
  return known !== undefined
}

function judgement(results: readonly RequirementResult[], rulings: readonly Ruling[], context: Context): Judgement {
  const { aims, exclusion, strict, knownFailures = [], declarations = [], causes } = context
  const failures = failedIn(results)
  const known = failures.filter(isKnown)
  const failed = failures.filter((one) => !isKnown(one))
  const wrong = declarations.filter(({ found }) => found === 'present').map(({ capability }) => capability)
  if (failed.length > 0) return { verdict: 'nonconforming', reason: failureInWords(failed, known, { strict, causes }) }
  const stale = staleInWords(knownFailures, results)
  if (stale !== undefined) return { verdict: 'nonconforming', reason: stale }
  if (strict && wrong.length > 0) return { verdict: 'nonconforming', reason: `${wrongly(wrong)} (strict)` }
  const errors = rulings.filter(({ verdict }) => verdict === 'error')
  if (errors.length > 0) return inconclusive(errorsInWords(errors))
  if (known.length === 0 && !results.some(isKept))
    return inconclusive(outsideInWords(rulings, exclusion) ?? `nothing was tested${reasonForNothing(results)}`)
  const open = aims === undefined ? [] : unexplainedUndecided(rulings, aims, exclusion)
  if (open.length > 0) return inconclusive(undecidedInWords(open.map(nameOf), results, context.limits))
  const { tested, selected } = mandatoryIn(rulings, context)
  if (tested === 0 && known.length === 0 && !results.some(({ verdict }) => verdict === 'pass'))
    return inconclusive('no mandatory requirement was tested, and no other one passed')
  const excused = mandatoryKnownIn(results, strict)
  if (isTooMuchExcused(new Set(excused.map(({ id }) => id)).size, { tested, selected }))
    return { verdict: 'no-new-failure', reason: mandatoryKnownInWords(excused, selected, causes) }
  if (!isEnoughTested({ tested, selected }))
    return {
      verdict: 'no-new-failure',
      reason:
        selected === 0
          ? 'no mandatory requirement was tested'
          : `${tested} of ${selected} mandatory requirements tested`,
    }
  return conforming(results, known, wrong, { ...context, mandatory: { tested, selected } })
}

/** Names the defective checks. A check of a plugin is not an error of the suite. */
function errorsInWords(errors: readonly Ruling[]): string {
  const ofSuite = errors.filter(({ requirement }) => requirement.addedBy === undefined)
  if (ofSuite.length > 0) return `the suite itself failed while judging ${idsInWords(ofSuite.map(idOf))}`
  const [{ requirement, findings }] = errors as [Ruling]
  const others = new Set(errors.map(idOf)).size - 1
  const more = others === 0 ? '' : ` (and ${counted(others, 'other check')})`
  return `${requirement.id} of ${requirement.addedBy}: ${findings[0]?.message}${more}`
}

function mandatoryKnownIn(results: readonly RequirementResult[], strict: boolean): readonly Failed[] {
  const mandatory = results.filter(({ level }) => level === 'stated' || (strict && level === 'implied'))
  return failedIn(mandatory).filter(isKnown)
}

/**
 * Counts the mandatory requirements that the run selected, and those that it tested. A conditional requirement counts
 * only if it was tested, since accepted responses may lack the feature it is about.
 */
function mandatoryIn(
  rulings: readonly Ruling[],
  { aims, exclusion, strict }: Pick<RunContext, 'aims' | 'exclusion' | 'strict'>,
): NonNullable<Summary['mandatory']> {
  const mandatory = rulings.filter(
    ({ requirement, operation }) =>
      (requirement.level === 'stated' || (strict && requirement.level === 'implied')) &&
      exclusion(requirement, operation) === undefined,
  )
  const tested = new Set(mandatory.filter(isTested).map(idOf))
  const selected = mandatory.filter(
    ({ requirement, operation }) =>
      requirement.conditional !== true && (aims === undefined || aims.has(resultKey(requirement.id, operation))),
  )
  return { tested: tested.size, selected: new Set([...tested, ...selected.map(idOf)]).size }
}

function isTested({ verdict }: Ruling): boolean {
  return verdict === 'pass' || verdict === 'fail'
}

/** Names the edition if it has none of the requirements that the run selected. */
function outsideInWords(rulings: readonly Ruling[], exclusion: Context['exclusion']): string | undefined {
  const selected = rulings.filter(({ requirement, operation }) => exclusion(requirement, operation) === undefined)
  const editions = new Set(selected.map(({ requirement }) => requirement.notInEdition))
  const [edition] = editions
  return editions.size === 1 && edition !== undefined
    ? `none of the selected requirements is in edition ${edition}`
    : undefined
}

function reasonForNothing(results: readonly RequirementResult[]): string {
  return usualReason(
    results.flatMap(({ operations }) => operations.filter(({ verdict }) => verdict === 'inconclusive')),
  )
}

function wrongly(wrong: readonly string[]): string {
  return `declared absent but present: ${wrong.join(', ')}`
}

/**
 * Returns the planned results that are undecided and that no failure explains. They make a run inconclusive unless it
 * has a new failure.
 */
export function unexplainedUndecided(
  rulings: readonly Ruling[],
  aims: ReadonlySet<string>,
  exclusion: RunContext['exclusion'],
): readonly Ruling[] {
  const explained = explanations(rulings, isExpectedFrom(aims))
  return rulings.filter(
    (ruling) =>
      isLeftOpen(ruling, aims) &&
      !explained.has(ruling) &&
      exclusion(ruling.requirement, ruling.operation) === undefined,
  )
}

/** Returns whether a result is of a stated requirement that the plan aimed at and that could not be judged. */
function isLeftOpen({ requirement, operation, verdict }: Ruling, aims: ReadonlySet<string>): boolean {
  if (requirement.level !== 'stated' || requirement.conditional === true) return false
  return aims.has(resultKey(requirement.id, operation)) && verdict !== 'pass' && verdict !== 'fail'
}

function inconclusive(reason: string): Judgement {
  return { verdict: 'inconclusive', reason }
}

function conforming(
  results: readonly RequirementResult[],
  known: readonly Failed[],
  wrong: readonly string[],
  { strict, causes, mandatory }: Pick<Context, 'strict' | 'causes'> & Required<Pick<Summary, 'mandatory'>>,
): Judgement {
  const warned = results.filter(({ verdict }) => verdict === 'warn').length
  const warnings = warned === 0 ? '' : `; ${counted(warned, 'requirement')} that the specification only implies failed`
  const declared = wrong.length === 0 ? '' : `; ${wrongly(wrong)}`
  const passed = passedInWords(results, known, strict, mandatory)
  const taken = [passed, warnings, declared].join('').length
  const excused = known.length === 0 ? '' : `; ${knownInWords(known, causes, taken)}`
  return { verdict: 'conforming', reason: `${passed}${excused}${warnings}${declared}` }
}

function count(results: readonly { readonly verdict: Outcome }[]): Counts {
  return Object.fromEntries(
    outcomes.map((outcome) => [outcome, results.filter(({ verdict }) => verdict === outcome).length]),
  ) as Counts
}

function idOf({ requirement }: Ruling): string {
  return requirement.id
}

function nameOf({ requirement, operation }: Ruling): ResultName {
  return { requirement: requirement.id, operation }
}
