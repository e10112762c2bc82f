import { below, get } from './json-pointer.ts'
import { idPrefix, type JsonSchema, schemaDocuments } from './load.ts'

let places: WeakMap<object, string> | undefined

/** Returns the place of a subschema as its file and path of keywords: `messages/body.json#/properties/model`. */
export function placeOf(schema: object): string {
  places ??= allPlaces()
  return places.get(schema) ?? '#'
}

/** Returns the place of a member's subschema, even if the member has none. */
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
