import { type Mismatch, mismatches } from '../../../../schemas/index.ts'
import { isObject, itemsOf, type Members, membersOf } from '../../../../schemas/json.ts'
import { memoize } from '../../../core/model/memoize.ts'

/** Returns the mismatches between an answer and a Schema of section 2.6, or none if the schema cannot be evaluated. */
export function misfits(schema: unknown, value: unknown): readonly Mismatch[] {
  return isObject(schema) ? (mismatches(asJsonSchema(schema), value, { assertsFormats: true }) ?? []) : []
}

const asJsonSchema = memoize((schema: Members): Members => translated(schema, false))

const limits = ['minimum', 'maximum', 'minItems', 'maxItems', 'minLength', 'maxLength', 'required']
const types = ['string', 'number', 'integer', 'boolean', 'array', 'object']

/** Translates a Schema into JSON Schema. Members that are not required may be null. */
function translated(schema: Members, mayBeNull: boolean): Members {
  const { type, nullable, enum: words, format, items, properties } = schema
  const isNullable = nullable === true || mayBeNull
  const name = String(type).toLowerCase()
  return {
    ...Object.fromEntries(limits.flatMap((limit) => (limit in schema ? [[limit, schema[limit]]] : []))),
    ...(types.includes(name) ? { type: isNullable ? [name, 'null'] : name } : {}),
    ...(Array.isArray(words) ? { enum: isNullable ? [...words, null] : words } : {}),
    ...(format === 'date' || format === 'date-time' ? { format } : {}),
    ...(isObject(items) ? { items: translated(items, false) } : {}),
    ...(isObject(properties) ? { properties: translatedMembers(properties, schema['required']) } : {}),
  }
}

function translatedMembers(properties: Members, required: unknown): Members {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [
      name,
      translated(membersOf(schema), !itemsOf(required).includes(name)),
    ]),
  )
}
