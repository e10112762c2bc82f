import type { SchemaNode } from '../../../schemas/index.ts'
import { isObject } from './json.ts'
import type { Language } from './language.ts'

const single = ['items', 'additionalProperties', 'if', 'then', 'else'] as const
const listed = ['allOf', 'oneOf'] as const

/** The schema under a keyword of a node, where there is one. */
export function under(node: SchemaNode, keyword: string): SchemaNode | undefined {
  const schema = node.schema[keyword]
  return isObject(schema) ? { schema, base: node.base } : undefined
}

/** The schemas in the list under a keyword of a node. */
export function listUnder(node: SchemaNode, keyword: string): readonly SchemaNode[] {
  const schemas = node.schema[keyword]
  return Array.isArray(schemas) ? schemas.filter(isObject).map((schema) => ({ schema, base: node.base })) : []
}

/** The schemas of the members a node lists by name. */
export function propertiesOf(node: SchemaNode): ReadonlyMap<string, SchemaNode> {
  const properties = node.schema['properties']
  if (!isObject(properties)) return new Map()
  const entries = Object.entries(properties).filter(([, schema]) => isObject(schema))
  return new Map(entries.map(([name, schema]) => [name, { schema: schema as SchemaNode['schema'], base: node.base }]))
}

/** What a node refers to, where it has a `$ref`. */
export function referenceOf(language: Language, node: SchemaNode): SchemaNode | undefined {
  return typeof node.schema['$ref'] === 'string' ? language.resolve(node) : undefined
}

/** A node and all schemas that can be reached from it, each once. */
export function* reachable(language: Language, node: SchemaNode, met: Set<object> = new Set()): Generator<SchemaNode> {
  if (met.has(node.schema)) return
  met.add(node.schema)
  yield node
  const reference = referenceOf(language, node)
  const parts = single.map((keyword) => under(node, keyword)).filter((part) => part !== undefined)
  const all = [...parts, ...listed.flatMap((keyword) => listUnder(node, keyword)), ...propertiesOf(node).values()]
  for (const part of reference === undefined ? all : [...all, reference]) yield* reachable(language, part, met)
}
