import { below, remove, set } from '../../../schemas/json-pointer.ts'
import { plainText } from '../../minimise/steps.ts'
import type { RequestValue } from '../../model/operation.ts'
import { isObject, isSame } from '../../plan/schema/json.ts'

/** A request without one of its features, with that feature. */
export interface Simpler {
  /** The place of the feature and its change, for example `/body/metadata away`. */
  readonly name: string
  readonly value: RequestValue
}

/**
 * Yields a request without each of its features in turn: each member that the plain request lacks, each item and each
 * two consecutive ones, each text that is long or unusual, and each place with the value of the plain request. The
 * result need not be a valid request. This code is independent of the minimiser that it measures.
 */
export function* simplerValues(value: RequestValue, plain: RequestValue | undefined): Generator<Simpler> {
  const usual = new Map([...spotsIn(plain ?? {}, '')].map((spot) => [placeOf(spot.pointer), spot.value]))
  for (const { pointer, value: at, isItem, count } of [
    ...spotsIn(value.header, '/header'),
    ...spotsIn(value.body, '/body'),
  ]) {
    const own = usual.get(placeOf(pointer))
    if (own !== undefined && isSame(own, at) && !isItem) continue
    // A list that the plain request has too is not emptied: an empty list is another feature.
    if (own === undefined || (isItem && count > 1)) yield { name: `${pointer} away`, value: remove(value, pointer) }
    if (own !== undefined && isSame(own, at)) continue
    if (own !== undefined) yield { name: `${pointer} as usual`, value: set(value, pointer, own) }
    if (Array.isArray(at)) yield* withoutPairs(value, pointer, at)
    if (typeof at === 'string' && isUnusual(at)) yield* shorter(value, pointer, at)
  }
}

function* withoutPairs(value: RequestValue, pointer: string, items: readonly unknown[]): Generator<Simpler> {
  for (let at = 0; at + 1 < items.length; at += 1) {
    const rest = items.filter((_, index) => index !== at && index !== at + 1)
    if (rest.length > 0) yield { name: `${below(pointer, at)} and the next away`, value: set(value, pointer, rest) }
  }
}

function* shorter(value: RequestValue, pointer: string, text: string): Generator<Simpler> {
  yield { name: `${pointer} plain`, value: set(value, pointer, plainText) }
  // A character beyond the basic plane stays in one piece.
  const letters = [...text]
  const middle = Math.ceil(letters.length / 2)
  for (const half of [letters.slice(0, middle), letters.slice(middle)])
    yield { name: `${pointer} by half`, value: set(value, pointer, half.join('')) }
}

/** Returns whether a text is longer than a plain one, or has other characters than letters of plain ones. */
function isUnusual(text: string): boolean {
  return text.length > plainText.length || !/^[ -~]*$/.test(text)
}

interface Spot {
  readonly pointer: string
  readonly value: unknown
  readonly isItem: boolean
  /** The number of values beside each other in this place. */
  readonly count: number
}

/** Yields every place inside a value. */
function* spotsIn(value: unknown, pointer: string): Generator<Spot> {
  const isItem = Array.isArray(value)
  const members: [string | number, unknown][] = isItem
    ? [...value.entries()]
    : isObject(value)
      ? Object.entries(value)
      : []
  for (const [step, member] of members) {
    const inner = below(pointer, step)
    yield { pointer: inner, value: member, isItem, count: members.length }
    yield* spotsIn(member, inner)
  }
}

/** Items of one list are alike: a plain item of the plain request shows the plain value of each. */
function placeOf(pointer: string): string {
  return pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*')
}
