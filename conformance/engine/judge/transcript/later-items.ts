import type { Finding } from '../../../core/model/finding.ts'
import { get } from '../../../../schemas/json-pointer.ts'
import type { Observation } from '../../../core/model/observation.ts'
import type { Ruling } from '../ruling.ts'
import { smallEnough } from './circumstances.ts'

/** The failing items of one list of replies, as long as none of them is the first of its list. */
export interface LaterItems {
  /** The list, for example `/data`. */
  readonly list: string
  /** The number of replies in which items fail. */
  readonly replies: number
  /** The probability that the first items are not among the failing ones by chance. */
  readonly chance: number
}

/**
 * Adds the findings on one reply. Returns `undefined` once a finding is at the first item, at no item, or in another
 * list. Findings on the first item are reported before those on later ones, so that a cap on findings leaves out no first
 * item.
 */
export function withLaterItems(
  known: LaterItems | undefined,
  findings: readonly Finding[],
  { json }: Pick<Observation, 'json'>,
): LaterItems | undefined {
  const places = findings.map(({ at }) => /^(\/[^/]+)\/(\d+)(\/|$)/.exec((at?.in === 'body' && at.pointer) || ''))
  const [list = ''] = places.map((place) => place?.[1])
  if (list === '' || (known !== undefined && known.list !== list)) return undefined
  if (!places.every((place) => place?.[1] === list && place[2] !== '0')) return undefined
  const items = get(json, list)
  if (!Array.isArray(items)) return undefined
  const { replies, chance } = known ?? { replies: 0, chance: 1 }
  const failing = new Set(places.map((place) => place?.[2])).size
  return { list, replies: replies + 1, chance: chance * (1 - failing / items.length) }
}

/** Returns, for example, ``only in items of `data` after the first: 12 replies``; `undefined` if that may be chance. */
export function laterItemsInWords({ laterItems }: Pick<Ruling, 'laterItems'>): string | undefined {
  if (laterItems === undefined || laterItems.chance > smallEnough) return undefined
  const { list, replies } = laterItems
  return `only in items of \`${list.slice(1)}\` after the first: the first item passes in each of the ${replies} failing replies`
}
