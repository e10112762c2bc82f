import type { ItemIndex, Items } from './items.ts'
import type { Drawn } from './requests.ts'

/** A drawn request, and everything that it covers. */
export interface RequestCandidate {
  readonly drawn: Drawn
  readonly items: Items
  readonly provokes: readonly string[]
  /** Pairs of choices that decide its reply together. */
  readonly decides: readonly string[]
  /**
   * True if the request has an awkward text. Its rejection is not judged, so it is no control request (interpretation
   * G13).
   */
  readonly isAwkward: boolean
  score: number
}

/**
 * The score of an item that no request covers yet. Features with a requirement count most, and values and counts that
 * the schema lists more than others.
 */
const worth = {
  use: 2000,
  provoked: 400,
  decided: 15,
  constraint: 300,
  feature: 40,
  listed: 30,
  other: 12,
  value: 4,
  pair: 6,
} as const

/** The items that requests cover so far. */
export interface Covered {
  isNew(item: number): boolean
  isNewFeature(feature: number): boolean
  isNewUse(requirement: string): boolean
  /** Returns how many features have not been used together with this one. */
  openPairsOf(feature: number): number
  /** Returns the score of a candidate: the worth of its new items, in relation to its price. */
  newIn(candidate: RequestCandidate, price: number): number
  /** Records the items of a request. Returns the names of those that are new, except pairs. */
  add(candidate: RequestCandidate): readonly string[]
}

const none: ReadonlySet<number> = new Set()

/** Returns an empty coverage, apart from features that count as used. `listed` are the items that a schema lists. */
export function newCovered(index: ItemIndex, used: Iterable<string> = [], listed: ReadonlySet<number> = none): Covered {
  /** Features with a requirement, provoked behaviors, and pairs of choices. */
  const names = new Set(used)
  const items = new Set<number>()
  const features = new Set<number>()
  const pairs = new Set<number>()
  const isNew = (item: number): boolean => !items.has(item)
  const isNewFeature = (feature: number): boolean => !features.has(feature)
  const isNewUse = (requirement: string): boolean => !names.has(requirement)
  return {
    isNew,
    isNewFeature,
    isNewUse,
    openPairsOf(feature) {
      let count = 0
      for (const other of features) if (other !== feature && !pairs.has(pairNumber(feature, other))) count += 1
      return count
    },
    newIn({ items: own, drawn, provokes, decides, isAwkward }, price) {
      let total = 0
      if (!isAwkward) {
        for (const use of drawn.uses) if (isNewUse(use)) total += worth.use
        for (const item of own.constraints) if (isNew(item)) total += worth.constraint
      }
      for (const one of provokes) if (isNewUse(one)) total += worth.provoked
      for (const one of decides) if (isNewUse(one)) total += worth.decided
      for (const item of own.others) if (isNew(item)) total += listed.has(item) ? worth.listed : worth.other
      for (const item of own.values) if (isNew(item)) total += listed.has(item) ? worth.listed : worth.value
      for (const [at, one] of own.features.entries()) {
        if (isNewFeature(one)) total += worth.feature
        for (let next = at + 1; next < own.features.length; next += 1)
          if (!pairs.has(pairNumber(one, own.features[next]!))) total += worth.pair
      }
      return total / price
    },
    add({ items: own, drawn, provokes, decides, isAwkward }) {
      const newNames = [...provokes, ...decides, ...(isAwkward ? [] : drawn.uses)].filter(isNewUse)
      const newItems = [...(isAwkward ? [] : own.constraints), ...own.others, ...own.values].filter(isNew)
      const newFeatures = own.features.filter(isNewFeature)
      for (const name of newNames) names.add(name)
      for (const item of newItems) items.add(item)
      for (const feature of newFeatures) features.add(feature)
      for (const [at, one] of own.features.entries())
        for (const other of own.features.slice(at + 1)) pairs.add(pairNumber(one, other))
      return [...newNames, ...newFeatures.map(index.nameOfFeature), ...newItems.map(index.nameOf)]
    },
  }
}

const mostFeatures = 4096

function pairNumber(one: number, other: number): number {
  return one < other ? one * mostFeatures + other : other * mostFeatures + one
}
