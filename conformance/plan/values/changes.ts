import { below, remove, set } from '../../../schemas/json-pointer.ts'
import type { RequestValue } from '../../model/operation.ts'
import { isObject, isSame, typeOf } from '../schema/json.ts'

/** A proposal to break something at one place: a value for it, or `undefined` to take it away. */
export interface Breaker {
  readonly pointer: string
  readonly value: unknown
}

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

/** One step towards a simpler value. */
interface Reduction {
  /** What the step does, wherever it starts from. */
  readonly name: string
  readonly value: RequestValue
}

/** A value with less in it, the boldest first: many members taken away at once, then single members and items. */
export function reductionsOf(value: RequestValue): readonly Reduction[] {
  const spots = [...placesIn(value, '')].sort((one, other) => weightOf(other.value) - weightOf(one.value))
  const replaced = (name: string, way: (value: unknown) => readonly unknown[]) =>
    spots.flatMap(({ pointer, value: at }) =>
      way(at).map((one, index) => ({ name: `${pointer} ${name} ${index}`, value: set(value, pointer, one) })),
    )
  const removed = spots.slice(1).map(({ pointer }) => ({ name: `${pointer} away`, value: remove(value, pointer) }))
  return [...replaced('chunk', chunks), ...removed]
}

/** How much there is to read in a value. Every step of shrinking makes it less. */
export function weightOf(value: unknown): number {
  if (typeof value === 'string') return 1 + value.length
  if (typeof value === 'number') return 1 + Math.log2(1 + Math.abs(value)) + (Number.isInteger(value) ? 0 : 1)
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + weightOf(item), 1)
  if (!isObject(value)) return 1
  return Object.entries(value).reduce((sum, [name, member]) => sum + name.length + weightOf(member), 1)
}

/** A place of a value. */
export interface Place {
  readonly pointer: string
  readonly value: unknown
}

/** Every place of a value, the whole first. */
export function* placesIn(value: unknown, pointer: string): Generator<Place> {
  yield { pointer, value }
  const members = Array.isArray(value) ? value.entries() : isObject(value) ? Object.entries(value) : []
  for (const [step, member] of members) yield* placesIn(member, below(pointer, step))
}

/** Long arrays cut in half, and large objects without one quarter of their members. */
function chunks(value: unknown): readonly unknown[] {
  if (Array.isArray(value) && value.length > 2) return [value.slice(0, value.length / 2), value.slice(value.length / 2)]
  if (!isObject(value)) return []
  const members = Object.entries(value)
  if (members.length < 4) return []
  const quarter = Math.ceil(members.length / 4)
  return [0, 1, 2, 3].map((turn) => {
    const gone = (index: number) => Math.floor(index / quarter) === turn
    return Object.fromEntries(members.filter((_, index) => !gone(index)))
  })
}
