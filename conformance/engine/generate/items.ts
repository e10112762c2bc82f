import { isObject } from '../../../schemas/json.ts'
import { schemaPlace } from '../plan/schema/place.ts'
import { applicable, itemViews, memberViews, type SchemaView } from '../plan/schema/view.ts'
import { classesOf, countClassOf } from './classes.ts'
import { type ItemPlace, rootPlace } from './item-places.ts'
import { textKindsOf } from './texts.ts'

/**
 * The items that one request covers, each once, as numbers of its `ItemIndex`. Numbers make them fast to compare;
 * `nameOf` has their names.
 */
export interface Items {
  /** Optional members that are present, and types of blocks, parts and tools. Pairs of them are items too. */
  readonly features: readonly number[]
  /** Schema constraints that apply, also those under conditions. */
  readonly constraints: readonly number[]
  /** Classes of scalars by place: the characters and length of a text, the position of a number in its range. */
  readonly values: readonly number[]
  /** All other items: counts, positions, spellings. */
  readonly others: readonly number[]
}

/** A scalar of a request, and the subschemas that apply to it. */
export interface Scalar {
  /** The names and indexes that lead to it. */
  readonly steps: readonly (string | number)[]
  readonly place: ItemPlace
  readonly views: readonly SchemaView[]
  readonly value: unknown
}

/** The items of the requests of one schema, and their numbers. */
export interface ItemIndex {
  /** Returns the items of a request: a pure function of its value, apart from the numbers. */
  itemsOf(value: unknown): Items
  /** Returns the scalars of a request, except those in content that users define. */
  scalarsOf(value: unknown): readonly Scalar[]
  /** Returns the items of a scalar at a place. */
  itemsAt(place: ItemPlace, value: unknown, views: readonly SchemaView[]): readonly number[]
  /** Returns the place with this name, such as `/body/messages/*`. */
  placeNamed(name: string): ItemPlace
  /** Returns the number of an item by its name: of a feature, or of any other item. */
  featureNamed(name: string): number
  itemNamed(name: string): number
  nameOfFeature(feature: number): string
  nameOf(item: number): string
}

const indexes = new WeakMap<SchemaView, ItemIndex>()

/** Returns the index of a request schema. Returns the same index each time. */
export function itemIndexOf(root: SchemaView): ItemIndex {
  const index = indexes.get(root) ?? newItemIndex(root)
  indexes.set(root, index)
  return index
}

function newItemIndex(root: SchemaView): ItemIndex {
  const top = rootPlace()
  const features = numbering()
  const items = numbering()
  /** The numbers of classes by place. Looking them up there saves making their names. */
  const known = new Map<ItemPlace, Map<string, number>>()
  const itemAt = (place: ItemPlace, text: string): number => {
    const own = known.get(place) ?? new Map<string, number>()
    known.set(place, own)
    const number = own.get(text) ?? items.numberOf(`${place.name} ${text}`)
    own.set(text, number)
    return number
  }
  const constraintsOf = new Map<SchemaView, readonly number[]>()
  const constraintsAt = (view: SchemaView): readonly number[] => {
    const numbers =
      constraintsOf.get(view) ?? view.constraints.map(({ place, keyword }) => items.numberOf(`${place} ${keyword}`))
    constraintsOf.set(view, numbers)
    return numbers
  }
  const itemsAt = (place: ItemPlace, value: unknown, views: readonly SchemaView[]): readonly number[] =>
    classesOf(value, views, place).map((kind) => itemAt(place, kind))
  return {
    itemsAt,
    itemsOf: (value) => itemsIn(value, root, top, { itemAt, constraintsAt, feature: features.numberOf }),
    scalarsOf: (value) => [...scalarsIn(value, applicable(root, value), top, [])],
    placeNamed: (name) =>
      name
        .split('/')
        .slice(1)
        .reduce((place, step) => place.child(step), top),
    featureNamed: features.numberOf,
    itemNamed: items.numberOf,
    nameOfFeature: features.nameOf,
    nameOf: items.nameOf,
  }
}

interface Numbering {
  numberOf(name: string): number
  nameOf(number: number): string
}

function numbering(): Numbering {
  const numbers = new Map<string, number>()
  const names: string[] = []
  return {
    numberOf: (name) => {
      const known = numbers.get(name)
      if (known !== undefined) return known
      numbers.set(name, names.length)
      return names.push(name) - 1
    },
    nameOf: (number) => names[number]!,
  }
}

interface Numbers {
  readonly itemAt: (place: ItemPlace, text: string) => number
  readonly constraintsAt: (view: SchemaView) => readonly number[]
  readonly feature: (name: string) => number
}

function itemsIn(value: unknown, root: SchemaView, top: ItemPlace, { itemAt, constraintsAt, feature }: Numbers): Items {
  const features = new Set<number>()
  const values = new Set<number>()
  const others = new Set<number>()
  const met = new Set<SchemaView>()
  visit(value, applicable(root, value), top)
  return {
    features: [...features],
    constraints: [...new Set([...met].flatMap(constraintsAt))],
    values: [...values],
    others: [...others],
  }

  function visit(at: unknown, views: readonly SchemaView[], place: ItemPlace): void {
    for (const view of views) met.add(view)
    if (isObject(at)) visitMembers(at, views, place)
    else if (Array.isArray(at)) visitList(at, views, place)
    else for (const kind of classesOf(at, views, place)) values.add(itemAt(place, kind))
  }

  function visitMembers(at: Readonly<Record<string, unknown>>, views: readonly SchemaView[], place: ItemPlace): void {
    const { required } = schemaPlace(views)
    const isListed = views.length > 0 && !place.isUserDefined
    // The schemas describe a few properties of an uploaded file. Others differ from file to file.
    if (isListed && typeof at['digest'] === 'string')
      values.add(itemAt(place, `is the file ${at['digest'].slice(0, 8)}`))
    const names = Object.keys(at)
    for (const name of names) {
      const member = at[name]
      const inner = place.child(name)
      if (name.includes('_')) others.add(itemAt(place, `spelled ${name}`))
      if (isListed && !required.has(name)) features.add(feature(inner.name))
      if (views.some(({ choice }) => choice?.tag === name)) features.add(feature(`${inner.name}=${member}`))
      if (inner.isUserDefined && !place.isUserDefined)
        others.add(itemAt(inner, `${Math.min(levelsOf(member), 8)} levels`))
      visit(member, memberViews(views, name, member), inner)
    }
    others.add(itemAt(place, `${countClassOf(names.length)} members`))
  }

  function visitList(at: readonly unknown[], views: readonly SchemaView[], place: ItemPlace): void {
    others.add(itemAt(place, `${countClassOf(at.length)} items`))
    for (const [role, length] of longestRuns(at)) others.add(itemAt(place, `${countClassOf(length)} ${role} in a row`))
    for (const [index, item] of at.entries()) {
      if (at.length > 1)
        for (const kind of kindsOf(item)) others.add(itemAt(place, `${positionOf(index, at.length)} ${kind}`))
      visit(item, itemViews(views, item), place.isUserDefined ? place : place.child('*'))
    }
  }
}

function* scalarsIn(
  value: unknown,
  views: readonly SchemaView[],
  place: ItemPlace,
  steps: readonly (string | number)[],
): Generator<Scalar> {
  if (place.isUserDefined) return
  if (Array.isArray(value))
    for (const [index, item] of value.entries())
      yield* scalarsIn(item, itemViews(views, item), place.child('*'), [...steps, index])
  else if (isObject(value))
    for (const [name, member] of Object.entries(value))
      yield* scalarsIn(member, memberViews(views, name, member), place.child(name), [...steps, name])
  else yield { steps, place, views, value }
}

/** Returns how deeply the objects and lists of a value are nested. */
function levelsOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Math.max(0, ...Object.values(value).map(levelsOf))
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

/** Returns the name of the item for a pair of features. */
export function pairOf(one: string, other: string): string {
  return one < other ? `${one} + ${other}` : `${other} + ${one}`
}
