import { below, isWithin, remove, set, stepsOf } from '../../../schemas/json-pointer.ts'
import type { RequestValue } from '../../model/operation.ts'
import { isObject, isSame, typeOf } from '../schema/json.ts'
import { type Breaker, outsider } from './breakers.ts'

/** What makes one value another: a new leaf at each pointer, `undefined` for a member taken away. */
export type Changes = ReadonlyMap<string, unknown>

/** The smallest set of changes that turns `from` into `to`. Arrays of different length are replaced as a whole. */
export function changesBetween(from: unknown, to: unknown): Changes {
  return new Map(differing(from, to, ''))
}

/** The value with the changes made. */
export function withChanges<T>(value: T, changes: Changes): T {
  const inOrder = [...changes].sort(([one], [other]) => stepsOf(one).length - stepsOf(other).length)
  return inOrder.reduce<T>((at, [pointer, leaf]) => withChange(at, pointer, leaf), value)
}

/** Both sets of changes as one; `undefined` when they disagree about a place. */
export function together(one: Changes, other: Changes): Changes | undefined {
  for (const [pointer, leaf] of other) {
    for (const [known, value] of one) {
      if (known === pointer ? !isSame(value, leaf) : overlaps(known, value, pointer, leaf)) return undefined
    }
  }
  return new Map([...one, ...other])
}

function withChange<T>(value: T, pointer: string, leaf: unknown): T {
  if (leaf === undefined) return remove(value, pointer)
  return set(value, pointer, leaf)
}

/** An empty object is a leaf that leaves room for members below it. */
function overlaps(known: string, value: unknown, pointer: string, leaf: unknown): boolean {
  if (isWithin(pointer, known)) return !isEmptyObject(value)
  return isWithin(known, pointer) && !isEmptyObject(leaf)
}

function isEmptyObject(value: unknown): boolean {
  return isObject(value) && Object.keys(value).length === 0
}

function* differing(from: unknown, to: unknown, pointer: string): Generator<[string, unknown]> {
  if (isSame(from, to)) return
  if (isObject(to) && (isObject(from) || (from === undefined && Object.keys(to).length > 0))) {
    yield* differingMembers(isObject(from) ? from : {}, to, pointer)
  } else if (Array.isArray(from) && Array.isArray(to) && from.length === to.length) {
    for (const [index, item] of to.entries()) yield* differing(from[index], item, below(pointer, index))
  } else yield [pointer, to]
}

function* differingMembers(
  from: Readonly<Record<string, unknown>>,
  to: Readonly<Record<string, unknown>>,
  pointer: string,
): Generator<[string, unknown]> {
  for (const name of new Set([...Object.keys(from), ...Object.keys(to)])) {
    yield* differing(from[name], to[name], below(pointer, name))
  }
}

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
