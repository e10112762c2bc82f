import type { Random } from '../model/arbitraries.ts'
import type { Language } from '../plan/schema/language.ts'
import { shapeOf } from '../plan/schema/shape.ts'
import { walk } from '../plan/schema/walk.ts'
import type { DrawAim } from './draw.ts'
import { classesOf, countClassOf, isUserDefined } from './items.ts'
import { listedIn, numbersIn } from './mentioned.ts'
import type { Member } from './places.ts'

/** The items covered so far, as far as aiming needs them. */
export interface CoveredItems {
  has(item: string): boolean
  /** The features that requests have used so far. */
  readonly features: ReadonlySet<string>
  /** Returns how many features have not been used together with this one. */
  openPairsOf(feature: string): number
}

/** Chooses the members to aim at next: those that have not been used together with many others yet. */
export class PairAims {
  readonly #tries = new Map<string, number>()
  readonly #members: ReadonlyMap<string, Member>

  constructor(members: ReadonlyMap<string, Member>) {
    this.#members = members
  }

  /** Returns the next member. Some pairs are impossible, so a member counts less the more often it was aimed at. */
  next(covered: CoveredItems, random: Random): DrawAim | undefined {
    const weighed = [...covered.features].flatMap((feature) => {
      const open = this.#members.has(feature) ? covered.openPairsOf(feature) : 0
      return open === 0 ? [] : [{ feature, weight: open / (1 + (this.#tries.get(feature) ?? 0)) }]
    })
    const most = Math.max(0, ...weighed.map(({ weight }) => weight))
    const best = weighed.filter(({ weight }) => weight >= most / 2).map(({ feature }) => feature)
    if (best.length === 0) return undefined
    const feature = random.pick(best)
    this.#tries.set(feature, (this.#tries.get(feature) ?? 0) + 1)
    return this.#members.get(feature)?.aim
  }
}

/** The most draws for one class of values. */
const mostTries = 4

/** Chooses the classes of values and counts to aim at next: uncovered ones, the least tried first. */
export class ValueAims {
  readonly #open: { readonly items: readonly string[]; readonly aim: DrawAim; tries: number }[]

  constructor(language: Language, members: ReadonlyMap<string, Member>) {
    this.#open = [...members].flatMap(([place, member]) =>
      isUserDefined(place)
        ? []
        : [...valueAims(language, place, member), ...countAims(language, place, member)].map((one) => ({
            ...one,
            tries: 0,
          })),
    )
  }

  next(covered: CoveredItems, random: Random): DrawAim | undefined {
    const open = this.#open.filter(({ items, tries }) => tries < mostTries && items.some((item) => !covered.has(item)))
    const least = Math.min(...open.map(({ tries }) => tries))
    const candidates = open.filter(({ tries }) => tries === least)
    if (candidates.length === 0) return undefined
    const chosen = random.pick(candidates)
    chosen.tries += 1
    return chosen.aim
  }
}

/** Returns one aim for each scalar in the schema of a place, and for each number at its limits. */
function valueAims(language: Language, place: string, { node, aim }: Member) {
  const types = shapeOf(language, [node]).types
  const isNumeric = types?.some((type) => type === 'number' || type === 'integer') ?? false
  const values = [...listedIn(language, [node]), ...(isNumeric ? numbersIn(language, [node]) : [])]
  return [...new Set(values)].map((value) => {
    const sites = [...walk(language, node, value)].filter(({ pointer }) => pointer === '')
    const items = classesOf(language, value, sites, place).map((kind) => `${place} ${kind}`)
    return { items, aim: { ...aim, isWanted: (other: unknown) => other === value } }
  })
}

/** One count of each class. */
const counts = [0, 1, 2, 3, 6, 11] as const

function countAims(language: Language, place: string, { node, aim }: Member) {
  const { items, minItems, maxItems } = shapeOf(language, [node])
  if (items.length === 0) return []
  return counts
    .filter((count) => count >= minItems && count <= maxItems)
    .map((count) => ({
      items: [`${place} ${countClassOf(count)} items`],
      aim: {
        ...aim,
        isWanted: (value: unknown) => Array.isArray(value) && countClassOf(value.length) === countClassOf(count),
      },
    }))
}
