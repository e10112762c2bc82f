import type { Operation, RequestValue } from '../../model/operation.ts'
import { placeInWords } from '../invalid-request-in-words.ts'

/** The unit in which a part of a request is measured; a number counts for itself. */
type Unit = 'items' | 'characters' | 'bytes' | ''

/** The largest sizes in a request: of the body, of lists and texts, and numbers, by unit and place. */
export type Sizes = ReadonlyMap<string, number>

/** A part of a rejected request that is larger than in every accepted one. */
export interface Larger {
  readonly place: string
  readonly unit: Unit
  readonly size: number
  /** The largest accepted size; 0 if no accepted request has this part. */
  readonly most: number
}

/** Measures a request. `*` stands for the index of an item. */
export function sizesOf(value: RequestValue, bytes: number): Sizes {
  const sizes = new Map([[keyOf('bytes', '/body'), bytes]])
  const note = (unit: Unit, place: string, size: number): void => {
    const key = keyOf(unit, place)
    sizes.set(key, Math.max(size, sizes.get(key) ?? Number.NEGATIVE_INFINITY))
  }
  const measure = (at: unknown, place: string): void => {
    if (typeof at === 'string') note('characters', place, at.length)
    else if (typeof at === 'number') note('', place, at)
    else if (Array.isArray(at)) {
      note('items', place, at.length)
      for (const item of at) measure(item, `${place}/*`)
    } else if (typeof at === 'object' && at !== null)
      for (const [name, member] of Object.entries(at)) measure(member, `${place}/${name}`)
  }
  measure(value.body, '/body')
  return sizes
}

/** Returns the largest of several sizes of each part. */
export function largestOf(all: readonly Sizes[]): Sizes {
  const largest = new Map<string, number>()
  for (const sizes of all)
    for (const [key, size] of sizes) largest.set(key, Math.max(size, largest.get(key) ?? Number.NEGATIVE_INFINITY))
  return largest
}

/** Returns the parts that are larger than in every accepted request that has them: items before characters and bytes. */
export function largerIn(sizes: Sizes, accepted: Sizes): readonly Larger[] {
  const larger = [...sizes].flatMap(([key, size]): readonly Larger[] => {
    const most = accepted.get(key)
    const [unit, place] = partsOf(key)
    return most !== undefined && size > most ? [{ place, unit, size, most }] : []
  })
  return larger.toSorted((one, other) => order.indexOf(one.unit) - order.indexOf(other.unit))
}

/** Returns whether a request asks for more tokens than every accepted one (interpretation M6). */
export function asksForMoreTokens(sizes: Sizes, accepted: Sizes, { tokenLimits = [] }: Pick<Operation, 'tokenLimits'>) {
  const mostIn = (of: Sizes) =>
    Math.max(...tokenLimits.map((place) => of.get(keyOf('', place)) ?? Number.NEGATIVE_INFINITY))
  return Number.isFinite(mostIn(accepted)) && mostIn(sizes) > mostIn(accepted)
}

/** Returns whether a body has more bytes than every accepted one. */
export function hasLargerBody(sizes: Sizes, accepted: Sizes): boolean {
  const key = keyOf('bytes', '/body')
  return (sizes.get(key) ?? 0) > (accepted.get(key) ?? Number.POSITIVE_INFINITY)
}

/** Returns, for example, `12 items in messages (8 at most were accepted)`. */
export function largerInWords({ place, unit, size, most }: Larger): string {
  const where = placeInWords(place).replaceAll('.*', '[]')
  if (unit === '') return `${where} ${size} (${most} at most was accepted)`
  return `${unit === 'bytes' ? 'a body of' : `${where} with`} ${size} ${unit} (${most} at most were accepted)`
}

const order: readonly Unit[] = ['items', 'characters', '', 'bytes']

function keyOf(unit: Unit, place: string): string {
  return `${unit} ${place}`
}

function partsOf(key: string): readonly [Unit, string] {
  const at = key.indexOf(' ')
  return [key.slice(0, at) as Unit, key.slice(at + 1)]
}
