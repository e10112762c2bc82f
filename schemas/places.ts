import { below, get } from './json-pointer.ts'
import { idPrefix, type JsonSchema, schemaDocuments } from './load.ts'

let places: WeakMap<object, string> | undefined

/**
 * Returns the place of a subschema as file and path of keywords, for example `messages/body.json#/properties/model`.
 */
export function placeOf(schema: object): string {
  places ??= allPlaces()
  return places.get(schema) ?? '#'
}

/** Returns the place of a member's subschema, even if it does not exist. */
export function memberPlace(schema: object, name: string): string {
  return below(`${placeOf(schema)}/properties`, name)
}

/** Returns the subschema at a place. Throws if there is none. */
export function schemaAt(place: string): JsonSchema {
  const [file = '', pointer = ''] = place.split('#')
  const found = get(schemaDocuments().get(`${idPrefix}${file}`), pointer)
  if (typeof found !== 'object' || found === null) throw new Error(`there is no schema at ${place}`)
  return found as JsonSchema
}

function allPlaces(): WeakMap<object, string> {
  const found = new WeakMap<object, string>()
  for (const [id, document] of schemaDocuments()) note(found, document, `${id.slice(idPrefix.length)}#`)
  return found
}

function note(found: WeakMap<object, string>, value: unknown, place: string): void {
  if (typeof value !== 'object' || value === null) return
  found.set(value, place)
  for (const [step, inner] of Object.entries(value)) note(found, inner, below(place, step))
}

let sites: ReadonlyMap<string, readonly JsonSchema[]> | undefined

/**
 * Returns the places of a sentence that only concerns a number, a boolean or a free text. These values contain no other
 * values, and do not decide which other sentences apply to a response. Returns `undefined` for other sentences.
 */
export function leafPlaces(id: string): readonly string[] | undefined {
  sites ??= allSites()
  const own = sites.get(id) ?? []
  return own.length > 0 && own.every(isLeaf) ? own.map(placeOf) : undefined
}

const scalars: readonly unknown[] = ['string', 'number', 'integer', 'boolean', 'null']

/**
 * Returns whether a schema describes such a value. A text with listed values, such as a `type`, may decide which other
 * sentences apply.
 */
function isLeaf(schema: JsonSchema): boolean {
  const types = [schema['type'] ?? []].flat()
  const isListed = types.includes('string') && ('enum' in schema || 'const' in schema)
  return types.length > 0 && types.every((type) => scalars.includes(type)) && !isListed && !saysMoreElsewhere(schema)
}

/** Returns whether another schema lists the texts. A sentence of that schema only applies to a listed value. */
function saysMoreElsewhere(schema: JsonSchema): boolean {
  const parts = [schema, schema['then'], schema['else'], ...((schema['allOf'] ?? []) as readonly unknown[])]
  return parts.some((part) => typeof part === 'object' && part !== null && '$ref' in part)
}

/** Returns the subschemas that are annotated with each sentence. */
function allSites(): ReadonlyMap<string, readonly JsonSchema[]> {
  const found = new Map<string, JsonSchema[]>()
  for (const document of schemaDocuments().values()) noteSites(found, document)
  return found
}

function noteSites(found: Map<string, JsonSchema[]>, value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  const annotation = (value as JsonSchema)['x-requirement']
  const ids = typeof annotation === 'object' && annotation !== null ? Object.values(annotation) : [annotation]
  for (const id of new Set(ids))
    if (typeof id === 'string') found.set(id, [...(found.get(id) ?? []), value as JsonSchema])
  for (const inner of Object.values(value)) noteSites(found, inner)
}
