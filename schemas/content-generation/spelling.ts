import { isObject, type Members, membersOf } from '../json.ts'
import { resolveNode, rootNode, type SchemaNode } from '../load.ts'

/**
 * Renames the snake_case names in the body of a content-generation request to the listed camelCase names
 * (interpretation C1). A member is renamed if the request schema has it in both spellings, so names inside `args`,
 * `response`, `parameters` and `properties` stay unchanged. If a body has both spellings of a member, both stay
 * unchanged.
 */
export function renameToCamel(value: unknown): unknown {
  return renamed([...speaking(rootNode('content-generation/body'))], value)
}

function renamed(nodes: readonly SchemaNode[], value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = nodes.flatMap((node) => under(node, node.schema['items']))
    return items.length === 0 ? value : value.map((item) => renamed(items, item))
  }
  return isObject(value) ? renamedMembers(nodes, value) : value
}

function renamedMembers(nodes: readonly SchemaNode[], value: Members): Members {
  const entries = Object.entries(value).map(([name, member]) => {
    return [nameFor(nodes, value, name), renamed(nodesOf(nodes, name), member)] as const
  })
  return Object.fromEntries(entries)
}

function nameFor(nodes: readonly SchemaNode[], value: Members, name: string): string {
  const camel = name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  if (camel === name || Object.hasOwn(value, camel)) return name
  return isListed(nodes, name) && isListed(nodes, camel) ? camel : name
}

function isListed(nodes: readonly SchemaNode[], name: string): boolean {
  return nodes.some(({ schema }) => Object.hasOwn((schema['properties'] ?? {}) as Members, name))
}

function nodesOf(nodes: readonly SchemaNode[], name: string): readonly SchemaNode[] {
  return nodes.flatMap((node) => {
    const properties = (node.schema['properties'] ?? {}) as Members
    return under(node, Object.hasOwn(properties, name) ? properties[name] : node.schema['additionalProperties'])
  })
}

function under({ base }: SchemaNode, schema: unknown): readonly SchemaNode[] {
  return isObject(schema) ? [...speaking({ schema, base })] : []
}

/** Yields the schemas that apply to every value in a place: a node, the node that it references, and its `allOf`. */
function* speaking(node: SchemaNode): Generator<SchemaNode> {
  yield node
  if ('$ref' in node.schema) yield* speaking(resolveNode(node))
  for (const schema of (node.schema['allOf'] ?? []) as SchemaNode['schema'][])
    yield* speaking({ schema, base: node.base })
}

/** Returns a member by its camelCase name, or else by its snake_case name (interpretation C1). */
export function memberInEitherCase(value: unknown, camel: string, snake: string): unknown {
  const members = membersOf(value)
  return members[camel] ?? members[snake]
}
