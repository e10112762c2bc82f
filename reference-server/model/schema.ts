import { isObject, itemsOf } from '../../schemas/json.ts'
import { stepsOf } from '../../schemas/json-pointer.ts'
import type { Fitting } from './fit.ts'
import { pick } from './random.ts'

/** A schema as its sender wrote it. */
export type Schema = Readonly<Record<string, unknown>>

/** The JSON types of a value. */
export type JsonType = 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean' | 'null'

/** The maximum number of references that are followed, because they may be circular. */
const longestChain = 16

/** Resolves the schema's reference and merges its combinations. */
export function resolvedSchema(schema: Schema, fitting: Fitting): Schema {
  let current = schema
  for (let step = 0; step < longestChain && needsFolding(current); step++) current = foldOnce(current, fitting)
  return current
}

function needsFolding(schema: Schema): boolean {
  return typeof schema['$ref'] === 'string' || ['allOf', 'anyOf', 'oneOf'].some((keyword) => keyword in schema)
}

function foldOnce(schema: Schema, { random, root }: Fitting): Schema {
  const { $ref, allOf, anyOf, oneOf, ...rest } = schema
  const parts = [...itemsOf(allOf), ...choice(anyOf), ...choice(oneOf)]
  if (typeof $ref === 'string') parts.push(follow($ref, root))
  return parts.filter(isObject).reduce<Schema>(both, rest)

  function choice(branches: unknown): unknown[] {
    const list = itemsOf(branches).filter((branch) => !isNull(branch))
    return list.length === 0 ? [] : [pick(random, list)]
  }
}

function isNull(branch: unknown): boolean {
  return isObject(branch) && String(branch['type']).toLowerCase() === 'null'
}

function follow(reference: string, root: unknown): unknown {
  if (!reference.startsWith('#')) return undefined
  const steps = stepsOf(reference.slice(1))
  return steps.reduce<unknown>((at, step) => (isObject(at) ? at[step] : undefined), root)
}

/** Returns a schema with the constraints of both. */
function both(one: Schema, other: Schema): Schema {
  const merged: Record<string, unknown> = { ...one, ...other }
  if (isObject(one['properties']) && isObject(other['properties'])) {
    merged['properties'] = { ...one['properties'], ...other['properties'] }
  }
  const required = [...itemsOf(one['required']), ...itemsOf(other['required'])]
  if (required.length > 0) merged['required'] = required
  if (Array.isArray(one['enum']) && Array.isArray(other['enum'])) {
    const listed = new Set(other['enum'].map((value) => JSON.stringify(value)))
    merged['enum'] = one['enum'].filter((value) => listed.has(JSON.stringify(value)))
  }
  for (const [keyword, tighter] of bounds) {
    const [a, b] = [one[keyword], other[keyword]]
    if (typeof a === 'number' && typeof b === 'number') merged[keyword] = tighter(a, b)
  }
  return merged
}

const bounds: readonly (readonly [string, (a: number, b: number) => number])[] = [
  ...['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'].map((name) => [name, Math.max] as const),
  ...['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'].map((name) => [name, Math.min] as const),
]

/** Returns the type to make: the first declared one that is not null, otherwise the type that the keywords apply to. */
export function typeToMake(schema: Schema): JsonType {
  const declared = [schema['type']]
    .flat()
    .map((type) => String(type).toLowerCase())
    .filter(isType)
  return declared.find((type) => type !== 'null') ?? declared[0] ?? spokenOf(schema)
}

function isType(name: string): name is JsonType {
  return ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'].includes(name)
}

function spokenOf(schema: Schema): JsonType {
  const has = (...keywords: string[]) => keywords.some((keyword) => keyword in schema)
  if (has('properties', 'required', 'additionalProperties', 'minProperties')) return 'object'
  if (has('items', 'prefixItems', 'minItems', 'uniqueItems')) return 'array'
  return has('minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf') ? 'number' : 'string'
}
