import type { Constraint, JsonSchema, SchemaNode } from '../../../../schemas/index.ts'
import { isObject } from '../../../../schemas/json.ts'
import { below } from '../../../../schemas/json-pointer.ts'
import { type Check, ownChecks } from './checks.ts'

/**
 * A subschema, compiled once. Generation, coverage and minimising read request schemas only through such views. All
 * views of a document form a graph, in which each subschema occurs once.
 */
export interface SchemaView {
  /** Unique among the views of one language. */
  readonly index: number
  readonly schema: JsonSchema
  /** The constraints that have a requirement, without those of nested subschemas. */
  readonly constraints: readonly Constraint[]
  /** The ids of the acceptance requirements in `x-feature`. */
  readonly features: readonly string[]
  /** The target of `$ref`. */
  readonly reference: SchemaView | undefined
  readonly allOf: readonly SchemaView[]
  readonly condition: Condition | undefined
  /** The alternatives of a `oneOf`, which a member selects. */
  readonly choice: Choice | undefined
  readonly properties: ReadonlyMap<string, SchemaView>
  /** The subschema of members that no subschema names. */
  readonly others: SchemaView | undefined
  readonly items: SchemaView | undefined
  /** The parts of `x-unspecified`. */
  readonly unspecified: readonly Unspecified[]
  /** Returns whether a value satisfies the subschema. Does not check formats and named rules. */
  fits(value: unknown): boolean
  /** Returns whether a value satisfies the subschema as a whole. Does not check its members and items. */
  fitsHere(value: unknown): boolean
  /**
   * Returns whether a value uses something unspecified, not counting its members and items. With `mayBeAwkward`, texts
   * of interpretation G13 count as specified.
   */
  isOpenHere(value: unknown, mayBeAwkward: boolean): boolean
}

/** An `if` with its `then` and `else`. */
export interface Condition {
  readonly when: SchemaView
  readonly follows: SchemaView | undefined
  readonly otherwise: SchemaView | undefined
}

/** A `oneOf` with a discriminator. */
export interface Choice {
  /** The name of the member that selects an alternative. */
  readonly tag: string
  readonly branches: readonly SchemaView[]
  /** Returns the alternative that a value of the tag selects. */
  branchFor(tag: unknown): SchemaView | undefined
}

export interface Unspecified {
  readonly interpretation: string
  readonly when: SchemaView
}

/** The functions that compiling a schema needs. */
export interface SchemaSource {
  /** Returns the target of the `$ref` of a node. */
  resolve(node: SchemaNode): SchemaNode
  constraintsAt(node: SchemaNode): readonly Constraint[]
}

/** Returns a function that compiles subschemas. It returns the same view for the same subschema each time. */
export function schemaViews(source: SchemaSource): (node: SchemaNode) => SchemaView {
  const views = new Map<JsonSchema, SchemaView>()
  return viewOf

  function viewOf({ schema, base }: SchemaNode): SchemaView {
    const known = views.get(schema)
    if (known !== undefined) return known
    const view = { index: views.size, schema } as Draft
    // Schemas refer to themselves, so the view has to be known before its parts are made.
    views.set(schema, view)
    const part = (inner: unknown): SchemaView | undefined =>
      isObject(inner) ? viewOf({ schema: inner, base }) : undefined
    const parts = (all: unknown): readonly SchemaView[] =>
      Array.isArray(all) ? all.flatMap((one) => part(one) ?? []) : []
    const condition = part(schema['if'])
    view.constraints = source.constraintsAt({ schema, base })
    view.features = featuresIn(schema)
    view.reference = typeof schema['$ref'] === 'string' ? viewOf(source.resolve({ schema, base })) : undefined
    view.allOf = parts(schema['allOf'])
    view.condition = condition && { when: condition, follows: part(schema['then']), otherwise: part(schema['else']) }
    view.choice = choiceOf(schema, parts(schema['oneOf']))
    view.properties = propertiesOf(schema, part)
    view.others = part(schema['additionalProperties'])
    view.items = part(schema['items'])
    view.unspecified = unspecifiedIn(schema, part)
    return Object.assign(view, predicatesOf(view, [...ownChecks(schema), ...logicalChecks(view, part, parts)]))
  }
}

type Draft = { -readonly [Key in keyof SchemaView]: SchemaView[Key] }

/** Objects that are equivalent to boolean schemas. */
const anything: JsonSchema = {}
const nothing: JsonSchema = { not: anything }

function asObject(schema: boolean): JsonSchema {
  return schema ? anything : nothing
}

type Part = (inner: unknown) => SchemaView | undefined

function propertiesOf({ properties }: JsonSchema, part: Part): SchemaView['properties'] {
  const members = Object.entries(isObject(properties) ? properties : {}).flatMap(([name, inner]) => {
    const view = part(typeof inner === 'boolean' ? asObject(inner) : inner)
    return view === undefined ? [] : [[name, view] as const]
  })
  return new Map(members)
}

function unspecifiedIn({ 'x-unspecified': parts }: JsonSchema, part: Part): readonly Unspecified[] {
  return [parts].flat().flatMap((one) => {
    const when = isObject(one) ? part(one['when']) : undefined
    return isObject(one) && when !== undefined ? [{ interpretation: String(one['interpretation']), when }] : []
  })
}

function featuresIn({ 'x-feature': features }: JsonSchema): readonly string[] {
  return [features].flat().flatMap((one) => {
    if (typeof one === 'string') return [one]
    return isObject(one) ? [String(one['id'])] : []
  })
}

function choiceOf({ discriminator }: JsonSchema, branches: readonly SchemaView[]): Choice | undefined {
  if (!isObject(discriminator)) return undefined
  const tag = String(discriminator['propertyName'])
  const named = (branch: SchemaView) => (branch.reference ?? branch).properties.get(tag)
  return { tag, branches, branchFor: (value) => branches.find((branch) => named(branch)?.fits(value)) }
}

/** Returns the checks of keywords that contain schemas and apply to the value as a whole. */
function logicalChecks(
  { schema, properties }: SchemaView,
  part: Part,
  parts: (all: unknown) => readonly SchemaView[],
): readonly Check[] {
  const [not, contains, names] = [part(schema['not']), part(schema['contains']), part(schema['propertyNames'])]
  const any = parts(schema['anyOf'])
  const checks: Check[] = []
  if (not !== undefined) checks.push((value) => !not.fits(value))
  if (any.length > 0) checks.push((value) => any.some((one) => one.fits(value)))
  if (contains !== undefined) checks.push((value) => !Array.isArray(value) || value.some((item) => contains.fits(item)))
  if (names !== undefined)
    checks.push((value) => !isObject(value) || Object.keys(value).every((name) => names.fits(name)))
  if (schema['additionalProperties'] === false)
    checks.push((value) => !isObject(value) || Object.keys(value).every((name) => properties.has(name)))
  return checks
}

function predicatesOf(
  view: SchemaView,
  checks: readonly Check[],
): Pick<SchemaView, 'fits' | 'fitsHere' | 'isOpenHere'> {
  const { reference, allOf, choice, properties, others, items, unspecified } = view
  const fitsHere = (value: unknown): boolean => {
    for (const check of checks) if (!check(value)) return false
    if (reference !== undefined && !reference.fitsHere(value)) return false
    for (const part of allOf) if (!part.fitsHere(value)) return false
    return consequenceOf(view, value)?.fitsHere(value) ?? true
  }
  const fits = (value: unknown): boolean => {
    for (const check of checks) if (!check(value)) return false
    if (reference !== undefined && !reference.fits(value)) return false
    for (const part of allOf) if (!part.fits(value)) return false
    if (consequenceOf(view, value)?.fits(value) === false) return false
    if (Array.isArray(value)) return items === undefined || value.every(items.fits)
    return !isObject(value) || membersFit(value)
  }
  const membersFit = (value: Readonly<Record<string, unknown>>): boolean => {
    if (choice !== undefined && branchOf(view, value)?.fits(value) !== true) return false
    if (properties.size === 0 && others === undefined) return true
    for (const name of Object.keys(value))
      if ((properties.get(name) ?? others)?.fits(value[name]) === false) return false
    return true
  }
  const isOpenHere = (value: unknown, mayBeAwkward: boolean): boolean => {
    for (const { interpretation, when } of unspecified)
      if ((interpretation !== 'G13' || !mayBeAwkward) && when.fits(value)) return true
    if (reference?.isOpenHere(value, mayBeAwkward) || consequenceOf(view, value)?.isOpenHere(value, mayBeAwkward))
      return true
    if (choice !== undefined && isObject(value) && choice.branchFor(value[choice.tag])?.isOpenHere(value, mayBeAwkward))
      return true
    return allOf.some((part) => part.isOpenHere(value, mayBeAwkward))
  }
  return { fits, fitsHere, isOpenHere }
}

/** Returns the `then` or `else` that applies to a value. */
export function consequenceOf({ condition }: SchemaView, value: unknown): SchemaView | undefined {
  if (condition === undefined) return undefined
  return condition.when.fits(value) ? condition.follows : condition.otherwise
}

/** Returns the alternative of a `oneOf` that applies to a value. */
export function branchOf({ choice }: SchemaView, value: Readonly<Record<string, unknown>>): SchemaView | undefined {
  return choice !== undefined && Object.hasOwn(value, choice.tag) ? choice.branchFor(value[choice.tag]) : undefined
}

/**
 * Returns a subschema and all others that apply to the same value: through references, `allOf`, conditions, and the
 * alternative that its tag selects.
 */
export function applicable(view: SchemaView, value: unknown): readonly SchemaView[] {
  const found: SchemaView[] = []
  collectApplicable(view, value, found)
  return found
}

function collectApplicable(view: SchemaView, value: unknown, found: SchemaView[]): void {
  if (found.includes(view)) return
  found.push(view)
  if (view.reference !== undefined) collectApplicable(view.reference, value, found)
  const consequence = consequenceOf(view, value)
  if (consequence !== undefined) collectApplicable(consequence, value, found)
  const branch = isObject(value) ? branchOf(view, value) : undefined
  if (branch !== undefined) collectApplicable(branch, value, found)
  for (const part of view.allOf) collectApplicable(part, value, found)
}

/** Returns the subschemas of a member or an item, given all that apply to the value that contains it. */
export function memberViews(all: readonly SchemaView[], name: string, member: unknown): readonly SchemaView[] {
  const found: SchemaView[] = []
  for (const { properties, others } of all) {
    const view = properties.get(name) ?? others
    if (view !== undefined) collectApplicable(view, member, found)
  }
  return found
}

/** Does the same as `memberViews` for an item of a list. */
export function itemViews(all: readonly SchemaView[], item: unknown): readonly SchemaView[] {
  const found: SchemaView[] = []
  for (const { items } of all) if (items !== undefined) collectApplicable(items, item, found)
  return found
}

/** A place of a value, and all subschemas that apply to it. */
export interface Site {
  readonly pointer: string
  readonly value: unknown
  readonly views: readonly SchemaView[]
}

/** Yields the places of a value that some subschema describes, outer ones first. */
export function* sitesOf(root: SchemaView, value: unknown): Generator<Site> {
  yield* sitesBelow(applicable(root, value), value, '')
}

function* sitesBelow(views: readonly SchemaView[], value: unknown, pointer: string): Generator<Site> {
  if (views.length === 0) return
  yield { pointer, value, views }
  if (Array.isArray(value))
    for (const [index, item] of value.entries()) yield* sitesBelow(itemViews(views, item), item, below(pointer, index))
  else if (isObject(value))
    for (const [name, member] of Object.entries(value))
      yield* sitesBelow(memberViews(views, name, member), member, below(pointer, name))
}
