import type { Finding } from '../../../core/model/finding.ts'
import type { LaterItems, Ruling } from '../ruling.ts'
import { chanceThatAllHave, smallEnough } from './circumstances.ts'
import type { Trace } from './trace.ts'

/** Collects the places of findings on replies. */
export interface ItemsAccumulator {
  /** Adds the violations of one reply. */
  add(findings: readonly Finding[]): void
  /** Returns `undefined` once a violation is at the first item, at no item, or in another list. */
  later(): LaterItems | undefined
}

export function startItems(): ItemsAccumulator {
  let known: LaterItems | undefined
  let isElsewhere = false
  return {
    add: (findings) => {
      const places = findings.filter(({ doubt }) => doubt !== true).map(({ at }) => itemAt(at))
      if (places.length === 0 || isElsewhere) return
      const list = known?.list ?? places[0]?.list
      // A cap on findings leaves out later items, never the first one, so that the first is known to pass.
      isElsewhere = places.some((place) => place === undefined || place.list !== list || place.index === '0')
      const items = new Set(places.map((place) => place?.index)).size + (known?.items ?? 0)
      known = isElsewhere || list === undefined ? undefined : { list, items }
    },
    later: () => known,
  }
}

function itemAt(at: Finding['at']): { readonly list: string; readonly index: string } | undefined {
  const [, list, index] = at?.in === 'body' ? (at.pointer ?? '').split('/') : []
  return list !== undefined && index !== undefined && /^\d+$/.test(index) ? { list, index } : undefined
}

/**
 * Returns, for example, ``only in items of `data` after the first``; `undefined` if the failing items may be later ones by
 * chance, among the items of all these replies.
 */
export function laterItemsInWords(
  { laterItems }: Pick<Ruling, 'laterItems'>,
  replies: readonly Trace[],
): string | undefined {
  if (laterItems === undefined) return undefined
  const { list, items } = laterItems
  const lengths = replies.map(({ reply }) => reply?.lists.get(list) ?? 0)
  const all = lengths.reduce((sum, length) => sum + length, 0)
  const later = lengths.reduce((sum, length) => sum + Math.max(0, length - 1), 0)
  if (chanceThatAllHave(items, later, all) > smallEnough) return undefined
  return `only in items of \`${list}\` after the first: ${items} of ${later} such items fail, the ${all - later} first ones pass`
}
