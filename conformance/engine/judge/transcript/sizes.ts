import { membersOf } from '../../../../schemas/json.ts'
import { parentOf } from '../../../../schemas/json-pointer.ts'
import type { Operation, RequestValue } from '../../../core/model/operation.ts'
import { placeInWords } from '../invalid-request-in-words.ts'

/** The unit in which a part of a request is measured. A number counts for itself; `least` has it with its sign changed. */
type Unit = 'items' | 'characters' | 'members' | 'bytes' | 'least' | ''

/** The largest sizes in a request: of the body, of lists and texts, and numbers, by unit and place, and least numbers. */
export type Sizes = ReadonlyMap<string, number>

/** The parts and sizes of a request, for comparison with others. */
export interface Shape {
  readonly sizes: Sizes
  /** Its members, each as a place, and its short values, each as a place and JSON. */
  readonly parts: ReadonlySet<string>
  /** Its objects with at most one member, each as a place and the member. */
  readonly sparse: ReadonlySet<string>
}

/** A part of a rejected request that is larger than in every accepted one. */
export interface Larger {
  readonly place: string
  readonly unit: Unit
  readonly size: number
  /** The largest accepted size; 0 if no accepted request has this part. */
  readonly most: number
  /** The least size that was rejected in requests that are equal otherwise; absent if smaller ones were accepted. */
  readonly rejectedFrom?: number
}

/** The longest text that is compared as a value. */
const longestValue = 60

const beyondAscii = /[^\0-\x7f]/
/** Stands for the value of a text, to name its characters as the reason rather than its length. */
const withLetters = 'with characters beyond ASCII'

/** Returns the shape of a request. `*` stands for the index of an item. */
export function shapeOf(value: RequestValue, bytes: number): Shape {
  const members = Object.keys(membersOf(value.body)).length
  const sizes = new Map([
    [keyOf('bytes', '/body'), bytes],
    [keyOf('members', '/body'), members],
  ])
  const parts = new Set<string>()
  const sparse = new Set<string>()
  const note = (unit: Unit, place: string, size: number): void => {
    const key = keyOf(unit, place)
    sizes.set(key, Math.max(size, sizes.get(key) ?? Number.NEGATIVE_INFINITY))
  }
  const measure = (at: unknown, place: string): void => {
    parts.add(place)
    if (typeof at === 'string') {
      note('characters', place, at.length)
      if (beyondAscii.test(at)) parts.add(`${place} ${withLetters}`)
    }
    if (typeof at === 'number') {
      note('', place, at)
      note('least', place, -at)
    } else if (Array.isArray(at)) {
      note('items', place, at.length)
      for (const item of at) measure(item, `${place}/*`)
      return
    } else if (typeof at === 'object' && at !== null) {
      const names = Object.keys(at)
      if (names.length < 2) sparse.add(`${place} ${names.join()}`)
      for (const [name, member] of Object.entries(at)) measure(member, `${place}/${name}`)
      return
    }
    if (typeof at !== 'string' || at.length <= longestValue) parts.add(`${place} ${JSON.stringify(at)}`)
  }
  measure(value.body, '/body')
  return { sizes, parts, sparse }
}

/** Returns everything that several requests have, with the largest sizes. */
export function shapeOfAll(all: readonly Shape[]): Shape {
  const largest = new Map<string, number>()
  for (const { sizes } of all)
    for (const [key, size] of sizes) largest.set(key, Math.max(size, largest.get(key) ?? Number.NEGATIVE_INFINITY))
  return {
    sizes: largest,
    parts: new Set(all.flatMap(({ parts }) => [...parts])),
    sparse: new Set(all.flatMap(({ sparse }) => [...sparse])),
  }
}

/** Returns the outermost members that a request has and no accepted one has, in words. */
export function membersOnlyIn({ parts }: Shape, accepted: Shape): readonly string[] {
  const members = [...parts].filter((part) => !part.includes(' ') && !accepted.parts.has(part))
  return members.filter((part) => !members.some((other) => part.startsWith(`${other}/`))).map(inWords)
}

/** Returns the objects that are empty, or have one member, only in this request and in no accepted one, in words. */
export function sparseOnlyIn({ sparse }: Shape, accepted: Shape): readonly string[] {
  return [...sparse]
    .filter((part) => !accepted.sparse.has(part))
    .map((part) => {
      const [place = '', name = ''] = part.split(' ')
      return `${inWords(place)} ${name === '' ? 'that is empty' : `with no other member than ${name}`}`
    })
}

/** Returns the texts with characters beyond ASCII, where no accepted request has any, in words. */
export function lettersOnlyIn({ parts }: Shape, accepted: Shape): readonly string[] {
  return valuesOnlyIn({ parts: new Set([...parts].filter((part) => part.endsWith(` ${withLetters}`))) }, accepted)
}

/**
 * Returns the short values that a request has and no accepted one has, each with its place, in words. Only those at the
 * `proven` places, if there are any.
 */
export function valuesOnlyIn(
  { parts }: Pick<Shape, 'parts'>,
  accepted: Shape,
  proven: ReadonlySet<string> = new Set(),
): readonly string[] {
  const values = [...parts].filter((part) => part.includes(' ') && !accepted.parts.has(part))
  const decisive = values.filter((part) => proven.has(part.slice(0, part.indexOf(' '))))
  return (decisive.length > 0 ? decisive : values).map((part) => {
    const at = part.indexOf(' ')
    return `${inWords(part.slice(0, at))} ${part.slice(at + 1)}`
  })
}

/**
 * Returns the parts that are larger than in every accepted request that has them, by this factor: items before characters
 * and bytes.
 */
export function largerIn(sizes: Sizes, accepted: Sizes, factor = 1): readonly Larger[] {
  const larger = [...sizes].flatMap(([key, size]): readonly Larger[] => {
    const most = accepted.get(key)
    const [unit, place] = partsOf(key)
    const isLarger = most !== undefined && size > most && (isCounted(unit) || size > most * factor)
    return isLarger ? [{ place, unit, size, most }] : []
  })
  return larger.toSorted((one, other) => order.indexOf(one.unit) - order.indexOf(other.unit))
}

/** Returns whether each step of a unit counts. Longer texts and larger numbers differ by more than one. */
function isCounted(unit: Unit): boolean {
  return unit === 'items' || unit === 'members' || unit === 'least'
}

/**
 * Returns the one place at which two requests differ; `undefined` if there are several. A list in which one of them has more
 * items is one place if `known`, the shape of all accepted requests, has everything that these items contain.
 */
export function soleDifference(one: Shape, other: Shape, known: Shape): string | undefined {
  const lists = [...one.sizes].flatMap(([key, size]) => {
    const [unit, place] = partsOf(key)
    return unit === 'items' && (other.sizes.get(key) ?? size) !== size ? [place] : []
  })
  const isOfList = (place: string): boolean => lists.some((list) => place.startsWith(`${list}/`))
  const places = new Set<string>(lists)
  for (const [own, others] of [
    [one.parts, other.parts],
    [other.parts, one.parts],
  ] as const)
    for (const part of own) {
      if (others.has(part) || (known.parts.has(part) && isOfList(part))) continue
      if (!part.includes(' ')) return undefined
      // Other characters are a difference of their own, beside that of the length.
      places.add(part.endsWith(` ${withLetters}`) ? part : part.slice(0, part.indexOf(' ')))
      if (places.size > 1) return undefined
    }
  for (const [key, size] of one.sizes) {
    const [unit, place] = partsOf(key)
    const isKnown = size <= (known.sizes.get(key) ?? Number.NEGATIVE_INFINITY)
    if (unit !== 'bytes' && other.sizes.get(key) !== size && !(isKnown && isOfList(place))) places.add(place)
  }
  const [only, ...rest] = places
  return rest.length === 0 ? only : undefined
}

/**
 * Returns the place of the one member that another request has in addition. `undefined` if they differ in anything else.
 */
export function addedMember(one: Shape, other: Shape): string | undefined {
  if (other.parts.size <= one.parts.size || ![...one.parts].every((part) => other.parts.has(part))) return undefined
  // The place of a member comes before everything in it.
  const [member = '', ...within] = [...other.parts].filter((part) => !one.parts.has(part))
  const isAlone =
    !member.includes(' ') && within.every((part) => part.startsWith(`${member}/`) || part.startsWith(`${member} `))
  const isOfBody = (unit: Unit): boolean => unit === 'bytes' || unit === 'members'
  const isAlike = [...one.sizes].every(([key, size]) => isOfBody(partsOf(key)[0]) || other.sizes.get(key) === size)
  return isAlone && isAlike ? member : undefined
}

/** A member that a rejected request lacks, and an accepted one that equals it otherwise has. */
export interface Lacked {
  readonly member: string
  /** The rejected request. */
  readonly by: Shape
}

/** Returns the members that a request lacks like a larger or smaller one that is accepted with them, in words. */
export function lackedIn(shape: Shape, lacked: readonly Lacked[]): readonly string[] {
  const isOfCause = ({ member, by }: Lacked): boolean =>
    !shape.parts.has(member) &&
    shape.parts.has(parentOf(member)) &&
    (hasMembersOf(by, shape) || hasMembersOf(shape, by))
  return [...new Set(lacked.filter(isOfCause).map(({ member }) => inWords(member)))]
}

function hasMembersOf({ parts }: Shape, other: Shape): boolean {
  return [...other.parts].every((part) => part.includes(' ') || parts.has(part))
}

/** Returns whether a request asks for more tokens than every accepted one (interpretation M6). */
export function asksForMoreTokens(sizes: Sizes, accepted: Sizes, { tokenLimits = [] }: Pick<Operation, 'tokenLimits'>) {
  const mostIn = (of: Sizes) =>
    Math.max(...tokenLimits.map((place) => of.get(keyOf('', place)) ?? Number.NEGATIVE_INFINITY))
  return Number.isFinite(mostIn(accepted)) && mostIn(sizes) > mostIn(accepted)
}

/** Returns whether a body has more bytes than every accepted one. */
export function hasLargerBody(bytes: number, accepted: Sizes): boolean {
  return bytes > (accepted.get(keyOf('bytes', '/body')) ?? Number.POSITIVE_INFINITY)
}

/** A bound is named if the nearest accepted size is at most this share away. */
const near = 0.05

/** Returns, for example, `messages (accepted up to 8 items, rejected from 9)`, or else the sizes without a bound. */
export function largerInWords({ place, unit, size, most, rejectedFrom: from }: Larger): string {
  const where = inWords(place)
  if (from !== undefined && from - most <= Math.max(1, Math.abs(most) * near)) {
    if (unit === 'least') return `${where} (rejected up to ${-from}, accepted from ${-most})`
    return `${where} (accepted up to ${most}${unit === '' ? '' : ` ${unit}`}, rejected from ${from})`
  }
  if (unit === 'members') return `${size} members (${most} at most were accepted)`
  if (unit === 'least') return `${where} ${-size} (${-most} at least was accepted)`
  if (unit === '') return `${where} ${size} (${most} at most was accepted)`
  return `${unit === 'bytes' ? 'a body of' : `${where} with`} ${size} ${unit} (${most} at most were accepted)`
}

/** A size that every one of some requests exceeds, and no other request. */
export interface Between {
  readonly place: string
  readonly unit: Unit
  /** The least size of those requests. */
  readonly least: number
}

/** Returns the sizes that every one of some requests exceeds, clearly if they are bytes or characters, and no other. */
export function sizesBetween(larger: readonly Shape[], others: readonly Shape[]): readonly Between[] {
  const [first, ...rest] = larger
  const most = shapeOfAll(others).sizes
  const found = [...(first?.sizes ?? [])].flatMap(([key, size]): readonly Between[] => {
    const [unit, place] = partsOf(key)
    const least = Math.min(size, ...rest.map(({ sizes }) => sizes.get(key) ?? Number.NEGATIVE_INFINITY))
    const limit = most.get(key)
    const isClear = limit !== undefined && least > (isCounted(unit) || unit === '' ? limit : limit * clearly)
    return isClear ? [{ place, unit, least }] : []
  })
  return found.toSorted((one, other) => order.indexOf(one.unit) - order.indexOf(other.unit))
}

const clearly = 1.2

/** Returns, for example, `5 items or more in stop_sequences`. */
export function sizeInWords({ place, unit, least }: Between): string {
  const where = inWords(place)
  if (unit === 'least') return `${where} ${-least} or less`
  if (unit === 'members') return `${least} members or more`
  if (unit === '') return `${where} ${least} or more`
  return unit === 'bytes' ? `a body of ${least} bytes or more` : `${least} ${unit} or more in ${where}`
}

/** Returns a part of a shape in words: the member, or the value at its place. */
export function partInWords(part: string): string {
  const at = part.indexOf(' ')
  return at < 0 ? `\`${inWords(part)}\`` : `\`${inWords(part.slice(0, at))}\` ${part.slice(at + 1)}`
}

function inWords(place: string): string {
  return placeInWords(place).replaceAll('.*', '[]')
}

const order: readonly Unit[] = ['items', 'characters', '', 'least', 'members', 'bytes']

function keyOf(unit: Unit, place: string): string {
  return `${unit} ${place}`
}

function partsOf(key: string): readonly [Unit, string] {
  const at = key.indexOf(' ')
  return [key.slice(0, at) as Unit, key.slice(at + 1)]
}
