import type { RequestValue } from '../../core/model/operation.ts'
import type { ItemCoverage, ItemShare } from '../../core/model/report.ts'
import { itemIndexOf, pairOf } from '../generate/items.ts'
import { type Possible, possibleItems } from '../generate/possible.ts'
import { documentLanguage } from '../plan/schema/language.ts'
import { canOccurTogether } from './together.ts'

/** The items that valid requests of one operation cover. */
export interface MeasuredCoverage {
  add(value: RequestValue): void
  covered(): ItemCoverage
}

export function startMeasuring(schema: string): MeasuredCoverage {
  const index = itemIndexOf(documentLanguage.view(schema))
  const features = new Set<number>()
  const others = new Set<number>()
  const pairs = new Set<string>()
  return {
    add: (value) => {
      const items = index.itemsOf(value)
      for (const item of [...items.values, ...items.others]) others.add(item)
      for (const item of items.features) features.add(item)
      for (const pair of pairsOf(items.features.map(index.nameOfFeature))) pairs.add(pair)
    },
    covered: () => {
      const possible = possibleItems(documentLanguage, schema)
      const met = new Set([...others].map(index.nameOf))
      const all = possible.values.size + possible.counts.size
      const listed = [share(possible.values.keys(), met), share(possible.counts.keys(), met)] as const
      return {
        features: share(possible.features.keys(), new Set([...features].map(index.nameOfFeature))),
        values: listed[0],
        counts: listed[1],
        pairs: pairShare(schema, possible, pairs),
        unbounded: others.size - (all - listed[0].left.length - listed[1].left.length),
      }
    },
  }
}

/** Returns the items for every pair of features. */
export function pairsOf(features: Iterable<string>): readonly string[] {
  const all = [...features]
  return all.flatMap((one, index) => all.slice(index + 1).map((other) => pairOf(one, other)))
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
