import { isObject } from '../../../../schemas/json.ts'
import { below } from '../../../../schemas/json-pointer.ts'
import { isSame, typeOf } from '../schema/json.ts'

/** A proposed change at one place: another value, or `undefined` to remove it. */
export interface Breaker {
  readonly pointer: string
  readonly value: unknown
}

/** Members with an encoded text, such as the bytes of an image. A part of such a text has no meaning. */
export const encodedMembers: ReadonlySet<string> = new Set(['data', 'digest'])

/** A value that no enum lists. */
const outsider = 'no-such-value'

/** The most small changes that are tried to violate one rule. */
const most = 1500

/**
 * Returns small changes of a value, to violate a rule that no keyword describes: a value from another place, a slightly
 * different number, a text that is valid nowhere, a removed member or item.
 */
export function mutationsOf(value: unknown, pointer: string): readonly Breaker[] {
  const places = [...placesIn(value, pointer)]
  const changes = places.flatMap((place) => changesAt(place, places, pointer))
  return changes.slice(0, most)
}

function changesAt({ pointer, value }: PlacedValue, places: readonly PlacedValue[], root: string): readonly Breaker[] {
  const alike = places.filter((other) => typeOf(other.value) === typeOf(value)).map((other) => other.value)
  const taken = pointer === root ? [] : [undefined]
  const wanted = [...nudged(value), ...alike, ...taken].filter((one) => !isSame(one, value))
  return wanted.map((one) => ({ pointer, value: one }))
}

function nudged(value: unknown): readonly unknown[] {
  if (typeof value === 'number') return [value - 1, value + 1, 2 * value]
  if (typeof value === 'string') return ['***', outsider]
  return typeof value === 'boolean' ? [!value] : []
}

export interface PlacedValue {
  readonly pointer: string
  readonly value: unknown
}

/** Yields every place of a value, the whole value first. */
export function* placesIn(value: unknown, pointer: string): Generator<PlacedValue> {
  yield { pointer, value }
  const members = Array.isArray(value) ? value.entries() : isObject(value) ? Object.entries(value) : []
  for (const [step, member] of members) yield* placesIn(member, below(pointer, step))
}
