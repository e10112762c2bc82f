import { isObject } from '../../../schemas/json.ts'
import { below } from '../../../schemas/json-pointer.ts'
import { isSame, typeOf } from '../schema/json.ts'

/** A proposal to break something at one place: a value for it, or `undefined` to take it away. */
export interface Breaker {
  readonly pointer: string
  readonly value: unknown
}

/** The names of members that hold an encoded text, such as the bytes of a picture: a part of it means nothing. */
export const encodedMembers: ReadonlySet<string> = new Set(['data', 'digest'])

/** A value that no enum lists. */
const outsider = 'no-such-value'

/** No more small changes than this are tried to break one rule. */
const most = 1500

/**
 * Small changes anywhere in a value, for a rule that no keyword describes: what stands elsewhere in the value put
 * here, a number a little off, a text that fits nowhere, a member or an item taken away.
 */
export function mutationsOf(value: unknown, pointer: string): readonly Breaker[] {
  const places = [...everyPlace(value, pointer)]
  const changes = places.flatMap((place) => changesAt(place, places, pointer))
  return changes.slice(0, most)
}

interface Spot {
  readonly pointer: string
  readonly value: unknown
}

function* everyPlace(value: unknown, pointer: string): Generator<Spot> {
  yield { pointer, value }
  const members = Array.isArray(value) ? value.entries() : isObject(value) ? Object.entries(value) : []
  for (const [step, member] of members) yield* everyPlace(member, below(pointer, step))
}

function changesAt({ pointer, value }: Spot, places: readonly Spot[], root: string): readonly Breaker[] {
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

/** A place of a value. */
export interface PlacedValue {
  readonly pointer: string
  readonly value: unknown
}

/** Every place of a value, the whole first. */
export function* placesIn(value: unknown, pointer: string): Generator<PlacedValue> {
  yield { pointer, value }
  const members = Array.isArray(value) ? value.entries() : isObject(value) ? Object.entries(value) : []
  for (const [step, member] of members) yield* placesIn(member, below(pointer, step))
}
