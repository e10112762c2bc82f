import { isObject } from '../../../../schemas/json.ts'
import { isOfType, isSame } from './json.ts'
import type { Condition, SchemaView } from './view.ts'

/** All subschemas that describe one place of a value, combined. The caller chooses among conditions and branches. */
export interface SchemaPlace {
  readonly views: readonly SchemaView[]
  /** The types that all of them permit; absent if none names a type. */
  readonly types: readonly string[] | undefined
  /** The values that all of them permit, if `enum` or `const` lists them. */
  readonly values: readonly unknown[] | undefined
  /** `examples` and `default`. */
  readonly samples: readonly unknown[]
  readonly minimum: number
  readonly maximum: number
  readonly minLength: number
  readonly maxLength: number
  readonly minItems: number
  readonly maxItems: number
  /** True if it takes values other than those that its subschemas list. */
  readonly isFree: boolean
  /** The names of the members that some subschema describes. */
  readonly names: readonly string[]
  readonly required: ReadonlySet<string>
  /** The branches of a `oneOf`. */
  readonly branches: readonly SchemaView[]
  readonly conditions: readonly Condition[]
  /** The place of a member; `undefined` if no subschema describes it by name. */
  member(name: string): SchemaPlace | undefined
  items(): SchemaPlace | undefined
  /** The place of members that no subschema names. */
  others(): SchemaPlace | undefined
  with(more: readonly SchemaView[]): SchemaPlace
  /** Returns the place with one branch of its `oneOf` chosen. */
  choosing(branch: SchemaView): SchemaPlace
  ofType(type: string): SchemaPlace
  /** Returns whether a value violates nothing at its own place and uses nothing unspecified there. */
  isSound(value: unknown, mayBeAwkward?: boolean): boolean
  /** Returns the values that the subschemas list or give as examples, also in conditions. */
  mentioned(): readonly unknown[]
  /** Returns the valid scalars among `mentioned`. */
  listed(): readonly unknown[]
  /** Returns valid numbers: common ones, and those at and next to every number that the subschemas mention. */
  numbers(): readonly number[]
  /** Returns the text lengths that the subschemas mention, also in conditions. */
  lengths(): readonly number[]
}

/** A subschema at a place. `isDecided` is true if the branch of its `oneOf` is another part. */
interface Part {
  readonly view: SchemaView
  readonly isDecided: boolean
}

const places = new WeakMap<SchemaView, Map<string, SchemaPlace>>()

/** Returns the place that subschemas describe. Returns the same place for the same subschemas. */
export function schemaPlace(views: readonly SchemaView[]): SchemaPlace {
  return placeOfParts(views.map((view) => ({ view, isDecided: false })))
}

function placeOfParts(parts: readonly Part[]): SchemaPlace {
  const [first] = parts
  if (first === undefined) return newPlace([])
  const known = places.get(first.view) ?? new Map<string, SchemaPlace>()
  places.set(first.view, known)
  const key = parts.map(({ view, isDecided }) => (isDecided ? `${view.index}!` : view.index)).join(' ')
  const found = known.get(key) ?? newPlace(parts)
  known.set(key, found)
  return found
}

function newPlace(parts: readonly Part[]): SchemaPlace {
  const all = distinct(parts.flatMap((part) => [...speaking(part)]))
  const views = parts.map(({ view }) => view)
  const properties = propertiesTogether(all)
  const below = new Map<string, SchemaPlace | undefined>()
  const partsUnder = (of: 'items' | 'others') => all.flatMap(({ view }) => view[of] ?? [])
  const around = lazily(() => [...new Set(views.flatMap((view) => viewsAround(view)))])
  const isSound = (value: unknown, mayBeAwkward = true): boolean =>
    views.every((view) => view.fitsHere(value) && !view.isOpenHere(value, mayBeAwkward))
  const place: SchemaPlace = {
    views,
    ...scalarsAt(all.map(({ view }) => view)),
    names: [...properties.keys()],
    required: new Set(all.flatMap(({ view }) => (view.schema['required'] as readonly string[] | undefined) ?? [])),
    branches: all.flatMap(({ view, isDecided }) => (isDecided ? [] : (view.choice?.branches ?? []))),
    conditions: all.flatMap(({ view }) => view.condition ?? []),
    member: (name) => {
      const inner = properties.get(name)
      if (inner !== undefined && !below.has(name)) below.set(name, schemaPlace(inner))
      return below.get(name)
    },
    items: lazily(() => placeOrNone(partsUnder('items'))),
    others: lazily(() => placeOrNone(partsUnder('others'))),
    with: (more) => placeOfParts([...parts, ...more.map((view) => ({ view, isDecided: false }))]),
    choosing: (branch) =>
      placeOfParts([...parts.map(({ view }) => ({ view, isDecided: true })), { view: branch, isDecided: false }]),
    ofType: memoized((type) => {
      const implied = place.conditions.flatMap(({ when, follows }) => (isTypeAlone(when, type) ? (follows ?? []) : []))
      return implied.length === 0 ? place : place.with(implied)
    }),
    isSound,
    mentioned: lazily(() => around().flatMap(mentionedBy)),
    listed: lazily(() => {
      const candidates = [...(place.values ?? []), ...place.mentioned()].filter((value) => typeof value !== 'object')
      return [...new Set(candidates)].filter((value) => isSound(value))
    }),
    numbers: lazily(() => numbersAt(place, numbersAround(around(), bounds))),
    lengths: lazily(() => numbersAround(around(), ['minLength', 'maxLength'])),
  }
  return place
}

/** Combines the keywords that permit scalars and limit sizes. */
function scalarsAt(views: readonly SchemaView[]) {
  const types = views.map(typesOf).filter((one) => one !== undefined)
  const values = views.map(valuesOf).filter((one) => one !== undefined)
  const keyword = (name: string) => views.map(({ schema }) => schema[name]).filter((one) => typeof one === 'number')
  return {
    types: types.length === 0 ? undefined : types.reduce(commonTypes),
    values: values.length === 0 ? undefined : values.reduce(commonValues),
    samples: views.flatMap(samplesOf),
    minimum: Math.max(Number.NEGATIVE_INFINITY, ...keyword('minimum'), ...keyword('exclusiveMinimum')),
    maximum: Math.min(Number.POSITIVE_INFINITY, ...keyword('maximum'), ...keyword('exclusiveMaximum')),
    minLength: Math.max(0, ...keyword('minLength')),
    maxLength: Math.min(Number.POSITIVE_INFINITY, ...keyword('maxLength')),
    minItems: Math.max(0, ...keyword('minItems')),
    maxItems: Math.min(Number.POSITIVE_INFINITY, ...keyword('maxItems')),
    isFree: values.length === 0 && !views.some(({ schema }) => 'pattern' in schema || 'format' in schema),
  }
}

function lazily<T>(find: () => T): () => T {
  let found: { readonly value: T } | undefined
  return () => {
    found ??= { value: find() }
    return found.value
  }
}

function memoized<T>(find: (name: string) => T): (name: string) => T {
  const known = new Map<string, T>()
  return (name) => {
    const found = known.get(name) ?? find(name)
    known.set(name, found)
    return found
  }
}

/** Yields a subschema, the target of its reference, and those of its `allOf`. */
function* speaking({ view, isDecided }: Part): Generator<Part> {
  yield { view, isDecided }
  if (view.reference !== undefined) yield* speaking({ view: view.reference, isDecided })
  for (const part of view.allOf) yield* speaking({ view: part, isDecided: false })
}

function distinct(parts: readonly Part[]): readonly Part[] {
  return parts.filter(({ view }, index) => parts.findIndex((other) => other.view === view) === index)
}

function placeOrNone(views: readonly SchemaView[]): SchemaPlace | undefined {
  return views.length === 0 ? undefined : schemaPlace(views)
}

function typesOf({ schema }: SchemaView): readonly string[] | undefined {
  return schema['type'] === undefined ? undefined : ([schema['type']].flat() as string[])
}

function valuesOf({ schema }: SchemaView): readonly unknown[] | undefined {
  if ('const' in schema) return [schema['const']]
  return schema['enum'] as readonly unknown[] | undefined
}

function samplesOf({ schema }: SchemaView): readonly unknown[] {
  const examples = (schema['examples'] as readonly unknown[] | undefined) ?? []
  return 'default' in schema ? [...examples, schema['default']] : examples
}

function commonTypes(one: readonly string[], other: readonly string[]): readonly string[] {
  const permits = (types: readonly string[], type: string) =>
    types.includes(type) || (type === 'integer' && types.includes('number'))
  return [...new Set([...one, ...other])].filter((type) => permits(one, type) && permits(other, type))
}

function commonValues(one: readonly unknown[], other: readonly unknown[]): readonly unknown[] {
  return one.filter((value) => other.some((candidate) => isSame(candidate, value)))
}

function propertiesTogether(all: readonly Part[]): ReadonlyMap<string, readonly SchemaView[]> {
  const together = new Map<string, SchemaView[]>()
  for (const [name, view] of all.flatMap((one) => [...one.view.properties]))
    together.set(name, [...(together.get(name) ?? []), view])
  return together
}

/** Returns whether a condition depends on nothing but a type. */
function isTypeAlone({ schema }: SchemaView, type: string): boolean {
  return Object.keys(schema).length === 1 && schema['type'] === type
}

/** Returns all subschemas about the same value: the target of a reference, the conditions, the unspecified parts. */
function viewsAround(view: SchemaView): readonly SchemaView[] {
  const { reference, allOf, condition, unspecified } = view
  const conditional = condition === undefined ? [] : [condition.when, condition.follows, condition.otherwise]
  const beside = [...unspecified.map(({ when }) => when), ...conditional, reference, ...allOf]
  return [view, ...beside.flatMap((one) => (one === undefined ? [] : viewsAround(one)))]
}

function mentionedBy(view: SchemaView): readonly unknown[] {
  const examples = (view.schema['examples'] as readonly unknown[] | undefined) ?? []
  return [...(valuesOf(view) ?? []), ...examples]
}

const bounds = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'] as const

function numbersAround(views: readonly SchemaView[], keywords: readonly string[]): readonly number[] {
  return views.flatMap(({ schema }) =>
    keywords.map((keyword) => schema[keyword]).filter((value) => typeof value === 'number'),
  )
}

function numbersAt({ types, mentioned, isSound }: SchemaPlace, limits: readonly number[]): readonly number[] {
  const isWhole = types !== undefined && !types.includes('number')
  const step = isWhole ? 1 : 0.01
  const listed = mentioned().filter((value) => typeof value === 'number')
  const near = [...listed, ...limits]
    .flatMap((limit) => [limit - step, limit, limit + step])
    .map((value) => Number(value.toFixed(6)))
  const all = [...new Set([...near, ...integers, ...(isWhole ? [] : fractions)])]
  return all.filter((value) => isOfType(value, isWhole ? 'integer' : 'number') && isSound(value))
}

/** Returns the place at a path, in which `*` stands for an item or a name that the user chooses. */
export function placeAt(root: SchemaView, path: string, tag?: string): SchemaPlace {
  let place = schemaPlace([root])
  for (const step of path.split('/').slice(1)) {
    const inBranches = place.branches.flatMap((branch) => schemaPlace([branch]).member(step)?.views ?? [])
    place = (step === '*' ? (place.items() ?? place.others()) : place.member(step)) ?? schemaPlace(inBranches)
  }
  if (tag === undefined) return place
  const branch = place.views.flatMap(({ choice, reference }) => choice ?? reference?.choice ?? [])[0]?.branchFor(tag)
  return branch === undefined ? place : place.choosing(branch)
}

/** Returns the members of a `oneOf` branch that select it, with their values. */
export function constantsOf(place: SchemaPlace): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    place.names.flatMap((name) => {
      const schema = place.member(name)?.views[0]?.schema
      return isObject(schema) && 'const' in schema ? [[name, schema['const']]] : []
    }),
  )
}

/** Whole numbers that software often treats specially, and some that it does not. */
const integers: readonly number[] = [
  ...Array.from({ length: 18 }, (_, index) => index),
  ...[20, 25, 32, 40, 50, 64, 99, 100, 101, 127, 128, 200, 255, 256, 257, 300, 500, 512, 999, 1000, 1024],
  ...[2000, 2048, 3000, 4095, 4096, 65_536, 2 ** 31 - 1, -1, -2, -7, -100],
]

const fractions: readonly number[] = [
  ...[0.01, 0.05, 0.1, 0.25, 0.3, 0.333333, 0.5, 0.7, 0.75, 0.9, 0.95, 0.99, 1.01, 1.5, 1.75, 1.9, 1.99],
  ...[-0.01, -0.5, -1.5, -1.9],
]
