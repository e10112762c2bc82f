import type { KnownFailure, OperationResult, RequirementResult, ResultName } from '../../../core/model/report.ts'
import { unmatchedText } from '../../../core/text/unmatched-entry.ts'
import { isFailed } from './causes/failure.ts'
import { worstOutcome } from './outcome.ts'

/** One entry of a list of known failures, with the results it names. */
export interface KnownGroup {
  readonly entry: Omit<KnownFailure, 'state' | 'results'>
  readonly names: readonly ResultName[]
}

/** A list of known failures to compare with a run. */
export interface KnownFailures {
  readonly groups: readonly KnownGroup[]
  /** The day of the run, `YYYY-MM-DD` in UTC. */
  readonly day: string
  /** True if the run sent less than a full one. A result that passes here may then still fail. */
  readonly isPartial: boolean
}

/** Returns the state of each entry. It depends only on the results, the list and the day of the run. */
export function knownFailureStates(
  { groups, day, isPartial }: KnownFailures,
  results: readonly RequirementResult[],
): readonly KnownFailure[] {
  const found = new Map<string, OperationResult>()
  for (const { id, operations } of results) for (const one of operations) found.set(`${id}@${one.operation}`, one)
  return groups.map(({ entry, names }) => {
    const isOf = (wanted: (result: OperationResult) => boolean) =>
      names.filter((name) => {
        const result = found.get(`${name.requirement}@${name.operation}`)
        return result !== undefined && wanted(result)
      })
    const failing = isOf(isFailed)
    const passing = isOf(({ verdict }) => verdict === 'pass')
    if (names.length === 0) return { ...entry, state: 'unmatched', results: [] }
    if (entry.expires !== undefined && entry.expires < day) return { ...entry, state: 'expired', results: failing }
    if (isStale(entry, { failing, passing, isPartial })) return { ...entry, state: 'passes', results: passing }
    if (failing.length > 0) return { ...entry, state: 'excuses', results: failing }
    return { ...entry, state: 'untested', results: passing.length > 0 ? passing : names }
  })
}

/**
 * Returns whether an entry is stale, since a result of it passes. A flaky failure may pass, and a partial run proves
 * nothing.
 */
function isStale(
  { intermittent }: KnownGroup['entry'],
  {
    passing,
    isPartial,
  }: { readonly failing: readonly ResultName[]; readonly passing: readonly ResultName[]; readonly isPartial: boolean },
): boolean {
  return passing.length > 0 && !isPartial && intermittent !== true
}

/**
 * Marks failed results with the entry that excuses each. A glob still excuses failures even if some of its results
 * pass.
 */
export function excused(
  results: readonly RequirementResult[],
  { groups, day }: KnownFailures,
): readonly RequirementResult[] {
  const holding = groups.filter(({ entry }) => entry.expires === undefined || entry.expires >= day)
  const patterns = new Map<string, string>()
  for (const { entry, names } of holding) {
    for (const { requirement, operation } of names) {
      const key = `${requirement}@${operation}`
      if (!patterns.has(key)) patterns.set(key, entry.pattern)
    }
  }
  return results.map((result) => {
    const operations = result.operations.map((one) => {
      const known = isFailed(one) ? patterns.get(`${result.id}@${one.operation}`) : undefined
      return known === undefined ? one : { ...one, known }
    })
    return { ...result, operations, verdict: worstOutcome(operations.map(({ verdict }) => verdict)) }
  })
}

/**
 * Describes the stale entries of a list, with the remedy; `undefined` if there are none. `results` are those of all
 * requirements.
 */
export function staleInWords(
  known: readonly KnownFailure[],
  results: readonly Pick<RequirementResult, 'id'>[],
): string | undefined {
  const [first, ...others] = known.flatMap((entry) => {
    const remedy = remedies[entry.state]?.(entry, results)
    return remedy === undefined ? [] : [`${entry.pattern} ${remedy}`]
  })
  if (first === undefined) return undefined
  const more = others.length > 0 ? ` (and ${others.length} more)` : ''
  return `the list of known failures is out of date: ${first}${more}`
}

type Remedy = (entry: KnownFailure, results: readonly Pick<RequirementResult, 'id'>[]) => string

/** The advice for each state of an entry; `undefined` if there is nothing to do. */
const remedies: Readonly<Record<KnownFailure['state'], Remedy | undefined>> = {
  excuses: undefined,
  untested: undefined,
  passes: () => 'passes now, so remove it from the list',
  unmatched: (entry, results) => `${unmatchedText(entry, results)}, so correct it or remove it from the list`,
  expired: ({ results }) =>
    results.length > 0
      ? 'has expired, so fix the failure or set a new date'
      : 'has expired, and nothing that it lists failed, so remove it from the list',
}
