import { isObject } from '../../../schemas/json.ts'
import { below, isWithin, set } from '../../../schemas/json-pointer.ts'
import type { AreaArbitraries, Random } from '../../core/model/arbitraries.ts'
import { hasAwkwardText, isAboutTexts } from '../../core/model/awkward.ts'
import type { RequestValue } from '../../core/model/operation.ts'
import { charactersIn } from '../../core/text/characters.ts'
import { type SchemaPlace, schemaPlace } from '../plan/schema/place.ts'
import { prove, type Subject, validateRequestValue } from '../plan/subject.ts'
import { type ItemIndex, type Items, itemIndexOf, type Scalar } from './items.ts'
import type { Drawn } from './requests.ts'
import { drawText, ofLength, textsOfKinds } from './texts.ts'

/** The number of other values drawn for one place. */
const mostDrawn = 8

/** Text lengths that rarely occur by chance. */
const lengths = [3, 70, 250, 700] as const

/** The longest replacement of a text. The limits of longer texts depend on other members. */
const longest = 900

/** The items that no chosen request covers yet. */
export interface NewItems {
  readonly isNew: (item: number) => boolean
  readonly isNewUse: (requirement: string) => boolean
}

/** The limits of other values. */
interface RevalueOptions {
  /** True if new texts may be awkward. */
  readonly mayBeAwkward: boolean
  /** Returns whether a value still has everything else that the request was chosen for. */
  readonly keeps: (value: RequestValue) => boolean
}

/** Another value for a scalar. */
interface Change {
  readonly pointer: string
  readonly value: unknown
}

/**
 * Replaces the files and all scalars of a chosen request with others that cover more new items. The result is still
 * valid, costs no more, and keeps each new feature: another request may not have it.
 */
export function revalued(
  subject: Subject,
  arbitraries: AreaArbitraries,
  random: Random,
  drawn: Drawn,
  open: NewItems,
  { mayBeAwkward, keeps }: RevalueOptions,
): Drawn {
  const before = withOtherFiles(subject, arbitraries, random, drawn, open)
  const index = itemIndexOf(subject.root!)
  const isAwkward = mayBeAwkward || hasAwkwardText(before.value)
  const met = new Set<number>()
  const isOpen = (item: number) => open.isNew(item) && !met.has(item)
  const changes = index.scalarsOf(before.value).flatMap((scalar): readonly Change[] => {
    const { place, views, value: own, steps } = scalar
    if (views.length === 0 || place.isEncoded) return []
    const itemsFor = (value: unknown) => index.itemsAt(place, value, views)
    const newIn = (value: unknown) => countOf(itemsFor(value), isOpen)
    const others = othersFor(scalar, random, isAwkward, (kind) => isOpen(index.itemNamed(`${place.name} ${kind}`)))
    const best = others
      .map((value) => ({ value, count: newIn(value) }))
      .reduce((one, other) => (other.count > one.count ? other : one), { value: own, count: newIn(own) })
    for (const item of itemsFor(best.value)) met.add(item)
    const change = { pointer: steps.reduce<string>(below, ''), value: best.value }
    return best.value === own || !keeps(set(before.value, change.pointer, change.value)) ? [] : [change]
  })
  return withChanges(subject, index, before, changes, open)
}

function othersFor(
  { value: own, views }: Scalar,
  random: Random,
  isAwkward: boolean,
  isWantedKind: (kind: string) => boolean,
): readonly unknown[] {
  const place = schemaPlace(views)
  if (typeof own === 'boolean') return [!own]
  if (typeof own === 'number') return random.shuffled(place.numbers()).slice(0, mostDrawn * 2)
  if (typeof own !== 'string' || views.some(({ choice }) => choice !== undefined)) return []
  if (!place.isFree) return random.shuffled(place.listed())
  return textsFor(place, own.length, random, isAwkward, isWantedKind)
}

function textsFor(
  place: SchemaPlace,
  ownLength: number,
  random: Random,
  isAwkward: boolean,
  isWantedKind: (kind: string) => boolean,
): readonly string[] {
  const { minLength, maxLength } = place
  const limits = { least: minLength, most: maxLength, mentioned: place.lengths() }
  const rich = textsOfKinds(random, isAwkward, isWantedKind)
  const texts = [...rich, ...Array.from({ length: mostDrawn }, () => drawText(random, isAwkward, limits))]
  const [first = ''] = texts
  const fitting = texts.map((text) => ofLength(text, Math.max(minLength, Math.min(maxLength, charactersIn(text)))))
  const longer = lengths.filter((length) => length <= maxLength).map((length) => ofLength(first, length))
  const most = Math.max(longest, ownLength)
  return [...fitting, ...longer].filter(({ length }) => length > 0 && length <= most)
}

/**
 * Makes all changes at once. If that is not valid, leaves out the changes at the places that are not valid, or else
 * makes each half of the changes that is.
 */
function withChanges(
  subject: Subject,
  index: ItemIndex,
  before: Drawn,
  changes: readonly Change[],
  open: NewItems,
): Drawn {
  if (changes.length === 0) return before
  const value = changes.reduce((at, change) => set(at, change.pointer, change.value), before.value)
  const next = asGood(subject, index, before, value, open)
  if (next !== undefined) return next
  if (changes.length === 1) return before
  const { violations, open: unspecified } = validateRequestValue(subject, value)
  const wrong = [...violations, ...unspecified.filter((site) => !isAboutTexts(site))].map(({ pointer }) => pointer)
  const others = changes.filter(({ pointer }) => !wrong.some((place) => isWithin(pointer, place)))
  if (others.length < changes.length) return withChanges(subject, index, before, others, open)
  const middle = Math.ceil(changes.length / 2)
  const first = withChanges(subject, index, before, changes.slice(0, middle), open)
  return withChanges(subject, index, first, changes.slice(middle), open)
}

/** Returns the request with other values; `undefined` if that is invalid, costs more, or loses a new feature. */
function asGood(
  subject: Subject,
  index: ItemIndex,
  before: Drawn,
  value: RequestValue,
  { isNew, isNewUse }: NewItems,
): Drawn | undefined {
  const { operation } = subject
  const [price, most] = [operation.cost(value), operation.cost(before.value)]
  if (price.calls > most.calls || price.images > most.images) return undefined
  const proved = prove(subject, value)
  if (proved === undefined || before.uses.some((use) => isNewUse(use) && !proved.uses.includes(use))) return undefined
  const newIn = (one: RequestValue) => countOf(index.itemsOf(one).constraints, isNew)
  return newIn(value) < newIn(before.value) ? undefined : { value, uses: proved.uses }
}

function countOf<T>(items: readonly T[], isCounted: (item: T) => boolean): number {
  return items.filter(isCounted).length
}

/** The most choices of files that are proved for one request. */
const mostProved = 4

/** Replaces the files of a request by the choice that covers most new items, if the area has one. */
export function withOtherFiles(
  subject: Subject,
  { files }: AreaArbitraries,
  random: Random,
  drawn: Drawn,
  open: NewItems,
): Drawn {
  const { body } = drawn.value
  if (files === undefined || !isObject(body)) return drawn
  const index = itemIndexOf(subject.root!)
  const newIn = (choice: object) => {
    const { values, others }: Items = index.itemsOf({ body: choice })
    return countOf([...values, ...others], open.isNew)
  }
  const choices = files(body, random, subject.operation.id).map((choice) => ({ choice, count: newIn(choice) }))
  const names = choices.flatMap(({ choice }) => Object.keys(choice))
  const own = newIn(Object.fromEntries(names.map((name) => [name, body[name]])))
  const better = choices.filter(({ count }) => count > own).sort((one, other) => other.count - one.count)
  for (const { choice } of better.slice(0, mostProved)) {
    const next = asGood(subject, index, drawn, { ...drawn.value, body: { ...body, ...choice } }, open)
    if (next !== undefined) return next
  }
  return drawn
}
