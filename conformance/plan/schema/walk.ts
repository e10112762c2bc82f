import type { SchemaNode } from '../../../schemas/index.ts'
import { isObject } from '../../../schemas/json.ts'
import { below } from '../../../schemas/json-pointer.ts'
import { memoize } from '../../model/memoize.ts'
import { isOfType, isSame } from './json.ts'
import type { Language } from './language.ts'
import { listUnder, propertiesOf, referenceOf, under } from './subschemas.ts'

/** A place of a value together with one subschema that applies to it. Several may apply to the same place. */
export interface Site {
  readonly pointer: string
  readonly value: unknown
  readonly node: SchemaNode
}

/** Yields every site of a value: through references, `allOf`, the branch that its tag selects, and conditions. */
export function* walk(language: Language, node: SchemaNode, value: unknown, pointer = ''): Generator<Site> {
  yield { pointer, value, node }
  for (const part of partsFor(language, node, value)) yield* walk(language, part, value, pointer)
  if (isObject(value)) yield* walkMembers(language, node, value, pointer)
  const items = under(node, 'items')
  if (!Array.isArray(value) || items === undefined) return
  for (const [index, item] of value.entries()) yield* walk(language, items, item, below(pointer, index))
}

/** Returns the further subschemas of a node that apply to the same value. */
function partsFor(language: Language, node: SchemaNode, value: unknown): readonly SchemaNode[] {
  const chosen = [
    referenceOf(language, node),
    consequenceOf(language, node, value),
    branchOf(language, node, value),
    ...listUnder(node, 'allOf'),
  ]
  return chosen.filter((part) => part !== undefined)
}

function* walkMembers(
  language: Language,
  node: SchemaNode,
  value: Readonly<Record<string, unknown>>,
  pointer: string,
): Generator<Site> {
  const properties = propertiesOf(node)
  const others = under(node, 'additionalProperties')
  for (const [name, member] of Object.entries(value)) {
    const memberNode = properties.get(name) ?? others
    if (memberNode !== undefined) yield* walk(language, memberNode, member, below(pointer, name))
  }
}

export function byPlace(sites: Iterable<Site>): ReadonlyMap<string, readonly Site[]> {
  const places = new Map<string, Site[]>()
  for (const site of sites) {
    const known = places.get(site.pointer)
    if (known === undefined) places.set(site.pointer, [site])
    else known.push(site)
  }
  return places
}

/** A keyword of a schema that a value violates. */
export interface Breach {
  readonly pointer: string
  readonly keyword: string
  readonly schema: SchemaNode['schema']
}

/** Returns whether a value satisfies a subschema. Does not check formats and named rules. */
export function fits(language: Language, node: SchemaNode, value: unknown): boolean {
  return breaches(language, node, value).next().done === true
}

/** Returns whether a value satisfies a subschema as a whole. Does not check its members and items. */
export function fitsAsWhole(language: Language, node: SchemaNode, value: unknown): boolean {
  if (!ownBreaches(node, value, '').next().done || !logicalBreaches(language, node, value, '').next().done) return false
  const consequence = consequenceOf(language, node, value)
  const beside = [referenceOf(language, node), consequence, ...listUnder(node, 'allOf')]
  return beside.every((part) => part === undefined || fitsAsWhole(language, part, value))
}

/** Yields every violation of a subschema, counted in the same way as by the validator. */
export function* breaches(language: Language, node: SchemaNode, value: unknown, pointer = ''): Generator<Breach> {
  const reference = referenceOf(language, node)
  if (reference !== undefined) yield* breaches(language, reference, value, pointer)
  yield* ownBreaches(node, value, pointer)
  for (const part of listUnder(node, 'allOf')) yield* breaches(language, part, value, pointer)
  const consequence = consequenceOf(language, node, value)
  if (consequence !== undefined) yield* breaches(language, consequence, value, pointer)
  yield* logicalBreaches(language, node, value, pointer)
  if (isObject(value)) yield* memberBreaches(language, node, value, pointer)
  const items = under(node, 'items')
  if (!Array.isArray(value) || items === undefined) return
  for (const [index, item] of value.entries()) yield* breaches(language, items, item, below(pointer, index))
}

/** Returns the `then` or `else` of a node that applies to this value. */
function consequenceOf(language: Language, node: SchemaNode, value: unknown): SchemaNode | undefined {
  const condition = under(node, 'if')
  if (condition === undefined) return undefined
  return under(node, fits(language, condition, value) ? 'then' : 'else')
}

/** Returns the name of the member that selects the branch of a node's `oneOf`. */
export function tagOf(node: SchemaNode): string | undefined {
  const discriminator = node.schema['discriminator']
  return isObject(discriminator) ? String(discriminator['propertyName']) : undefined
}

/** Returns the branch of a node's `oneOf` that applies to this value. */
export function branchOf(language: Language, node: SchemaNode, value: unknown): SchemaNode | undefined {
  const tag = tagOf(node)
  if (tag === undefined || !isObject(value)) return undefined
  return listUnder(node, 'oneOf').find((branch) => {
    const named = propertiesOf(referenceOf(language, branch) ?? branch).get(tag)
    return named !== undefined && Object.hasOwn(value, tag) && fits(language, named, value[tag])
  })
}

/** Yields the violations of keywords that contain schemas and apply to the value as a whole. */
function* logicalBreaches(language: Language, node: SchemaNode, value: unknown, pointer: string): Generator<Breach> {
  const { schema } = node
  const not = under(node, 'not')
  if (not !== undefined && fits(language, not, value)) yield { pointer, keyword: 'not', schema }
  const any = listUnder(node, 'anyOf')
  if (any.length > 0 && !any.some((part) => fits(language, part, value))) yield { pointer, keyword: 'anyOf', schema }
  const contains = under(node, 'contains')
  if (contains !== undefined && Array.isArray(value) && !value.some((item) => fits(language, contains, item)))
    yield { pointer, keyword: 'contains', schema }
  if (!isObject(value)) return
  const names = under(node, 'propertyNames')
  for (const name of Object.keys(value)) {
    if (names !== undefined && !fits(language, names, name)) yield { pointer, keyword: 'propertyNames', schema }
    const isUnlisted = schema['additionalProperties'] === false && !propertiesOf(node).has(name)
    if (isUnlisted) yield { pointer: below(pointer, name), keyword: 'additionalProperties', schema }
  }
}

function* memberBreaches(
  language: Language,
  node: SchemaNode,
  value: Readonly<Record<string, unknown>>,
  pointer: string,
): Generator<Breach> {
  const properties = propertiesOf(node)
  const others = under(node, 'additionalProperties')
  for (const [name, member] of Object.entries(value)) {
    const memberNode = properties.get(name) ?? others
    if (memberNode !== undefined) yield* breaches(language, memberNode, member, below(pointer, name))
  }
  const tag = tagOf(node)
  if (tag === undefined) return
  const branch = branchOf(language, node, value)
  if (branch !== undefined) yield* breaches(language, branch, value, pointer)
  else yield { pointer: below(pointer, tag), keyword: 'discriminator', schema: node.schema }
}

type Test = (value: never, limit: never) => boolean
const lengthOf = (text: string) => [...text].length

const tests = Object.entries<readonly [about: string, Test]>({
  minimum: ['number', (value: number, limit: number) => value >= limit],
  maximum: ['number', (value: number, limit: number) => value <= limit],
  exclusiveMinimum: ['number', (value: number, limit: number) => value > limit],
  exclusiveMaximum: ['number', (value: number, limit: number) => value < limit],
  minLength: ['string', (value: string, limit: number) => lengthOf(value) >= limit],
  maxLength: ['string', (value: string, limit: number) => lengthOf(value) <= limit],
  pattern: ['string', (value: string, limit: string) => new RegExp(limit, 'u').test(value)],
  minItems: ['array', (value: unknown[], limit: number) => value.length >= limit],
  maxItems: ['array', (value: unknown[], limit: number) => value.length <= limit],
  minProperties: ['object', (value: object, limit: number) => Object.keys(value).length >= limit],
  maxProperties: ['object', (value: object, limit: number) => Object.keys(value).length <= limit],
})

type Check = (value: unknown, pointer: string) => Breach | undefined

/** Returns the assertions of a schema about a value by itself. Cached by schema. */
const checksOf = memoize((schema: SchemaNode['schema']): readonly Check[] => {
  const when = (keyword: string, holds: (value: unknown) => boolean): Check => {
    return (value, pointer) => (holds(value) ? undefined : { pointer, keyword, schema })
  }
  const { type } = schema
  const types = type === undefined ? [] : [type].flat()
  return [
    ...(type === undefined ? [] : [when('type', (value) => types.some((one) => isOfType(value, one)))]),
    ...(Array.isArray(schema['enum'])
      ? [when('enum', (value) => (schema['enum'] as unknown[]).some((one) => isSame(one, value)))]
      : []),
    ...('const' in schema ? [when('const', (value) => isSame(schema['const'], value))] : []),
    ...tests
      .filter(([keyword]) => keyword in schema)
      .map(([keyword, [about, test]]) =>
        when(keyword, (value) => !isOfType(value, about) || test(value as never, schema[keyword] as never)),
      ),
  ]
})

function* ownBreaches({ schema }: SchemaNode, value: unknown, pointer: string): Generator<Breach> {
  for (const check of checksOf(schema)) {
    const breach = check(value, pointer)
    if (breach !== undefined) yield breach
  }
  if (!isObject(value) || !Array.isArray(schema['required'])) return
  for (const name of schema['required'] as readonly string[]) {
    if (!Object.hasOwn(value, name)) yield { pointer: below(pointer, name), keyword: 'required', schema }
  }
}
