import { faults } from '../../../../reference-server/index.ts'
import { mulberry32, seedOf } from '../../../../reference-server/model/random.ts'
import type { Requirement } from '../../../core/model/requirement.ts'
import type { Area } from '../../../core/model/vocabulary.ts'
import { catalogueOf } from '../../../specification/catalogue.ts'
import type { SelftestInput } from '../tasks.ts'
import type { Task } from '../trial.ts'

/** Several faults of one server at once, in this many rounds. */
export interface Together {
  readonly size: number
  readonly rounds: number
}

/**
 * Returns one task for each round, with the areas in turn: gateways with several faults of one area, drawn from the
 * seed. Any faults may be combined. The server recognises faults that the others cover completely. They count neither
 * as detected nor as missed.
 */
export function roundTasks(
  wanted: Omit<SelftestInput, 'together'>,
  { size, rounds }: Together,
  seed: number,
): readonly Task[] {
  const { areas, profile } = wanted
  const pools = areas.map((area) => [area, poolOf(area, wanted)] as const).filter(([, pool]) => pool.length >= size)
  const counts = pools.map((_, at) => Math.floor(rounds / pools.length) + (at < rounds % pools.length ? 1 : 0))
  return pools.flatMap(([area, pool], at) =>
    Array.from({ length: counts[at] ?? 0 }, (_, round): Task => {
      const drawn = drawnFrom(pool, size, `${area} ${seed} ${round + 1}`)
      return { kind: 'together', id: `${area}-${round + 1}`, faults: drawn, areas: [area], profile, seed }
    }),
  )
}

/**
 * Returns the faults that break something in an area, except those that reject every valid request of an operation and
 * so hide all other faults: an operation without a request schema has only one valid request.
 */
function poolOf(area: Area, { fault }: Pick<SelftestInput, 'fault'>): readonly string[] {
  const { operations, requirements } = catalogueOf([area])
  const bare = new Set(operations.filter(({ schemas }) => schemas.request === undefined).map(({ id }) => id))
  const own = new Map<string, Requirement>(requirements.map((one) => [one.id, one]))
  const rejectsAll = (one: string) => own.get(one)?.kind === 'acceptance' && bare.has(own.get(one)!.endpoint)
  return [...faults.values()]
    .filter(({ id, breaks }) => fault(id) && breaks.some((one) => own.has(one)) && !breaks.some(rejectsAll))
    .map(({ id }) => id)
}

/** Draws this many items of a list and keeps their order. */
function drawnFrom(pool: readonly string[], size: number, name: string): readonly string[] {
  const random = mulberry32(seedOf(`together ${size} ${name}`))
  const ranked = pool.map((id) => ({ id, rank: random() })).sort((one, other) => one.rank - other.rank)
  const drawn = new Set(ranked.slice(0, size).map(({ id }) => id))
  return pool.filter((id) => drawn.has(id))
}
