import type { SchemaNode } from '../../../schemas/index.ts'
import { below } from '../../../schemas/json-pointer.ts'
import { isObject, isOfType, isSame } from './json.ts'
import type { Language } from './language.ts'
import { listUnder, propertiesOf, referenceOf, under } from './subschemas.ts'

/** A place of a value together with one subschema that speaks about it. Several may speak about the same place. */
export interface Site {
  readonly pointer: string
  readonly value: unknown
  readonly node: SchemaNode
}

/** Every site of a value: through references, `allOf`, the branch that its tag chooses, and the conditions it meets. */
export function* walk(language: Language, node: SchemaNode, value: unknown, pointer = ''): Generator<Site> {
  yield { pointer, value, node }
  for (const part of partsFor(language, node, value)) yield* walk(language, part, value, pointer)
  if (isObject(value)) yield* walkMembers(language, node, value, pointer)
  const items = under(node, 'items')
  if (!Array.isArray(value) || items === undefined) return
  for (const [index, item] of value.entries()) yield* walk(language, items, item, below(pointer, index))
}

/** The subschemas beside which a node speaks about the same value. */
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
    const spoken = properties.get(name) ?? others
    if (spoken !== undefined) yield* walk(language, spoken, member, below(pointer, name))
  }
}

/** The sites by the place they are about. */
export function byPlace(sites: Iterable<Site>): ReadonlyMap<string, readonly Site[]> {
  const places = new Map<string, Site[]>()
  for (const site of sites) {
    const known = places.get(site.pointer)
    if (known === undefined) places.set(site.pointer, [site])
    else known.push(site)
  }
  return places
}

/** One keyword of one schema that a value breaks. */
export interface Breach {
  readonly pointer: string
  readonly keyword: string
  readonly schema: SchemaNode['schema']
}

/** Whether a value keeps all that a subschema asserts. Formats and named rules are not looked at. */
export function fits(language: Language, node: SchemaNode, value: unknown): boolean {
  return breaches(language, node, value).next().done === true
}

/** All that a value breaks of a subschema, the way the validator counts it. */
export function* breaches(language: Language, node: SchemaNode, value: unknown, pointer = ''): Generator<Breach> {
  const reference = referenceOf(language, node)
  if (reference !== undefined) yield* breaches(language, reference, value, pointer)
  yield* ownBreaches(node, value, pointer)
  for (const part of listUnder(node, 'allOf')) yield* breaches(language, part, value, pointer)
  const consequence = consequenceOf(language, node, value)
  if (consequence !== undefined) yield* breaches(language, consequence, value, pointer)
  if (isObject(value)) yield* memberBreaches(language, node, value, pointer)
  const items = under(node, 'items')
  if (!Array.isArray(value) || items === undefined) return
  for (const [index, item] of value.entries()) yield* breaches(language, items, item, below(pointer, index))
}

/** The `then` or `else` of a node that speaks about this value. */
function consequenceOf(language: Language, node: SchemaNode, value: unknown): SchemaNode | undefined {
  const condition = under(node, 'if')
  if (condition === undefined) return undefined
  return under(node, fits(language, condition, value) ? 'then' : 'else')
}

/** The name of the member that tells the branches of a node's `oneOf` apart. */
export function tagOf(node: SchemaNode): string | undefined {
  const discriminator = node.schema['discriminator']
  return isObject(discriminator) ? String(discriminator['propertyName']) : undefined
}

/** The branch of a node's `oneOf` that speaks about this value. */
export function branchOf(language: Language, node: SchemaNode, value: unknown): SchemaNode | undefined {
  const tag = tagOf(node)
  if (tag === undefined || !isObject(value)) return undefined
  return listUnder(node, 'oneOf').find((branch) => {
    const named = propertiesOf(referenceOf(language, branch) ?? branch).get(tag)
    return named !== undefined && Object.hasOwn(value, tag) && fits(language, named, value[tag])
  })
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
    const spoken = properties.get(name) ?? others
    if (spoken !== undefined) yield* breaches(language, spoken, member, below(pointer, name))
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

function* ownBreaches({ schema }: SchemaNode, value: unknown, pointer: string): Generator<Breach> {
  const { type } = schema
  if (type !== undefined && ![type].flat().some((one) => isOfType(value, one)))
    yield { pointer, keyword: 'type', schema }
  if (Array.isArray(schema['enum']) && !schema['enum'].some((one) => isSame(one, value))) {
    yield { pointer, keyword: 'enum', schema }
  }
  if ('const' in schema && !isSame(schema['const'], value)) yield { pointer, keyword: 'const', schema }
  for (const [keyword, [about, test]] of tests) {
    if (!(keyword in schema) || !isOfType(value, about)) continue
    if (!test(value as never, schema[keyword] as never)) yield { pointer, keyword, schema }
  }
  if (!isObject(value) || !Array.isArray(schema['required'])) return
  for (const name of schema['required'] as readonly string[]) {
    if (!Object.hasOwn(value, name)) yield { pointer: below(pointer, name), keyword: 'required', schema }
  }
}
