import { type JsonSchema, schemaDocuments } from './load.ts'
import { placeOf } from './places.ts'

let sites: ReadonlyMap<string, readonly JsonSchema[]> | undefined

/**
 * Where a sentence stands in the schemas that is only about a number, a boolean or a free text: nothing lies within such a
 * value, and which other sentences apply to a response does not depend on it. `undefined` for any other sentence.
 */
export function leafPlaces(id: string): readonly string[] | undefined {
  sites ??= allSites()
  const own = sites.get(id) ?? []
  return own.length > 0 && own.every(isLeaf) ? own.map(placeOf) : undefined
}

const scalars: readonly unknown[] = ['string', 'number', 'integer', 'boolean', 'null']

/** A text of which each is listed, such as a `type`, may decide what else applies. */
function isLeaf(schema: JsonSchema): boolean {
  const types = [schema['type'] ?? []].flat()
  const isListed = types.includes('string') && ('enum' in schema || 'const' in schema)
  return types.length > 0 && types.every((type) => scalars.includes(type)) && !isListed && !saysMoreElsewhere(schema)
}

/** Whether another schema says which texts are listed: a sentence of it applies only to a value that is one. */
function saysMoreElsewhere(schema: JsonSchema): boolean {
  const parts = [schema, schema['then'], schema['else'], ...((schema['allOf'] ?? []) as readonly unknown[])]
  return parts.some((part) => typeof part === 'object' && part !== null && '$ref' in part)
}

/** The subschemas that are annotated with each sentence. */
function allSites(): ReadonlyMap<string, readonly JsonSchema[]> {
  const found = new Map<string, JsonSchema[]>()
  for (const document of schemaDocuments().values()) note(found, document)
  return found
}

function note(found: Map<string, JsonSchema[]>, value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  const annotation = (value as JsonSchema)['x-requirement']
  const ids = typeof annotation === 'object' && annotation !== null ? Object.values(annotation) : [annotation]
  for (const id of new Set(ids))
    if (typeof id === 'string') found.set(id, [...(found.get(id) ?? []), value as JsonSchema])
  for (const inner of Object.values(value)) note(found, inner)
}
