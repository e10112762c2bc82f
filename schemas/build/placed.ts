import { below } from '../json-pointer.ts'
import { idPrefix, type JsonSchema } from '../load.ts'

/** Keywords whose value is a schema, a list of schemas, or schemas by name. */
const single = ['items', 'additionalProperties', 'propertyNames', 'contains', 'not', 'if', 'then', 'else']
const listed = ['allOf', 'anyOf', 'oneOf', 'prefixItems']
const named = ['properties', 'patternProperties', 'dependentSchemas', '$defs']
/** Keywords that validators do not use. */
const idle = ['title', 'description', 'examples', 'default', '$comment', 'x-section']

/**
 * Copies a schema document for the compiler. Each subschema has its place in `x-place`, which errors then contain. The
 * generated modules contain such copies, so subschemas cannot be compared by identity.
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
