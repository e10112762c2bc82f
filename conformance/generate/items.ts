import type { SchemaNode } from '../../schemas/index.ts'
import { isObject } from '../../schemas/json.ts'
import { below } from '../../schemas/json-pointer.ts'
import type { Language } from '../plan/schema/language.ts'
import { shapeOf } from '../plan/schema/shape.ts'
import { byPlace, type Site, tagOf, walk } from '../plan/schema/walk.ts'
import { encodedMembers } from '../plan/values/changes.ts'
import { lengthClassOf, textKindsOf } from './texts.ts'

/** The items that one request covers. */
export interface Items {
  /** Optional members that are present, and types of blocks, parts and tools. Pairs of them are items too. */
  readonly features: ReadonlySet<string>
  /** Schema constraints that apply, also those under conditions. */
  readonly constraints: ReadonlySet<string>
  /** Classes of scalars by place: the characters and length of a text, the position of a number in its range. */
  readonly values: ReadonlySet<string>
  /** All other items: counts, positions, spellings. */
  readonly others: ReadonlySet<string>
}

export interface Scalar {
  readonly pointer: string
  /** The place: the pointer with `*` for the index of an item, and with names in camelCase. */
  readonly place: string
  readonly value: unknown
}

/** Yields the scalars of a value, except those in content that users define. */
export function* scalarsIn(value: unknown, pointer = '', place = ''): Generator<Scalar> {
  if (isUserDefined(place)) return
  if (Array.isArray(value))
    for (const [index, item] of value.entries()) yield* scalarsIn(item, below(pointer, index), `${place}/*`)
  else if (isObject(value))
    for (const [name, member] of Object.entries(value))
      yield* scalarsIn(member, below(pointer, name), `${place}/${camelCase(name)}`)
  else yield { pointer, place, value }
}

/** Members with content that users define. Everything inside of one counts as the same place, however deep. */
const usersOwn = new Set(['inputSchema', 'parameters', 'responseSchema', 'input', 'args', 'response'])

/** Returns the items of a request: a pure function of its value. */
export function coverageItemsOf(language: Language, root: SchemaNode, value: unknown): Items {
  const features = new Set<string>()
  const values = new Set<string>()
  const others = new Set<string>()
  const sites = byPlace(walk(language, root, value))
  visit(value, '', '')
  return { features, values, others, constraints: constraintsAt(language, sites) }

  function visit(at: unknown, pointer: string, place: string): void {
    const speaking = sites.get(pointer)
    if (isObject(at)) visitMembers(at, pointer, place, speaking)
    else if (Array.isArray(at)) visitList(at, pointer, place)
    else for (const kind of classesOf(language, at, speaking, place)) values.add(`${place} ${kind}`)
  }

  function visitMembers(
    at: Readonly<Record<string, unknown>>,
    pointer: string,
    place: string,
    speaking: readonly Site[] | undefined,
  ): void {
    const { required } = shapeOf(language, speaking?.map(({ node }) => node) ?? [])
    const isListed = speaking !== undefined && !isUserDefined(place)
    // The schemas describe a few properties of an uploaded file. Others differ from file to file.
    if (isListed && typeof at['digest'] === 'string') values.add(`${place} is the file ${at['digest'].slice(0, 8)}`)
    for (const [name, member] of Object.entries(at)) {
      const own = below(pointer, name)
      const inner = `${place}/${camelCase(name)}`
      if (name.includes('_')) others.add(`${place} spelled ${name}`)
      if (isListed && !required.has(name)) features.add(inner)
      if (speaking?.some(({ node }) => tagOf(node) === name)) features.add(`${inner}=${member}`)
      if (isUserDefined(inner) && !isUserDefined(place)) others.add(`${inner} ${Math.min(levelsOf(member), 8)} levels`)
      visit(member, own, isUserDefined(inner) ? collapsed(inner) : inner)
    }
    others.add(`${place} ${countClassOf(Object.keys(at).length)} members`)
  }

  function visitList(at: readonly unknown[], pointer: string, place: string): void {
    others.add(`${place} ${countClassOf(at.length)} items`)
    for (const [role, length] of longestRuns(at)) others.add(`${place} ${countClassOf(length)} ${role} in a row`)
    for (const [index, item] of at.entries()) {
      if (at.length > 1)
        for (const kind of kindsOf(item)) others.add(`${place} ${positionOf(index, at.length)} ${kind}`)
      visit(item, `${pointer}/${index}`, isUserDefined(place) ? `${place}` : `${place}/*`)
    }
  }
}

/** Returns the constraints among the items of a request. */
export function constraintsOf(language: Language, root: SchemaNode, value: unknown): ReadonlySet<string> {
  return constraintsAt(language, byPlace(walk(language, root, value)))
}

function constraintsAt(language: Language, sites: ReadonlyMap<string, readonly Site[]>): ReadonlySet<string> {
  const nodes = new Set([...sites.values()].flat().map(({ node }) => node))
  const all = [...nodes].flatMap((node) => language.constraintsAt(node))
  return new Set(all.map(({ place, keyword }) => `${place} ${keyword}`))
}

/** Returns how deeply the objects and lists of a value are nested. */
function levelsOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Math.max(0, ...Object.values(value).map(levelsOf))
}

/** Converts a name to camelCase, the spelling of the specification's tables. */
export function camelCase(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

/** Returns whether a place is in content that users define. */
export function isUserDefined(place: string): boolean {
  return place.split('/').some((step) => usersOwn.has(step))
}

/** Returns the place of the member that contains user-defined content. */
function ownerOf(place: string): string {
  const steps = place.split('/')
  return steps.slice(0, steps.findIndex((step) => usersOwn.has(step)) + 1).join('/')
}

/**
 * Shortens a place in user-defined content to its owner and last name: `/body/tools/x/input_schema/**` + `/required`.
 */
export function collapsed(place: string): string {
  const owner = ownerOf(place)
  return place === owner ? owner : `${owner}/**/${place.slice(place.lastIndexOf('/') + 1)}`
}

/** Returns the kinds of a list item: by its tag, its role, its only member, or its text. */
function kindsOf(item: unknown): readonly string[] {
  if (typeof item === 'string') return textKindsOf(item)
  if (!isObject(item)) return [String(item)]
  const named = ['type', 'role', 'name', 'category', 'threshold', 'format'].flatMap((name) =>
    typeof item[name] === 'string' && item[name].length < 40 ? [`${name} ${item[name]}`] : [],
  )
  const names = Object.keys(item)
  return named.length > 0 ? [...named, ...names.map((name) => `with ${name}`)] : names.map((name) => `with ${name}`)
}

/** Returns the length of the longest run of items with the same role, by role. */
function longestRuns(items: readonly unknown[]): ReadonlyMap<string, number> {
  const longest = new Map<string, number>()
  let run = { role: '', length: 0 }
  for (const item of items) {
    const role = isObject(item) && typeof item['role'] === 'string' ? item['role'] : ''
    run = role === run.role ? { role, length: run.length + 1 } : { role, length: 1 }
    if (role !== '') longest.set(role, Math.max(longest.get(role) ?? 0, run.length))
  }
  return longest
}

function positionOf(index: number, count: number): string {
  return index === 0 ? 'first' : index === count - 1 ? 'last' : 'middle'
}

/** Returns the class of a count: 0, 1, 2, 3 to 5, 6 to 10, more. */
export function countClassOf(count: number): string {
  if (count <= 2) return String(count)
  return count <= 5 ? '3-5' : count <= 10 ? '6-10' : 'more than 10'
}

/** Returns the classes of a scalar at a place. */
export function classesOf(
  language: Language,
  value: unknown,
  speaking: readonly Site[] | undefined,
  place: string,
): readonly string[] {
  if (typeof value === 'boolean' || value === null) return [`is ${value}`]
  const shape =
    speaking &&
    shapeOf(
      language,
      speaking.map(({ node }) => node),
    )
  if (typeof value === 'number') return numberClassesOf(value, shape)
  if (typeof value !== 'string') return []
  if (shape?.values !== undefined || isMentioned(speaking, value)) return [`is ${value}`]
  if (encodedMembers.has(place.slice(place.lastIndexOf('/') + 1))) return []
  const length = [...value].length
  const edges = shape === undefined ? [] : edgeClasses(length, shape.minLength, shape.maxLength)
  return [`length ${lengthClassOf(length)}`, ...edges.map((edge) => `length ${edge}`), ...textKindsOf(value)]
}

/** Returns whether a value is a word of the specification, such as a media type, which conditions list one by one. */
function isMentioned(speaking: readonly Site[] | undefined, value: string): boolean {
  return (
    speaking?.some(({ node }) => {
      const when = node.schema['if']
      return (
        isObject(when) && (when['const'] === value || (Array.isArray(when['enum']) && when['enum'].includes(value)))
      )
    }) ?? false
  )
}

function numberClassesOf(
  value: number,
  shape: { minimum: number; maximum: number; exclusiveMinimum: number; exclusiveMaximum: number } | undefined,
): readonly string[] {
  const own = Number.isInteger(value) ? `is ${magnitudeOf(value)}` : fractionOf(value)
  if (shape === undefined) return [own]
  const least = Math.max(shape.minimum, shape.exclusiveMinimum)
  const most = Math.min(shape.maximum, shape.exclusiveMaximum)
  return [own, ...edgeClasses(value, least, most).map((edge) => `value ${edge}`)]
}

function magnitudeOf(value: number): string {
  if (value >= 0 && value <= 2) return String(value)
  const most = [5, 16, 100, 1000, 4095].find((limit) => Math.abs(value) <= limit)
  return `${value < 0 ? 'below -' : 'up to '}${most ?? 'more'}`
}

function fractionOf(value: number): string {
  const places = String(value).split('.')[1]?.length ?? 0
  return `is a fraction ${value < 0 ? 'below 0' : `between ${Math.floor(value)} and ${Math.ceil(value)}`} of ${places} places`
}

/** Returns the position of a value in its range: at a limit, next to one, or far from both. */
function edgeClasses(value: number, least: number, most: number): readonly string[] {
  const step = Number.isInteger(value) && Number.isInteger(least) ? 1 : 0.05
  const found = [
    ...(value === least ? ['at the least'] : value - least <= step ? ['next to the least'] : []),
    ...(value === most ? ['at the most'] : most - value <= step ? ['next to the most'] : []),
  ]
  return found.length > 0 ? found : ['far from the limits']
}

/** Returns the item for a pair of features. */
export function pairOf(one: string, other: string): string {
  return one < other ? `${one} + ${other}` : `${other} + ${one}`
}

/** Returns the items for every pair of features of one request. */
export function pairsOf(features: Iterable<string>): readonly string[] {
  const all = [...features]
  return all.flatMap((one, index) => all.slice(index + 1).map((other) => pairOf(one, other)))
}
