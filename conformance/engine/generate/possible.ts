import { isObject } from '../../../schemas/json.ts'
import type { Exclusions } from '../../core/model/operation.ts'
import { isOfType, isSame } from '../plan/schema/json.ts'
import type { Language } from '../plan/schema/language.ts'
import { constantsOf, type SchemaPlace, schemaPlace } from '../plan/schema/place.ts'
import { applicable, type SchemaView } from '../plan/schema/view.ts'
import { classesOf, countClassOf } from './classes.ts'
import { type ItemPlace, rootPlace } from './item-places.ts'

/** A part of a request that covers an item: other members of the request can be added. */
export interface Fragment {
  readonly value: unknown
  /** The place that matters. The rest of `value` is what the schema requires around it. */
  readonly path: string
}

/** One way to use an optional feature. */
export interface FeatureUse extends Fragment {
  /** The type or branch that each place outside of lists must have. */
  readonly choices: ReadonlyMap<string, string>
}

/** The items that requests of one schema can cover, each with small requests that cover it. */
export interface Possible {
  readonly features: ReadonlyMap<string, readonly FeatureUse[]>
  readonly values: ReadonlyMap<string, Fragment>
  readonly counts: ReadonlyMap<string, Fragment>
}

/** The position of a visit: its place, the choices that lead there, and how a value there becomes a request. */
interface Position {
  readonly item: ItemPlace
  /** The place, with the names as the request has them. */
  readonly path: string
  readonly choices: ReadonlyMap<string, string>
  readonly wrap: (value: unknown) => unknown
  /** The places on the way to it. */
  readonly above: readonly SchemaPlace[]
}

/** A place of objects with some of its alternatives chosen, and the members that choose them. */
interface Variant {
  readonly place: SchemaPlace
  readonly decided: Readonly<Record<string, unknown>>
  readonly choice: string
}

/** The deepest recursion of a schema into itself. */
const deepest = 1

/** The most fragments that are tried for a class of values until one is valid by itself. */
const mostTries = 6

/** The most ways to use a feature that differ only in their sample. */
const mostAlike = 3

/** The largest range of integers that are listed one by one. */
const widest = 16

const sizes = [0, 1, 2, 3, 6, 11] as const

const known = new WeakMap<SchemaView, Possible>()

/** Lists the items that requests of a schema can cover. A schema always has the same exclusions. */
export function possibleItems(language: Language, schema: string, exclusions?: Exclusions): Possible {
  const steps = possibleInSteps(language, schema, exclusions)
  for (;;) {
    const next = steps.next()
    if (next.done === true) return next.value
  }
}

/** Does the same as `possibleItems` in small steps, so that the program can respond between them. */
export function* possibleInSteps(
  language: Language,
  schema: string,
  exclusions: Exclusions = {},
): Generator<undefined, Possible> {
  const root = language.view(schema)
  const possible = known.get(root) ?? (yield* findPossible(language, schema, exclusions))
  known.set(root, possible)
  return possible
}

/** The items found so far in one schema. */
interface Search {
  readonly language: Language
  readonly schema: string
  readonly excluded: RegExp | undefined
  readonly features: Map<string, FeatureUse[]>
  readonly values: Map<string, Fragment>
  readonly counts: Map<string, Fragment>
  /** The number of fragments that were tried for a class of values. */
  readonly tries: Map<string, number>
  readonly met: Set<string>
}

function* findPossible(
  language: Language,
  schema: string,
  { alone: excluded }: Exclusions,
): Generator<undefined, Possible> {
  const found = { features: new Map(), values: new Map(), counts: new Map() }
  const search: Search = { language, schema, excluded, ...found, tries: new Map(), met: new Set() }
  yield* visit(search, schemaPlace([language.view(schema)]), {
    item: rootPlace(),
    path: '',
    choices: new Map<string, string>(),
    wrap: (value: unknown) => value,
    above: [],
  })
  return found
}

function* visit(search: Search, place: SchemaPlace, position: Position): Generator<undefined> {
  const { item, above } = position
  const { excluded, met } = search
  const key = `${item.name} ${place.views.map(({ index }) => index).join()}`
  const isRecursive = item.isUserDefined ? met.has(key) : above.filter((one) => one === place).length > deepest
  if (excluded?.test(item.name) || isRecursive) return
  met.add(key)
  yield* addValues(search, place, position)
  if (place.items() !== undefined && permits(place, 'array')) yield* visitList(search, place, position)
  if (permits(place, 'object')) for (const variant of variantsOf(place)) yield* visitObject(search, variant, position)
}

/** Adds the classes of values at a place, as far as they cause no problem that another value there does not have. */
function* addValues(
  { language, schema, values, tries }: Search,
  place: SchemaPlace,
  { item, path, wrap }: Position,
): Generator<undefined> {
  let usual: ReadonlySet<string> | undefined
  for (const value of scalarsOf(place)) {
    const all = place.views.flatMap((view) => applicable(view, value))
    const classes = classesOf(value, all, item).filter((kind) => isBounded(schemaPlace(all), value, kind))
    const open = classes.map((kind) => `${item.name} ${kind}`).filter((name) => (tries.get(name) ?? 0) < mostTries)
    if (open.length === 0) continue
    for (const name of open) tries.set(name, (tries.get(name) ?? 0) + 1)
    usual ??= new Set(problemsOf(language, schema, wrap(samplesOf(place)[0])))
    yield
    const problems = problemsOf(language, schema, wrap(value))
    if (problems.some((problem) => usual?.has(problem) === false)) continue
    for (const name of open) {
      if (problems.length === 0) tries.set(name, mostTries)
      if (problems.length === 0 || !values.has(name)) values.set(name, { value: wrap(value), path })
    }
  }
}

function* visitList(
  search: Search,
  place: SchemaPlace,
  { item, path, choices, wrap, above }: Position,
): Generator<undefined> {
  const items = place.items() ?? schemaPlace([])
  const samples = samplesOf(items)
  for (const count of sizes) {
    const isAllowed = count >= place.minItems && count <= place.maxItems && place.isSound(Array(count).fill({}))
    const list = Array.from({ length: count }, (_, index) => samples[index % samples.length])
    if (isAllowed) search.counts.set(`${item.name} ${countClassOf(count)} items`, { value: wrap(list), path })
  }
  yield* visit(search, items, {
    item: item.isUserDefined ? item : item.child('*'),
    path: `${path}/*`,
    choices: chosen(choices, item, 'array'),
    above: [...above, place],
    wrap: (value) => wrap([value]),
  })
}

function* visitObject(
  search: Search,
  { place, decided, choice }: Variant,
  { item, path, choices, wrap, above }: Position,
): Generator<undefined> {
  const needed = { ...requiredOf(place), ...decided }
  const inner = chosen(choices, item, choice)
  const tags = new Set(place.views.flatMap((view) => applicable(view, needed)).map((view) => view.choice?.tag))
  for (const name of place.names) {
    const member = place.member(name)!
    const own = item.child(name)
    const samples = name in decided ? [decided[name]] : samplesOf(member)
    if (samples.length === 0 || search.excluded?.test(own.name)) continue
    if (item.name !== '' && !item.isUserDefined)
      for (const sample of samples) {
        const value = wrap({ ...needed, [name]: sample })
        const way = { choices: inner, value, path: `${path}/${name}` }
        if (!place.required.has(name)) addFeature(search, own.name, way)
        if (tags.has(name)) addFeature(search, `${own.name}=${sample}`, way)
      }
    yield* visit(search, member, {
      item: own,
      path: `${path}/${name}`,
      choices: inner,
      above: [...above, place],
      wrap: (value) => wrap({ ...needed, [name]: value }),
    })
  }
}

function addFeature({ features }: Search, name: string, way: FeatureUse): void {
  const ways = features.get(name) ?? []
  features.set(name, ways)
  if (ways.filter(({ choices }) => isSame([...choices], [...way.choices])).length < mostAlike) ways.push(way)
}

function chosen(
  choices: ReadonlyMap<string, string>,
  { name }: ItemPlace,
  choice: string,
): ReadonlyMap<string, string> {
  return name.includes('*') ? choices : new Map([...choices, [name, choice]])
}

/** Returns the problems of a value, each with its place. The indexes of items do not matter. */
export function problemsOf(language: Language, schema: string, value: unknown): readonly string[] {
  const { violations, open } = language.validate(schema, value)
  return [
    ...violations.map(({ requirement, pointer }) => `${requirement} ${general(pointer)}`),
    ...open.map(({ interpretation, pointer }) => `${interpretation} ${general(pointer)}`),
  ]
}

function general(pointer: string): string {
  return pointer.replaceAll(/\/\d+/g, '/*')
}

function variantsOf(place: SchemaPlace): readonly Variant[] {
  if (place.branches.length > 0) return branchesOf(place, place.branches)
  const conditional = place.conditions.flatMap(({ when, follows, otherwise }): readonly Variant[] => {
    const whole = follows === undefined ? place : place.with([follows])
    const inner = follows === undefined ? [] : schemaPlace([follows]).branches
    if (inner.length > 0) return branchesOf(whole, inner)
    return [
      { place: whole, decided: constantsOf(schemaPlace([when])), choice: 'object' },
      { place: otherwise === undefined ? place : place.with([otherwise]), decided: {}, choice: 'object' },
    ]
  })
  return [{ place, decided: {}, choice: 'object' }, ...conditional]
}

function branchesOf(place: SchemaPlace, branches: readonly SchemaView[]): readonly Variant[] {
  return branches.flatMap((branch): readonly Variant[] => {
    const own = schemaPlace([branch])
    const decided = constantsOf(own)
    const sample = { ...requiredOf(own), ...decided }
    if (Object.values(sample).includes(undefined) || !own.isSound(sample)) return []
    return [{ place: place.choosing(branch), decided, choice: `object ${JSON.stringify(decided)}` }]
  })
}

/** Returns the required members of an object, each with a sample. The facts of a file belong together. */
function requiredOf(place: SchemaPlace): Readonly<Record<string, unknown>> {
  const file = place.samples.find((value) => isObject(value) && 'digest' in value)
  const sampled = [...place.required].map((name) => [name, samplesOf(place.member(name) ?? schemaPlace([]))[0]])
  return { ...Object.fromEntries(sampled), ...(file as object | undefined) }
}

/** The most samples of a member. There are several, since a rule may forbid one. */
const mostSamples = 4

const samples = new WeakMap<SchemaPlace, readonly unknown[]>()

/** Returns values that are valid at a place: examples and listed values, otherwise the smallest object or list. */
function samplesOf(place: SchemaPlace): readonly unknown[] {
  const known = samples.get(place)
  if (known !== undefined) return known
  const found = findSamples(place)
  samples.set(place, found)
  return found
}

function findSamples(place: SchemaPlace): readonly unknown[] {
  const listed = [...place.samples, ...scalarsOf(place)].filter((value) => place.isSound(value))
  if (listed.length > 0) return listed.slice(0, mostSamples)
  if (place.branches.length > 0)
    return variantsOf(place).map((variant) => ({ ...requiredOf(variant.place), ...variant.decided }))
  const items = place.items()
  if (items !== undefined) return [[samplesOf(items)[0]]]
  const object = requiredOf(place)
  return permits(place, 'object') && place.isSound(object) ? [object] : []
}

function permits({ types, names, branches }: SchemaPlace, type: string): boolean {
  return types?.includes(type) ?? (type === 'object' ? names.length > 0 || branches.length > 0 : true)
}

/**
 * Returns the scalars that represent the classes of values: listed ones, both booleans, and those around each bound.
 */
function scalarsOf(place: SchemaPlace): readonly unknown[] {
  const { types = [] } = place
  const of = (type: string) => types.includes(type)
  const mentioned = place.mentioned().filter((value) => !isObject(value) && !Array.isArray(value))
  const all = [
    ...mentioned,
    ...(of('boolean') ? [true, false] : []),
    ...(of('null') ? [null] : []),
    ...(of('integer') || of('number') ? numbersOf(place) : []),
    ...(of('string') ? textsOf(place) : []),
  ]
  const isTyped = (value: unknown) =>
    types.some((type) => isOfType(value, type)) || (place.values?.includes(value) ?? false)
  return [...new Set(all)].filter((value) => isTyped(value) && place.isSound(value))
}

function numbersOf({ types = [], minimum: least, maximum: most }: SchemaPlace): readonly number[] {
  const step = types.includes('number') ? 0.01 : 1
  const near = [least, most].filter(Number.isFinite).flatMap((edge) => [edge - step, edge, edge + step])
  const middle = Number.isFinite(least) && Number.isFinite(most) ? (least + most) / 2 : least + 50 * step
  const whole = Math.floor(most) - Math.ceil(least)
  const each = whole <= widest ? Array.from({ length: whole + 1 }, (_, index) => Math.ceil(least) + index) : []
  const middles = Number.isFinite(middle) ? [types.includes('number') ? middle : Math.floor(middle)] : []
  return [...near, ...middles, ...each]
}

/** Returns texts with lengths around the bounds, also those in conditions. */
function textsOf(place: SchemaPlace): readonly string[] {
  const lengths = [...new Set(place.lengths())].flatMap((edge) => [edge - 1, edge, edge + 1])
  const middle = Math.floor(Math.max(0, ...lengths) / 2)
  return [...lengths, middle].filter((length) => length > 0).map((length) => 'a'.repeat(length))
}

/** Returns whether the schema bounds a class of values, so that all such classes can be listed. */
function isBounded({ minimum, maximum, minLength, maxLength }: SchemaPlace, value: unknown, kind: string): boolean {
  if (typeof value === 'string') {
    if (kind.startsWith('is ')) return true
    const isEdge = /^length (at|next to|far from) /.test(kind)
    return isEdge && (minLength > 0 || Number.isFinite(maxLength))
  }
  if (typeof value !== 'number') return true
  if (kind.startsWith('value ')) return Number.isFinite(minimum) || Number.isFinite(maximum)
  return /^is -?\d+$/.test(kind) && maximum - minimum <= widest
}
