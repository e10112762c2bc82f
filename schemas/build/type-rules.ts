import type { JsonSchema } from '../load.ts'

/** Returns a schema with only a `$ref`, given a pointer into the document. */
type Reference = (pointer: string) => JsonSchema

/** Keywords that limit a length, a size or a number, by their type. */
const ofNumbers = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']
const limits: Readonly<Record<string, readonly string[]>> = {
  number: ofNumbers,
  integer: ofNumbers,
  string: ['minLength', 'maxLength', 'pattern', 'format', 'contentMediaType', 'contentEncoding'],
  array: ['minItems', 'maxItems', 'uniqueItems'],
}

export function valueLimits(
  schema: JsonSchema,
  types: readonly string[],
  conditions: readonly JsonSchema[] = [],
): JsonSchema {
  const keywords = types.flatMap((type) => limits[type] ?? [])
  const lengths = types.includes('string') ? conditions.map(lengthIn) : []
  const own = Object.entries(schema).filter(([keyword]) => keywords.includes(keyword))
  return Object.assign({}, ...lengths, Object.fromEntries(own))
}

/**
 * Returns the conditions on values of these types that remain after annotations are removed. `lengthIn` handles limits
 * of length.
 */
export function conditionsOf(
  conditions: readonly JsonSchema[],
  types: readonly string[],
  reference: Reference,
): readonly JsonSchema[] {
  return conditions
    .filter(({ if: when }) => isAbout(when as JsonSchema, types))
    .filter((condition) => lengthIn(condition) === undefined)
    .map(({ if: when, then, else: otherwise }) => bare({ if: when, then, else: otherwise }, reference))
    .filter((condition) => Object.keys(condition).length > 0)
}

/** Returns whether a value of one of these types can satisfy a condition. Without types, any value can. */
function isAbout({ type, const: constant }: JsonSchema, types: readonly string[]): boolean {
  // A condition on one listed name only affects that name and not the list of values.
  if (typeof constant === 'string') return false
  return types.length === 0 || typeof type !== 'string' || types.includes(type)
}

/** Returns the length limit of a condition, if it applies to every way of counting characters. */
function lengthIn({ if: when, then }: JsonSchema): JsonSchema | undefined {
  const asked = Object.keys((when ?? {}) as object).filter((key) => !['type', 'pattern', 'minLength'].includes(key))
  const { 'x-requirement': _, ...told } = (then ?? {}) as JsonSchema
  const isLength = Object.keys(told).length === 1 && 'maxLength' in told
  return asked.length === 0 && isLength ? told : undefined
}

const single = ['items', 'additionalProperties', 'not', 'if', 'then', 'else']

/** Returns a schema without annotations, and without the parts that become empty. */
function bare(schema: unknown, reference: Reference): JsonSchema {
  if (typeof schema !== 'object' || schema === null) return schema as unknown as JsonSchema
  const length = lengthIn(schema as JsonSchema)
  if (length !== undefined) return length
  const { $ref, allOf, properties, ...others } = schema as JsonSchema
  if (typeof $ref === 'string') return reference($ref)
  const kept = Object.entries(others).filter(([keyword]) => !/^(x-|title$|description$|examples$)/.test(keyword))
  const members = Object.fromEntries(
    kept.map(([keyword, value]) => [keyword, single.includes(keyword) ? bare(value, reference) : value]),
  )
  const named = Object.entries((properties ?? {}) as object).map(([name, value]) => [name, bare(value, reference)])
  const parts = ((allOf ?? []) as unknown[]).map((part) => bare(part, reference)).filter(isTelling)
  // Conditions that only contained annotations are removed. A single part needs no list.
  const [only = {}, ...more] = parts
  const lone = more.length === 0 && Object.keys(members).every((keyword) => !(keyword in only))
  return {
    ...withoutIdleCondition(members),
    ...nonempty('properties', Object.fromEntries(named.filter(([, value]) => isTelling(value)))),
    ...(parts.length === 0 ? {} : lone ? only : { allOf: parts }),
  }
}

function withoutIdleCondition({ if: when, then, else: otherwise, ...rest }: JsonSchema): JsonSchema {
  const told = { ...(isTelling(then) ? { then } : {}), ...(isTelling(otherwise) ? { else: otherwise } : {}) }
  if (Object.keys(told).length === 0) return rest
  // Requires one of two members with different spellings. Linters expect the members of a condition next to it.
  if (isOnlyRequired(when) && isOnlyRequired(told.else) && told.then === undefined)
    return { anyOf: [when, told.else], ...rest }
  return { if: when, ...told, ...rest }
}

function isOnlyRequired(schema: unknown): boolean {
  return Object.keys((schema ?? {}) as object).join() === 'required'
}

function isTelling(schema: unknown): boolean {
  return typeof schema === 'boolean' || Object.keys((schema ?? {}) as object).length > 0
}

function nonempty(keyword: string, members: object): JsonSchema {
  return Object.keys(members).length === 0 ? {} : { [keyword]: members }
}
