import { isObject } from '../../../schemas/json.ts'
import { below } from '../../../schemas/json-pointer.ts'
import { everySpot, isInNestedSchema } from './steps.ts'

/**
 * Returns the places in the JSON Schemas of a request that no value fulfils, because something was removed: a list of
 * alternatives without any, or the names of required properties that are not allowed. A target that calls such a tool
 * anyway cannot be held against its schema.
 */
export function unfulfillable(body: unknown): readonly string[] {
  return [...everySpot(body, '/body')].flatMap(({ pointer, value }) => {
    if (!isInNestedSchema(pointer)) return []
    if (Array.isArray(value)) return value.length === 0 && alternatives.test(pointer) ? [pointer] : []
    return isObject(value) && requiresForbidden(value) ? [below(pointer, 'required')] : []
  })
}

const alternatives = /\/(?:oneOf|anyOf|enum)$/

function requiresForbidden(schema: Readonly<Record<string, unknown>>): boolean {
  const { required, properties, patternProperties, additionalProperties } = schema
  if (additionalProperties !== false || patternProperties !== undefined || !Array.isArray(required)) return false
  return required.some((name) => !(isObject(properties) && Object.hasOwn(properties, String(name))))
}
