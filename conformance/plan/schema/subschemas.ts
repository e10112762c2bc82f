import type { SchemaNode } from '../../../schemas/index.ts'
import { isObject } from '../../../schemas/json.ts'
import { memoize } from '../../model/memoize.ts'
import type { Language } from './language.ts'

const single = ['items', 'additionalProperties', 'if', 'then', 'else', 'not', 'contains', 'propertyNames'] as const
const listed = ['allOf', 'oneOf', 'anyOf'] as const

/** Returns the schema under a keyword of a node; `undefined` if there is none. */
export function under(node: SchemaNode, keyword: string): SchemaNode | undefined {
  return partsOf(node).single.get(keyword)
}

/** Returns the schemas in the list under a keyword of a node. */
export function listUnder(node: SchemaNode, keyword: string): readonly SchemaNode[] {
  return partsOf(node).listed.get(keyword) ?? none
}

/** Returns the schemas of the members that a node lists by name. */
export function propertiesOf(node: SchemaNode): ReadonlyMap<string, SchemaNode> {
  return partsOf(node).properties
}

/** Returns the subschemas of a node. Cached: a walk needs them at every step, and must get the same nodes each time. */
const partsOf = memoize(({ schema, base }: SchemaNode) => {
  const nodeOf = (part: unknown): readonly SchemaNode[] => (isObject(part) ? [{ schema: part, base }] : [])
  const nodesOf = (parts: unknown): readonly SchemaNode[] => (Array.isArray(parts) ? parts.flatMap(nodeOf) : [])
  const properties = isObject(schema['properties']) ? Object.entries(schema['properties']) : []
  return {
    single: new Map(
      single.flatMap((keyword) => nodeOf(schema[keyword]).map((part) => [keyword as string, part] as const)),
    ),
    listed: new Map(listed.map((keyword) => [keyword as string, nodesOf(schema[keyword])] as const)),
    properties: new Map(
      properties.flatMap(([name, part]) =>
        nodeOf(typeof part === 'boolean' ? asObject(part) : part).map((one) => [name, one] as const),
      ),
    ),
  }
})

const none: readonly SchemaNode[] = []

/** Returns an object that is equivalent to a boolean schema. */
function asObject(schema: boolean): SchemaNode['schema'] {
  return schema ? anything : nothing
}

const anything: SchemaNode['schema'] = {}
const nothing: SchemaNode['schema'] = { not: anything }

/** Returns the node that a `$ref` refers to. */
export function referenceOf(language: Language, node: SchemaNode): SchemaNode | undefined {
  return typeof node.schema['$ref'] === 'string' ? language.resolve(node) : undefined
}

/** Yields a node and all schemas that are reachable from it, each once. */
export function* reachable(language: Language, node: SchemaNode, met: Set<object> = new Set()): Generator<SchemaNode> {
  if (met.has(node.schema)) return
  met.add(node.schema)
  yield node
  const reference = referenceOf(language, node)
  const parts = single.map((keyword) => under(node, keyword)).filter((part) => part !== undefined)
  const all = [...parts, ...listed.flatMap((keyword) => listUnder(node, keyword)), ...propertiesOf(node).values()]
  for (const part of reference === undefined ? all : [...all, reference]) yield* reachable(language, part, met)
}

/** The keywords that generation understands (schemas/README.md). */
const understood = new Set(
  [
    'type const enum required properties items additionalProperties minimum maximum exclusiveMinimum exclusiveMaximum',
    'minLength maxLength pattern format minItems maxItems minProperties maxProperties allOf oneOf discriminator if then else $ref $defs',
    '$id $schema $comment title description default examples',
    'x-section x-says x-requirement x-feature x-unspecified x-rule',
  ].flatMap((line) => line.split(' ')),
)

/** Throws if a schema that is reachable from `root` has a keyword or form that generation would silently ignore. */
export function assertUnderstood(language: Language, root: SchemaNode): void {
  for (const { schema, base } of reachable(language, root)) {
    const stranger = Object.keys(schema).find((keyword) => !understood.has(keyword))
    if (stranger !== undefined) throw new Error(`${base}: the keyword ${stranger} is not understood`)
    if ('oneOf' in schema && !('discriminator' in schema))
      throw new Error(`${base}: oneOf stands without discriminator`)
    if (typeof schema['additionalProperties'] === 'boolean') {
      throw new Error(
        `${base}: additionalProperties is ${schema['additionalProperties']}, but request schemas are open`,
      )
    }
  }
}
