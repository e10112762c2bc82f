import { below } from '../json-pointer.ts'
import { idPrefix, type JsonSchema } from '../load.ts'

/** Keywords whose value is a schema, a list of schemas, or schemas by name. */
const single = ['items', 'additionalProperties', 'propertyNames', 'contains', 'not', 'if', 'then', 'else']
const listed = ['allOf', 'anyOf', 'oneOf', 'prefixItems']
const named = ['properties', 'patternProperties', 'dependentSchemas', '$defs']
/** What validators have no use for. */
const idle = ['title', 'description', 'examples', 'default', '$comment', 'x-section']

/**
 * A schema document for the compiler: each subschema says in `x-place` where it stands, which an error then tells. The
 * generated modules hold such copies, so nothing can be known by the identity of a subschema.
 */
export function placed(id: string, document: JsonSchema): JsonSchema {
  return marked(document, `${id.slice(idPrefix.length)}#`)
}

function marked(schema: unknown, place: string): JsonSchema {
  if (typeof schema !== 'object' || schema === null) return schema as unknown as JsonSchema
  const kept = Object.entries(schema).filter(([keyword]) => !idle.includes(keyword))
  const members = kept.map(([keyword, value]) => [keyword, markedBy(keyword, value, below(place, keyword))])
  return { ...Object.fromEntries(members), 'x-place': place }
}

function markedBy(keyword: string, value: unknown, place: string): unknown {
  if (single.includes(keyword)) return marked(value, place)
  if (listed.includes(keyword)) return (value as unknown[]).map((schema, at) => marked(schema, below(place, at)))
  if (!named.includes(keyword)) return value
  const schemas = Object.entries(value as object)
  return Object.fromEntries(schemas.map(([name, schema]) => [name, marked(schema, below(place, name))]))
}
