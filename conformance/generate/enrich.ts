import { isObject } from '../../schemas/json.ts'
import { get, set } from '../../schemas/json-pointer.ts'
import type { AreaArbitraries, Random } from '../model/arbitraries.ts'
import { hasAwkwardText } from '../model/awkward.ts'
import type { RequestValue } from '../model/operation.ts'
import { shapeOf } from '../plan/schema/shape.ts'
import { byPlace, tagOf, walk } from '../plan/schema/walk.ts'
import { prove, type Subject } from '../plan/subject.ts'
import { encodedMembers } from '../plan/values/changes.ts'
import { classesOf, constraintsOf, coverageItemsOf, scalarsIn } from './items.ts'
import { isFree, lengthsIn, listedIn, numbersIn } from './mentioned.ts'
import type { Drawn } from './requests.ts'
import { drawText, ofLength, textsOfKinds } from './texts.ts'

/** The number of other values drawn for one place. */
const mostDrawn = 8

/** The most drawn values that are tried. */
const mostTried = 4

/** Text lengths that rarely occur by chance. */
const lengths = [3, 70, 250, 700] as const

/** The longest replacement of a text. The limits of longer texts depend on other members. */
const longest = 900

type IsNew = (item: string) => boolean

/**
 * Replaces scalars and files of a chosen request with others that cover more new items. The result is still valid,
 * costs no more, and uses at least as many new features. Its new texts may be awkward only if `mayBeAwkward`.
 */
export function enriched(
  subject: Subject,
  arbitraries: AreaArbitraries,
  random: Random,
  drawn: Drawn,
  isNew: IsNew,
  mayBeAwkward: boolean,
): Drawn {
  const { language, root } = subject
  const met = new Set<string>()
  const isOpen = (item: string) => isNew(item) && !met.has(item)
  const countNew = (items: readonly string[]) => countOf(items, isOpen)
  let best = withOtherFiles(subject, arbitraries, random, drawn, isNew)
  const sites = byPlace(walk(language, root!, best.value))
  const isAwkward = mayBeAwkward || hasAwkwardText(best.value)
  for (const { pointer, place, value: own } of scalarsIn(best.value)) {
    const speaking = sites.get(pointer)
    if (speaking === undefined || encodedMembers.has(place.slice(place.lastIndexOf('/') + 1))) continue
    const nodes = speaking.map(({ node }) => node)
    const itemsFor = (one: unknown) => classesOf(language, one, speaking, place).map((kind) => `${place} ${kind}`)
    const ranked = othersFor(own, nodes, place)
      .map((one) => ({ one, count: countNew(itemsFor(one)) }))
      .filter(({ count }) => count > countNew(itemsFor(own)))
      .sort((a, b) => b.count - a.count)
    for (const { one } of ranked.slice(0, mostTried)) {
      const next = asGood(subject, best, set(best.value, pointer, one), isNew)
      if (next === undefined) continue
      best = next
      break
    }
    for (const item of itemsFor(get(best.value, pointer))) met.add(item)
  }
  return best

  function othersFor(own: unknown, nodes: Parameters<typeof shapeOf>[1], place: string): readonly unknown[] {
    const shape = shapeOf(language, nodes)
    if (typeof own === 'boolean') return [!own]
    if (typeof own === 'number') return random.shuffled(numbersIn(language, nodes)).slice(0, mostDrawn * 2)
    if (typeof own !== 'string' || nodes.some((node) => tagOf(node) !== undefined)) return []
    if (!isFree(shape)) return random.shuffled(listedIn(language, nodes))
    const limits = { least: shape.minLength, most: shape.maxLength, mentioned: lengthsIn(language, nodes) }
    const most = Math.max(longest, own.length)
    const rich = textsOfKinds(random, isAwkward, (kind) => isOpen(`${place} ${kind}`))
    const texts = [...rich, ...Array.from({ length: mostDrawn }, () => drawText(random, isAwkward, limits))]
    const [first = ''] = texts
    const fitting = texts.map((text) =>
      ofLength(text, Math.max(shape.minLength, Math.min(shape.maxLength, [...text].length))),
    )
    const longer = lengths.filter((length) => length <= shape.maxLength).map((length) => ofLength(first, length))
    return [...fitting, ...longer].filter(({ length }) => length > 0 && length <= most)
  }
}

/** Returns the request with another value; `undefined` if that is invalid, costs more, or covers less. */
function asGood(subject: Subject, before: Drawn, value: RequestValue, isNew: IsNew): Drawn | undefined {
  const { operation } = subject
  const [price, most] = [operation.cost(value), operation.cost(before.value)]
  if (price.calls > most.calls || price.images > most.images) return undefined
  const proved = prove(subject, value)
  if (proved === undefined || countOf(proved.uses, isNew) < countOf(before.uses, isNew)) return undefined
  const newIn = (one: RequestValue) => countOf([...constraintsOf(subject.language, subject.root!, one)], isNew)
  if (newIn(value) < newIn(before.value)) return undefined
  return { value, uses: proved.uses }
}

function countOf(items: readonly string[], isCounted: IsNew): number {
  return items.filter(isCounted).length
}

/**
 * Replaces the files of a request, if the area generates them. Of a few draws it keeps the one that covers most new
 * items.
 */
export function withOtherFiles(
  subject: Subject,
  { places, arrange }: AreaArbitraries,
  random: Random,
  drawn: Drawn,
  isNew: IsNew,
): Drawn {
  const { language, root, operation } = subject
  const none = () => undefined
  const context = { random, own: none, at: none, text: () => '', argumentSchema: () => ({}) }
  const newIn = (value: RequestValue, place: string) => {
    const { values, others } = coverageItemsOf(language, root!, set({}, place, get(value, place)))
    return countOf([...values, ...others], isNew)
  }
  let best = drawn
  for (const [place, override] of Object.entries(places)) {
    const own = get(drawn.value, place)
    if (!Array.isArray(own) || !own.every((item) => isObject(item) && 'digest' in item)) continue
    let most = newIn(best.value, place)
    for (let turn = 0; turn < mostDrawn; turn += 1) {
      const next = arrange(set(best.value, place, override(context)), random, operation.id)
      const count = newIn(next, place)
      const good = count <= most ? undefined : asGood(subject, best, next, isNew)
      if (good === undefined) continue
      best = good
      most = count
    }
  }
  return best
}
