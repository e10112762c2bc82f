import { idPrefix, schemaDocuments } from './load.ts'

const places = new WeakMap<object, string>()
for (const [id, document] of schemaDocuments()) note(document, `${id.slice(idPrefix.length)}#`)

function note(value: unknown, place: string): void {
  if (typeof value !== 'object' || value === null) return
  places.set(value, place)
  for (const [step, inner] of Object.entries(value)) note(inner, `${place}/${escaped(step)}`)
}

function escaped(step: string): string {
  return step.replaceAll('~', '~0').replaceAll('/', '~1')
}

/** Where a subschema stands, as its file and the path of keywords in it: `messages/body.json#/properties/model`. */
export function placeOf(schema: object): string {
  return places.get(schema) ?? '#'
}

/** Where the subschema of a member stands, or would if the member had one. */
export function memberPlace(schema: object, name: string): string {
  return `${placeOf(schema)}/properties/${escaped(name)}`
}
