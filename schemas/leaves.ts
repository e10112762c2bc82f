import { type JsonSchema, schemaDocuments } from './load.ts'
import { placeOf } from './places.ts'

let sites: ReadonlyMap<string, readonly JsonSchema[]> | undefined

/**
 * Returns the places of a sentence that is only about a number, a boolean or a free text: such a value contains no
 * other, and does not decide which other sentences apply to a response. `undefined` for any other sentence.
 */
export function leafPlaces(id: string): readonly string[] | undefined {
  sites ??= allSites()
  const own = sites.get(id) ?? []
  return own.length > 0 && own.every(isLeaf) ? own.map(placeOf) : undefined
}

const scalars: readonly unknown[] = ['string', 'number', 'integer', 'boolean', 'null']

/** A text with listed values, such as a `type`, may decide which other sentences apply. */
function isLeaf(schema: JsonSchema): boolean {
  const types = [schema['type'] ?? []].flat()
  const isListed = types.includes('string') && ('enum' in schema || 'const' in schema)
  return types.length > 0 && types.every((type) => scalars.includes(type)) && !isListed && !saysMoreElsewhere(schema)
}

/** Returns whether another schema lists the texts. A sentence of that schema applies only to a listed value. */
function saysMoreElsewhere(schema: JsonSchema): boolean {
  const parts = [schema, schema['then'], schema['else'], ...((schema['allOf'] ?? []) as readonly unknown[])]
  return parts.some((part) => typeof part === 'object' && part !== null && '$ref' in part)
}

/** Returns the subschemas that are annotated with each sentence. */
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
