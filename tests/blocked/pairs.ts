import { expect } from 'vitest'
import type { Cause, ResultName } from '../../conformance/core/model/report.ts'
import { resultKey } from '../../conformance/core/model/requirement.ts'
import type { Area } from '../../conformance/core/model/vocabulary.ts'
import type { Ruling } from '../../conformance/engine/judge/index.ts'
import { trialRun } from '../../conformance/laboratory/selftest/trial-run.ts'
import { type Fault, faultById, faults, startReferenceServer } from '../../reference-server/index.ts'
import { mulberry32, seedOf } from '../../reference-server/model/random.ts'

/** Two faults of one area. */
export interface Pair {
  readonly area: Area
  readonly one: Fault
  readonly other: Fault
}

/** The areas, the prefix of their requirements, and the share of faults that is drawn from each. */
const pools: readonly { readonly area: Area; readonly prefix: string; readonly share: number }[] = [
  { area: 'messages', prefix: 'messages.', share: 0.4 },
  { area: 'content-generation', prefix: 'content.', share: 0.4 },
  { area: 'images', prefix: 'images.', share: 0.2 },
]

/** Draws faults by a seed, two written by hand for each derived one, and returns all pairs of one area. */
export function drawnPairs(count: number, seed: number): readonly Pair[] {
  return pools.flatMap(({ area, prefix, share }) => {
    const own = [...faults.values()].filter(
      ({ breaks }) => breaks.length > 0 && breaks.every((id) => id.startsWith(prefix)),
    )
    const wanted = Math.round(count * share)
    const drawn = [
      ...sample(
        own.filter(({ derivedFrom }) => derivedFrom === undefined),
        Math.ceil((wanted * 2) / 3),
        `${seed} ${area}`,
      ),
      ...sample(
        own.filter(({ derivedFrom }) => derivedFrom !== undefined),
        Math.floor(wanted / 3),
        `${seed} ${area} derived`,
      ),
    ]
    return drawn.flatMap((one, index) => drawn.slice(index + 1).map((other) => ({ area, one, other })))
  })
}

export function pairOf(area: Area, one: string, other: string): Pair {
  return { area, one: faultById(one)!, other: faultById(other)! }
}

/** Draws items of a list by the hash of a text. */
export function sample<Item>(all: readonly Item[], count: number, name: string): readonly Item[] {
  const random = mulberry32(seedOf(name))
  const ranked = all.map((item) => ({ item, rank: random() })).sort((one, other) => one.rank - other.rank)
  return ranked.slice(0, count).map(({ item }) => item)
}

/** The results of a run: those that failed, by cause, and those that are undecided, with the failures that block them. */
interface Outcome {
  readonly failed: ReadonlySet<string>
  readonly causes: readonly Cause[]
  readonly undecided: ReadonlySet<string>
  readonly blocked: ReadonlyMap<string, readonly string[]>
}

const outcomes = new Map<string, Promise<Outcome>>()

/** Runs against a server with these faults. Runs with equal faults are shared. */
function outcomeWith(area: Area, ids: readonly string[]): Promise<Outcome> {
  const name = `${area} ${ids.join(' ')}`
  const known = outcomes.get(name) ?? run(area, ids)
  if (ids.length < 2) outcomes.set(name, known)
  return known
}

async function run(area: Area, ids: readonly string[]): Promise<Outcome> {
  const server = await startReferenceServer({ faults: ids })
  try {
    const { rulings, blocked, report } = await trialRun({
      url: server.url,
      areas: [area],
      profile: 'standard',
      seed: 1,
    })
    // The load of this machine decides these in one run and not in the next.
    const timed = new Set(rulings.filter(isOfTime).map(nameOf))
    const causes = report.causes.map((cause) => ({
      ...cause,
      requirements: cause.requirements.filter((one) => !timed.has(keyOf(one))),
      blocks: cause.blocks.filter((one) => !timed.has(keyOf(one))),
    }))
    return {
      failed: new Set(causes.flatMap(({ requirements }) => requirements.map(keyOf))),
      causes,
      undecided: new Set(rulings.filter(isUndecided).map(nameOf)),
      blocked: new Map([...blocked].filter(([result]) => !timed.has(result))),
    }
  } finally {
    await server.close()
  }
}

function keyOf({ requirement, operation }: ResultName): string {
  return resultKey(requirement, operation)
}

function isUndecided({ verdict }: Ruling): boolean {
  return verdict === 'untested' || verdict === 'inconclusive'
}

function isOfTime({ requirement }: Ruling): boolean {
  return requirement.needs.includes('timing')
}

function nameOf({ requirement, operation }: Ruling): string {
  return resultKey(requirement.id, operation)
}

/**
 * Returns the results of a run with two faults whose blame is wrong: without the blamed faults they would be undecided
 * too, or one of several blamed faults hides nothing.
 */
export async function wronglyBlamed({ area, one, other }: Pair): Promise<readonly string[]> {
  const none = await outcomeWith(area, [])
  const alone = new Map([
    [one, await outcomeWith(area, [one.id])],
    [other, await outcomeWith(area, [other.id])],
  ])
  const both = await outcomeWith(area, [one.id, other.id])
  return [...both.blocked].flatMap(([result, by]) => {
    if (none.undecided.has(result)) return [`${result} is untested without any fault, but blocked by ${by.join(', ')}`]
    return [...alone.keys()].flatMap((fault) => {
      const rest = alone.get(fault === one ? other : one)!
      if (!by.some((id) => isOwnOf(fault, id) && !isOwnOf(fault === one ? other : one, id))) return []
      const isDecidedWithout = !rest.undecided.has(result)
      const hidesAlone = alone.get(fault)!.undecided.has(result)
      return isDecidedWithout || hidesAlone
        ? []
        : [`${result} is blocked by ${by.join(', ')}, but undecided without ${fault.id}`]
    })
  })
}

function isOwnOf({ breaks, breaksByChance = [] }: Fault, id: string): boolean {
  return [...breaks, ...breaksByChance].some((one) => one === id)
}

/** Asserts that no result of these runs is blamed on a failure that leaves it undecided when it is mended. */
export async function expectNobodyWronglyBlamed(pairs: readonly Pair[]): Promise<void> {
  const wrong: Record<string, readonly string[]> = {}
  for (const pair of pairs) {
    const results = await wronglyBlamed(pair)
    if (results.length > 0) wrong[`${pair.one.id} with ${pair.other.id}`] = results
  }
  expect(wrong).toEqual({})
}

/**
 * Returns the violations of the law of causes by a run with two faults: without one of them, everything fails no more
 * that its causes explain, the other failed results still fail, and what its causes block is decided. The causes of a
 * fault are those with a result that it breaks alone. A cause that each of the faults has alone is one mistake in two
 * places, and a result that each breaks or hides alone needs both repairs.
 */
export async function wronglyExplained({ area, one, other }: Pair): Promise<readonly string[]> {
  const both = await outcomeWith(area, [one.id, other.id])
  const alone = [await outcomeWith(area, [one.id]), await outcomeWith(area, [other.id])] as const
  const none = await outcomeWith(area, [])
  return [
    ...broken(both, { fault: one.id, own: alone[0], rest: alone[1], none }),
    ...broken(both, { fault: other.id, own: alone[1], rest: alone[0], none }),
  ]
}

/** A fault, and the runs with it alone, with the other fault alone, and without both. */
interface Mended {
  readonly fault: string
  readonly own: Outcome
  readonly rest: Outcome
  readonly none: Outcome
}

function broken(both: Outcome, { fault, own, rest, none }: Mended): readonly string[] {
  const isOwn = (result: string): boolean => own.failed.has(result) && !rest.failed.has(result)
  const ids = new Set(rest.causes.map(({ id }) => id))
  const shared = new Set(own.causes.flatMap(({ id }) => (ids.has(id) ? [id] : [])))
  const causes = both.causes.filter(({ requirements }) => requirements.some((name) => isOwn(keyOf(name))))
  const explained = new Set(causes.flatMap(({ requirements }) => requirements.map(keyOf)))
  const bound = causes
    .filter(({ id }) => !shared.has(id))
    .flatMap(({ id, requirements }) =>
      requirements
        .map(keyOf)
        .filter((result) => rest.failed.has(result) && !own.failed.has(result))
        .map((result) => `${result} is explained by ${id}, but fails without ${fault}`),
    )
  const freed = [...both.failed]
    .filter((result) => !explained.has(result) && !rest.failed.has(result) && !own.failed.has(result))
    .map((result) => `${result} is explained by no cause of ${fault}, but does not fail without it`)
  const elsewhere = new Set(
    both.causes.filter((cause) => !causes.includes(cause)).flatMap(({ blocks }) => blocks.map(keyOf)),
  )
  const isLeft = (result: string): boolean =>
    rest.undecided.has(result) && !own.undecided.has(result) && !none.undecided.has(result)
  const hidden = causes.flatMap(({ id, blocks }) =>
    blocks
      .map(keyOf)
      .filter((result) => !elsewhere.has(result) && isLeft(result))
      .map((result) => `${result} is blocked by ${id}, but undecided without ${fault}`),
  )
  return [...bound, ...freed, ...hidden]
}

/** Asserts that what these runs say a cause explains and blocks is what repairing it frees. */
export async function expectCausesFree(pairs: readonly Pair[]): Promise<void> {
  const wrong: Record<string, readonly string[]> = {}
  for (const pair of pairs) {
    const results = await wronglyExplained(pair)
    if (results.length > 0) wrong[`${pair.one.id} with ${pair.other.id}`] = results
  }
  expect(wrong).toEqual({})
}
