import type { KnownFailure, RequirementResult } from '../../model/report.ts'

/** One entry of a list of known failures with the requirements it names. */
export interface KnownGroup {
  readonly entry: Omit<KnownFailure, 'state' | 'requirements'>
  readonly requirements: readonly string[]
}

/** A list of known failures, held against a run. */
export interface KnownFailures {
  readonly groups: readonly KnownGroup[]
  /** The day of the run, `YYYY-MM-DD` in UTC. */
  readonly day: string
  /** Whether the run sent less than a full one: then what it saw pass may fail all the same. */
  readonly isPartial: boolean
}

/** What became of each entry. A function of the results, the list and the run's day. */
export function weigh(
  { groups, day, isPartial }: KnownFailures,
  results: readonly RequirementResult[],
): readonly KnownFailure[] {
  const byId = new Map(results.map((result) => [result.id, result]))
  return groups.map(({ entry, requirements }) => {
    const named = requirements.flatMap((id) => byId.get(id) ?? [])
    const failing = named.filter(isBroken).map(({ id }) => id)
    const passing = named.filter(({ verdict }) => verdict === 'pass').map(({ id }) => id)
    if (requirements.length === 0) return { ...entry, state: 'unmatched', requirements: [] }
    if (entry.expires !== undefined && entry.expires < day) return { ...entry, state: 'expired', requirements: failing }
    if (passing.length > 0 && !isPartial) return { ...entry, state: 'passes', requirements: passing }
    if (failing.length > 0) return { ...entry, state: 'excuses', requirements: failing }
    return { ...entry, state: 'untested', requirements: passing.length > 0 ? passing : named.map(({ id }) => id) }
  })
}

/** The results with the entry that excuses each; a glob that has become stale still excuses what fails. */
export function excused(
  results: readonly RequirementResult[],
  { groups, day }: KnownFailures,
): readonly RequirementResult[] {
  const holding = groups.filter(({ entry }) => entry.expires === undefined || entry.expires >= day)
  return results.map((result) => {
    const group = isBroken(result) ? holding.find(({ requirements }) => requirements.includes(result.id)) : undefined
    return group === undefined ? result : { ...result, known: group.entry.pattern }
  })
}

/** What is wrong with a list, with the remedy; `undefined` where all of it is true. */
export function staleInWords(known: readonly KnownFailure[]): string | undefined {
  const wrong = known.filter(({ state }) => remedies[state] !== undefined)
  const [first] = wrong
  if (first === undefined) return undefined
  const more = wrong.length > 1 ? ` (and ${wrong.length - 1} more)` : ''
  return `the list of known failures is out of date: ${first.pattern} ${remedies[first.state]}${more}`
}

/** What a state of an entry means for whoever keeps the list; absent where there is nothing to do. */
export const remedies: Readonly<Record<KnownFailure['state'], string | undefined>> = {
  excuses: undefined,
  untested: undefined,
  passes: 'passes now, so take it off the list',
  unmatched: 'matches no requirement, so correct it or take it off the list',
  expired: 'has expired, so mend what fails or give it a new day',
}

/** What the document only implies is broken too: an entry holds for it, whether a run is strict or not. */
function isBroken({ verdict }: RequirementResult): boolean {
  return verdict === 'fail' || verdict === 'warn'
}
