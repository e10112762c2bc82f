import type { SchemaNode } from '../../schemas/index.ts'
import { isObject } from '../../schemas/json.ts'
import { camelCase, classesOf, collapsed, countClassOf, isUserDefined } from '../generate/items.ts'
import { mentionedIn } from '../generate/mentioned.ts'
import { isSoundHere } from '../generate/sound.ts'
import { isOfType } from '../plan/schema/json.ts'
import type { Language } from '../plan/schema/language.ts'
import { remembered, type Shape, schemaNumberOf, shapeOf } from '../plan/schema/shape.ts'
import { propertiesOf } from '../plan/schema/subschemas.ts'
import { tagOf, walk } from '../plan/schema/walk.ts'
import { problemsOf } from './together.ts'

/** One way to use an optional feature. */
export interface FeatureUse {
  /** The type or branch that each place outside of lists must have. */
  readonly choices: ReadonlyMap<string, string>
  /** A small request that uses it. It may lack other members that rules require. */
  readonly value: unknown
}

/** The items that requests of one schema can cover. */
export interface Possible {
  readonly features: ReadonlyMap<string, readonly FeatureUse[]>
  readonly values: ReadonlySet<string>
  readonly counts: ReadonlySet<string>
}

/**
 * The position of a visit: its place, the choices that lead there, and a function that wraps a value into a request.
 */
interface Position {
  readonly place: string
  readonly choices: ReadonlyMap<string, string>
  readonly wrap: (value: unknown) => unknown
}

/** Schemas that can apply to an object together, and the members that make them apply. */
interface Variant {
  readonly nodes: readonly SchemaNode[]
  readonly decided: Readonly<Record<string, unknown>>
  readonly choice: string
}

/** Members that are unspecified in a single turn without a list around it (interpretation G16). */
const unusable = /^\/body\/contents\/parts\/\*\/(functionCall|functionResponse|executableCode|codeExecutionResult)/

/** The largest range of integers that are listed one by one. */
const widest = 16

const sizes = [0, 1, 2, 3, 6, 11] as const

/** Lists the items that requests of a schema can cover, from the schema alone. */
export function possibleItems(language: Language, schema: string): Possible {
  const root = language.root(schema)
  const features = new Map<string, FeatureUse[]>()
  const values = new Set<string>()
  const counts = new Set<string>()
  const met = new Set<string>()
  visit([root], { place: '', choices: new Map(), wrap: (value) => value })
  return { features, values, counts }

  function visit(nodes: readonly SchemaNode[], position: Position): void {
    const { place } = position
    const shape = shapeOf(language, nodes)
    // Schemas that users write are recursive.
    const key = `${place} ${nodes.map(({ schema }) => schemaNumberOf(schema)).join()}`
    if (unusable.test(place) || (isUserDefined(place) && met.has(key))) return
    met.add(key)
    const usual = new Set(problemsOf(language, schema, position.wrap(sampleOf(language, nodes))))
    for (const value of scalarsOf(language, nodes)) {
      const problems = problemsOf(language, schema, position.wrap(value))
      if (problems.every((problem) => usual.has(problem))) addValue(nodes, place, value)
    }
    if (shape.items.length > 0 && permits(shape, 'array')) visitList(nodes, shape, position)
    if (permits(shape, 'object')) for (const variant of variantsOf(language, nodes)) visitObject(variant, position)
  }

  function addValue(nodes: readonly SchemaNode[], place: string, value: unknown): void {
    const sites = nodes.flatMap((node) => [...walk(language, node, value)]).filter(({ pointer }) => pointer === '')
    const shape = shapeOf(
      language,
      sites.map(({ node }) => node),
    )
    for (const kind of classesOf(language, value, sites, place))
      if (isBounded(shape, value, kind)) values.add(`${place} ${kind}`)
  }

  function visitList(nodes: readonly SchemaNode[], shape: Shape, position: Position): void {
    const { place, choices, wrap } = position
    const isAllowed = (count: number) =>
      count >= shape.minItems && count <= shape.maxItems && isSoundHere(language, nodes, Array(count).fill({}))
    for (const count of sizes) if (isAllowed(count)) counts.add(`${place} ${countClassOf(count)} items`)
    visit(shape.items, {
      place: isUserDefined(place) ? place : `${place}/*`,
      choices: chosen(choices, place, 'array'),
      wrap: (value) => wrap([value]),
    })
  }

  function visitObject({ nodes, decided, choice }: Variant, position: Position): void {
    const { place, choices, wrap } = position
    const { properties, required } = shapeOf(language, nodes)
    const needed = { ...requiredOf(language, nodes), ...decided }
    const inner = chosen(choices, place, choice)
    const tags = new Set(nodes.flatMap((node) => [...walk(language, node, needed)].map((site) => tagOf(site.node))))
    for (const [name, members] of properties) {
      const own = `${place}/${camelCase(name)}`
      const samples = name in decided ? [decided[name]] : samplesOf(language, members)
      if (samples.length === 0 || unusable.test(own)) continue
      if (place !== '' && !isUserDefined(place))
        for (const sample of samples) {
          const way = { choices: inner, value: wrap({ ...needed, [name]: sample }) }
          if (!required.has(name)) addFeature(own, way)
          if (tags.has(name)) addFeature(`${own}=${sample}`, way)
        }
      visit(members, {
        place: isUserDefined(own) ? collapsed(own) : own,
        choices: inner,
        wrap: (value) => wrap({ ...needed, [name]: value }),
      })
    }
  }

  function addFeature(name: string, way: FeatureUse): void {
    features.set(name, [...(features.get(name) ?? []), way])
  }

  function chosen(choices: ReadonlyMap<string, string>, place: string, choice: string): ReadonlyMap<string, string> {
    return place.includes('*') ? choices : new Map([...choices, [place, choice]])
  }
}

const variantsOf = remembered((language: Language, nodes: readonly SchemaNode[]): readonly Variant[] => {
  const { branches, conditions } = shapeOf(language, nodes)
  if (branches.length > 0) return branchesOf(language, nodes, branches)
  const conditional = conditions.flatMap(({ when, follows, otherwise }): readonly Variant[] => {
    const inner = shapeOf(language, follows).branches
    if (inner.length > 0) return branchesOf(language, [...nodes, ...follows], inner)
    return [
      { nodes: [...nodes, ...follows], decided: constantsOf(propertiesAsLists(when)), choice: 'object' },
      { nodes: [...nodes, ...otherwise], decided: {}, choice: 'object' },
    ]
  })
  return [{ nodes, decided: {}, choice: 'object' }, ...conditional]
})

function branchesOf(
  language: Language,
  nodes: readonly SchemaNode[],
  branches: readonly SchemaNode[],
): readonly Variant[] {
  return branches.flatMap((branch): readonly Variant[] => {
    const decided = constantsOf(shapeOf(language, [branch]).properties)
    const sample = { ...requiredOf(language, [branch]), ...decided }
    if (Object.values(sample).includes(undefined) || !isSoundHere(language, [branch], sample)) return []
    return [{ nodes: [...nodes, branch], decided, choice: `object ${JSON.stringify(decided)}` }]
  })
}

/** Returns the required members of an object, each with a sample. */
function requiredOf(language: Language, nodes: readonly SchemaNode[]): Readonly<Record<string, unknown>> {
  const { properties, required } = shapeOf(language, nodes)
  return Object.fromEntries([...required].map((name) => [name, sampleOf(language, properties.get(name) ?? [])]))
}

/** The most samples of a member. There are several, since a rule may forbid one. */
const mostSamples = 4

/** Returns values that are valid at a place: examples and listed values, otherwise the smallest object or list. */
const samplesOf = remembered((language: Language, nodes: readonly SchemaNode[]): readonly unknown[] => {
  const shape = shapeOf(language, nodes)
  const isSound = (value: unknown) => isSoundHere(language, nodes, value)
  const listed = [...shape.samples, ...scalarsOf(language, nodes)].filter(isSound)
  if (listed.length > 0) return listed.slice(0, mostSamples)
  if (shape.branches.length > 0)
    return variantsOf(language, nodes).map(({ nodes: all, decided }) => ({ ...requiredOf(language, all), ...decided }))
  if (shape.items.length > 0) return [[sampleOf(language, shape.items)]]
  const object = requiredOf(language, nodes)
  return permits(shape, 'object') && isSound(object) ? [object] : []
})

function sampleOf(language: Language, nodes: readonly SchemaNode[]): unknown {
  return samplesOf(language, nodes)[0]
}

function propertiesAsLists(node: SchemaNode): Shape['properties'] {
  return new Map([...propertiesOf(node)].map(([name, member]) => [name, [member]]))
}

/** Returns the members whose schema has a `const`, with that value. */
function constantsOf(properties: Shape['properties']): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    [...properties].flatMap(([name, nodes]) => {
      const schema = nodes[0]?.schema ?? {}
      return 'const' in schema ? [[name, schema['const']]] : []
    }),
  )
}

function permits({ types, properties, branches }: Shape, type: string): boolean {
  return types?.includes(type) ?? (type === 'object' ? properties.size > 0 || branches.length > 0 : true)
}

/**
 * Returns the scalars that represent the classes of values: listed ones, both booleans, and those around each bound.
 */
const scalarsOf = remembered((language: Language, nodes: readonly SchemaNode[]): readonly unknown[] => {
  const shape = shapeOf(language, nodes)
  const types = shape.types ?? []
  const of = (type: string) => types.includes(type)
  const mentioned = mentionedIn(language, nodes).filter((value) => !isObject(value) && !Array.isArray(value))
  const all = [
    ...mentioned,
    ...(of('boolean') ? [true, false] : []),
    ...(of('null') ? [null] : []),
    ...(of('integer') || of('number') ? numbersOf(shape) : []),
    ...(of('string') ? textsOf(language, nodes) : []),
  ]
  return [...new Set(all)].filter(
    (value) => types.length > 0 && types.some((type) => isOfType(value, type)) && isSoundHere(language, nodes, value),
  )
})

function numbersOf({ types = [], minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Shape): readonly number[] {
  const [least, most] = [Math.max(minimum, exclusiveMinimum), Math.min(maximum, exclusiveMaximum)]
  const step = types.includes('number') ? 0.01 : 1
  const near = [least, most].filter(Number.isFinite).flatMap((edge) => [edge - step, edge, edge + step])
  const middle = Number.isFinite(least) && Number.isFinite(most) ? (least + most) / 2 : least + 50 * step
  const whole = Math.floor(most) - Math.ceil(least)
  const each = whole <= widest ? Array.from({ length: whole + 1 }, (_, index) => Math.ceil(least) + index) : []
  return [
    ...near,
    ...(Number.isFinite(middle) ? [types.includes('number') ? middle : Math.floor(middle)] : []),
    ...each,
  ]
}

/** Returns texts with lengths around the bounds, also those in conditions. */
function textsOf(language: Language, nodes: readonly SchemaNode[]): readonly string[] {
  const bounds = nodes.flatMap((node) =>
    [...walk(language, node, 'a')].flatMap(({ node: { schema } }) => [schema['minLength'], schema['maxLength']]),
  )
  const lengths = bounds.filter((bound) => typeof bound === 'number').flatMap((edge) => [edge - 1, edge, edge + 1])
  const middle = Math.floor(Math.max(0, ...lengths) / 2)
  return [...lengths, middle].filter((length) => length > 0).map((length) => 'a'.repeat(length))
}

/** Returns whether the schema bounds a class of values, so that all such classes can be listed. */
function isBounded(shape: Shape, value: unknown, kind: string): boolean {
  if (typeof value === 'string') {
    if (kind.startsWith('is ')) return true
    const isEdge = /^length (at|next to|far from) /.test(kind)
    return isEdge && (shape.minLength > 0 || Number.isFinite(shape.maxLength))
  }
  if (typeof value !== 'number') return true
  const [least, most] = [
    Math.max(shape.minimum, shape.exclusiveMinimum),
    Math.min(shape.maximum, shape.exclusiveMaximum),
  ]
  if (kind.startsWith('value ')) return Number.isFinite(least) || Number.isFinite(most)
  return /^is -?\d+$/.test(kind) && most - least <= widest
}
