import {
  type Constraint,
  constraintsAt,
  referredNode,
  resolveNode,
  rootNode,
  type SchemaNode,
} from '../../schemas/index.ts'
import { isObject } from '../../schemas/json.ts'
import { documentLanguage } from '../plan/schema/language.ts'
import { listUnder, propertiesOf, under } from '../plan/schema/subschemas.ts'
import { fits } from '../plan/schema/walk.ts'

/** A constraint with its index in a chart. */
export interface Charted extends Constraint {
  readonly index: number
}

/** A subschema of a request schema, prepared for walking along with a value. */
export interface Spot {
  /** Its index in the chart. */
  readonly index: number
  readonly constraints: readonly Charted[]
  /** Subschemas that apply to the same value: the target of a reference, and the members of `allOf`. */
  readonly beside: readonly Spot[]
  readonly condition?: ChartCondition
  /** The branches of `oneOf`, by the value of the discriminator. */
  readonly branches?: { readonly tag: string; readonly byValue: ReadonlyMap<unknown, Spot> }
  readonly members: ReadonlyMap<string, Spot>
  /** The subschema of members that no schema names. */
  readonly others?: Spot
  readonly items?: Spot
}

/** An `if` with its `then` and `else`. */
export interface ChartCondition {
  readonly when: SchemaNode
  readonly follows: Consequence
  readonly otherwise: Consequence
}

/** A `then` or an `else`. */
export interface Consequence {
  readonly spot?: Spot
  /**
   * Its constraints that no value can satisfy to which this consequence applies. They forbid the values that the
   * condition selects.
   */
  readonly forbidding: readonly Charted[]
}

/** A request schema as a graph of its subschemas, each once. */
export interface Chart {
  readonly root: Spot
  readonly spots: readonly Spot[]
  readonly constraints: readonly Charted[]
}

type Draft = { -readonly [Key in keyof Spot]: Spot[Key] }

/** A chart under construction. */
interface Drawing {
  readonly spots: Spot[]
  readonly constraints: Charted[]
  readonly known: Map<object, Spot>
}

/** Returns the chart of the schema with this name. */
export function chartOf(name: string): Chart {
  const drawing: Drawing = { spots: [], constraints: [], known: new Map() }
  const root = drawn(drawing, rootNode(name))
  return { root, spots: drawing.spots, constraints: drawing.constraints }
}

function drawn(drawing: Drawing, node: SchemaNode): Spot {
  const met = drawing.known.get(node.schema)
  if (met !== undefined) return met
  const spot: Draft = {
    index: drawing.spots.length,
    constraints: charted(drawing, node),
    beside: [],
    members: new Map(),
  }
  drawing.spots.push(spot)
  drawing.known.set(node.schema, spot)
  return Object.assign(spot, surroundings(drawing, node))
}

function charted({ constraints }: Drawing, node: SchemaNode): readonly Charted[] {
  const own = constraintsAt(node).map((one, at) => ({ ...one, index: constraints.length + at }))
  constraints.push(...own)
  return own
}

function surroundings(drawing: Drawing, node: SchemaNode): Omit<Spot, 'index' | 'constraints'> {
  const draw = (inner: SchemaNode) => drawn(drawing, inner)
  const [others, items] = [under(node, 'additionalProperties'), under(node, 'items')]
  const reference = typeof node.schema['$ref'] === 'string' ? [referredNode(node)] : []
  return {
    beside: [...reference, ...listUnder(node, 'allOf')].map(draw),
    ...branchesOf(drawing, node),
    ...conditionOf(drawing, node),
    members: new Map([...propertiesOf(node)].map(([name, inner]) => [name, draw(inner)])),
    ...(others === undefined ? {} : { others: draw(others) }),
    ...(items === undefined ? {} : { items: draw(items) }),
  }
}

function branchesOf(drawing: Drawing, node: SchemaNode): Pick<Spot, 'branches'> {
  const { discriminator } = node.schema
  if (!isObject(discriminator)) return {}
  const tag = String(discriminator['propertyName'])
  const byValue = listUnder(node, 'oneOf').flatMap((listed) => {
    const branch = resolveNode(listed)
    const { const: only, enum: several } = propertiesOf(branch).get(tag)?.schema ?? {}
    const spot = drawn(drawing, branch)
    return (Array.isArray(several) ? several : [only]).map((value) => [value, spot] as const)
  })
  return { branches: { tag, byValue: new Map(byValue) } }
}

function conditionOf(drawing: Drawing, node: SchemaNode): Pick<Spot, 'condition'> {
  const when = under(node, 'if')
  if (when === undefined) return {}
  const consequence = (keyword: 'then' | 'else'): Consequence => {
    const inner = under(node, keyword)
    if (inner === undefined) return { forbidding: [] }
    const spot = drawn(drawing, inner)
    const names = new Set(forbiddenBy(when, inner, keyword))
    return { spot, forbidding: drawing.constraints.filter(({ place, keyword }) => names.has(`${place} ${keyword}`)) }
  }
  return { condition: { when, follows: consequence('then'), otherwise: consequence('else') } }
}

type Side = 'then' | 'else'

/**
 * Yields the unsatisfiable constraints of a `then` or `else`, each as its place and keyword. Schemas express rejections
 * in this way: no value that selects the `then` can satisfy its constraint, and the same holds for the `else`. Detects
 * this only if condition and constraint list values or name types for the same place. Otherwise it assumes that some
 * value satisfies the constraint.
 */
function* forbiddenBy(when: SchemaNode, consequence: SchemaNode, side: Side): Generator<string> {
  const excludes = side === 'then' ? excludesWhatMeets : excludesWhatDoesNotMeet
  for (const { place, keyword } of constraintsAt(consequence)) {
    if (excludes(when, consequence, keyword)) yield `${place} ${keyword}`
  }
  for (const part of listUnder(consequence, 'allOf')) yield* forbiddenBy(when, part, side)
  for (const inner of sides) yield* forbiddenWithin(when, consequence, side, inner)
  for (const [name, inner] of propertiesOf(consequence)) {
    yield* forbiddenBy(propertiesOf(when).get(name) ?? nothing, inner, side)
  }
  const items = under(consequence, 'items')
  if (items !== undefined) yield* forbiddenBy(under(when, 'items') ?? nothing, items, side)
}

const sides = ['then', 'else'] as const
const nothing: SchemaNode = { schema: {}, base: '' }

/** Yields what a condition inside a consequence forbids in addition. */
function* forbiddenWithin(when: SchemaNode, consequence: SchemaNode, side: Side, inner: Side): Generator<string> {
  const [condition, next] = [under(consequence, 'if'), under(consequence, inner)]
  if (condition === undefined || next === undefined) return
  yield* forbiddenBy(when, next, side)
  yield* forbiddenBy(condition, next, inner)
}

/** Returns whether no listed value meets the condition and satisfies the constraint. */
function excludesWhatMeets(when: SchemaNode, { schema, base }: SchemaNode, keyword: string): boolean {
  const asked = { schema: { [keyword]: schema[keyword] }, base }
  const selected = valuesOf(when)
  if (selected !== undefined) return selected.every((value) => !fits(documentLanguage, asked, value))
  const allowed = valuesOf(asked)
  if (allowed !== undefined) return allowed.every((value) => !fits(documentLanguage, when, value))
  const types = [when.schema['type']].flat().filter((type) => type !== undefined)
  return keyword === 'type' && types.length > 0 && !types.some((type) => [schema['type']].flat().includes(type))
}

/** Returns whether all values that satisfy the constraint meet the condition. */
function excludesWhatDoesNotMeet(when: SchemaNode, { schema, base }: SchemaNode, keyword: string): boolean {
  const allowed = valuesOf({ schema: { [keyword]: schema[keyword] }, base })
  if (allowed === undefined || Object.keys(when.schema).length === 0) return false
  return allowed.every((value) => fits(documentLanguage, when, value))
}

function valuesOf({ schema }: SchemaNode): readonly unknown[] | undefined {
  return 'const' in schema ? [schema['const']] : (schema['enum'] as readonly unknown[] | undefined)
}
