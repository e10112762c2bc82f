import type { SchemaNode } from '../../../schemas/index.ts'
import { isSame } from './json.ts'
import type { Language } from './language.ts'
import { listUnder, propertiesOf, referenceOf, under } from './subschemas.ts'
import { tagOf } from './walk.ts'

/** An `if` with its `then` and `else`. */
export interface Condition {
  readonly when: SchemaNode
  readonly follows: readonly SchemaNode[]
  readonly otherwise: readonly SchemaNode[]
}

/** The combined constraints of all schemas that describe one place. */
export interface Shape {
  /** The types that all of them permit; absent if none names a type. */
  readonly types?: readonly string[]
  /** The values that all of them permit, if `enum` or `const` lists them. */
  readonly values?: readonly unknown[]
  /** `examples` and `default`. */
  readonly samples: readonly unknown[]
  readonly minimum: number
  readonly maximum: number
  readonly exclusiveMinimum: number
  readonly exclusiveMaximum: number
  readonly minLength: number
  readonly maxLength: number
  readonly minItems: number
  readonly maxItems: number
  readonly patterns: readonly string[]
  readonly formats: readonly string[]
  readonly properties: ReadonlyMap<string, readonly SchemaNode[]>
  readonly required: ReadonlySet<string>
  readonly items: readonly SchemaNode[]
  /** The schemas of members that no schema names. */
  readonly others: readonly SchemaNode[]
  /** The branches of a `oneOf`. */
  readonly branches: readonly SchemaNode[]
  readonly conditions: readonly Condition[]
}

/** Combines the constraints of several schemas on the same place. The caller chooses among conditions and branches. */
export const shapeOf = remembered((language: Language, nodes: readonly SchemaNode[]): Shape => {
  const all = nodes.flatMap((node) => [...speaking(language, node)])
  const types = all.map(typesOf).filter((one) => one !== undefined)
  const values = all.map(valuesOf).filter((one) => one !== undefined)
  return {
    ...(types.length === 0 ? {} : { types: types.reduce(commonTypes) }),
    ...(values.length === 0 ? {} : { values: values.reduce(commonValues) }),
    samples: all.flatMap(samplesOf),
    minimum: highest(all, 'minimum', Number.NEGATIVE_INFINITY),
    maximum: lowest(all, 'maximum'),
    exclusiveMinimum: highest(all, 'exclusiveMinimum', Number.NEGATIVE_INFINITY),
    exclusiveMaximum: lowest(all, 'exclusiveMaximum'),
    minLength: highest(all, 'minLength', 0),
    maxLength: lowest(all, 'maxLength'),
    minItems: highest(all, 'minItems', 0),
    maxItems: lowest(all, 'maxItems'),
    patterns: all.map(({ schema }) => schema['pattern']).filter((one) => typeof one === 'string'),
    formats: all.map(({ schema }) => schema['format']).filter((one) => typeof one === 'string'),
    properties: propertiesTogether(all),
    required: new Set(all.flatMap(({ schema }) => (schema['required'] as readonly string[] | undefined) ?? [])),
    items: all.map((node) => under(node, 'items')).filter((one) => one !== undefined),
    others: all.map((node) => under(node, 'additionalProperties')).filter((one) => one !== undefined),
    branches: all.flatMap((node) => (tagOf(node) === undefined ? [] : listUnder(node, 'oneOf'))),
    conditions: all.flatMap(conditionOf),
  }
})

/** Yields a node, its reference, and the schemas of its `allOf`. */
function* speaking(language: Language, node: SchemaNode): Generator<SchemaNode> {
  yield node
  const reference = referenceOf(language, node)
  if (reference !== undefined) yield* speaking(language, reference)
  for (const part of listUnder(node, 'allOf')) yield* speaking(language, part)
}

function typesOf({ schema }: SchemaNode): readonly string[] | undefined {
  return schema['type'] === undefined ? undefined : ([schema['type']].flat() as string[])
}

function valuesOf({ schema }: SchemaNode): readonly unknown[] | undefined {
  if ('const' in schema) return [schema['const']]
  return schema['enum'] as readonly unknown[] | undefined
}

function samplesOf({ schema }: SchemaNode): readonly unknown[] {
  const examples = (schema['examples'] as readonly unknown[] | undefined) ?? []
  return 'default' in schema ? [...examples, schema['default']] : examples
}

function commonTypes(one: readonly string[], other: readonly string[]): readonly string[] {
  const permits = (types: readonly string[], type: string) =>
    types.includes(type) || (type === 'integer' && types.includes('number'))
  const both = [...new Set([...one, ...other])].filter((type) => permits(one, type) && permits(other, type))
  return both
}

function commonValues(one: readonly unknown[], other: readonly unknown[]): readonly unknown[] {
  return one.filter((value) => other.some((candidate) => isSame(candidate, value)))
}

function highest(nodes: readonly SchemaNode[], keyword: string, least: number): number {
  return Math.max(least, ...limits(nodes, keyword))
}

function lowest(nodes: readonly SchemaNode[], keyword: string): number {
  return Math.min(Number.POSITIVE_INFINITY, ...limits(nodes, keyword))
}

function limits(nodes: readonly SchemaNode[], keyword: string): readonly number[] {
  return nodes.map(({ schema }) => schema[keyword]).filter((limit) => typeof limit === 'number')
}

function propertiesTogether(nodes: readonly SchemaNode[]): ReadonlyMap<string, readonly SchemaNode[]> {
  const together = new Map<string, SchemaNode[]>()
  for (const [name, node] of nodes.flatMap((one) => [...propertiesOf(one)])) {
    together.set(name, [...(together.get(name) ?? []), node])
  }
  return together
}

function conditionOf(node: SchemaNode): readonly Condition[] {
  const when = under(node, 'if')
  if (when === undefined) return []
  const present = (keyword: string) => [under(node, keyword)].filter((one) => one !== undefined)
  return [{ when, follows: present('then'), otherwise: present('else') }]
}

const numbers = new WeakMap<object, number>()
let count = 0

/** Caches a function by language and schemas. Cached results must not be changed. */
export function remembered<T>(
  work: (language: Language, nodes: readonly SchemaNode[]) => T,
): (language: Language, nodes: readonly SchemaNode[]) => T {
  const byLanguage = new WeakMap<Language, Map<string, T>>()
  return (language, nodes) => {
    const known = byLanguage.get(language) ?? new Map<string, T>()
    byLanguage.set(language, known)
    const key = nodes.map(({ schema }) => schemaNumberOf(schema)).join(' ')
    const found = known.get(key)
    if (found !== undefined) return found
    const made = work(language, nodes)
    known.set(key, made)
    return made
  }
}

/** Returns the number of a schema object, which is unique and stable. */
export function schemaNumberOf(schema: object): number {
  const known = numbers.get(schema)
  if (known !== undefined) return known
  count += 1
  numbers.set(schema, count)
  return count
}
