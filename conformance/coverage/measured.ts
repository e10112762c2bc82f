import { coverageItemsOf, pairsOf } from '../generate/items.ts'
import type { RequestValue } from '../model/operation.ts'
import type { ItemCoverage, ItemShare } from '../model/report.ts'
import { documentLanguage } from '../plan/schema/language.ts'
import { type Possible, possibleItems } from './possible.ts'
import { canOccurTogether } from './together.ts'

/** The items that valid requests of one operation cover. */
export interface MeasuredCoverage {
  add(value: RequestValue): void
  covered(): ItemCoverage
}

export function startMeasuring(schema: string): MeasuredCoverage {
  const features = new Set<string>()
  const others = new Set<string>()
  const pairs = new Set<string>()
  const root = documentLanguage.root(schema)
  return {
    add: (value) => {
      const items = coverageItemsOf(documentLanguage, root, value)
      for (const item of [...items.values, ...items.others]) others.add(item)
      for (const item of items.features) features.add(item)
      for (const pair of pairsOf(items.features)) pairs.add(pair)
    },
    covered: () => {
      const possible = possibleFor(schema)
      const all = possible.values.size + possible.counts.size
      const listed = [share(possible.values, others), share(possible.counts, others)] as const
      return {
        features: share(possible.features.keys(), features),
        values: listed[0],
        counts: listed[1],
        pairs: pairShare(schema, possible, pairs),
        unbounded: others.size - (all - listed[0].left.length - listed[1].left.length),
      }
    },
  }
}

const known = new Map<string, Possible>()

function possibleFor(schema: string): Possible {
  const found = known.get(schema) ?? possibleItems(documentLanguage, schema)
  known.set(schema, found)
  return found
}

function share(possible: Iterable<string>, met: ReadonlySet<string>): ItemShare {
  const all = [...possible]
  const left = all.filter((item) => !met.has(item)).sort()
  return { all: all.length, covered: all.length - left.length, left }
}

/** Returns the share of covered pairs. A pair that occurred is possible, so only the others are checked. */
function pairShare(schema: string, possible: Possible, met: ReadonlySet<string>): ItemShare {
  const all = pairsOf(possible.features.keys())
  const left = all.filter((pair) => {
    if (met.has(pair)) return false
    const [one = '', other = ''] = pair.split(' + ')
    return canOccurTogether(documentLanguage, schema, possible, [one, other])
  })
  const covered = all.filter((pair) => met.has(pair)).length
  return { all: covered + left.length, covered, left }
}
