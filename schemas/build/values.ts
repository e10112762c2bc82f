import type { JsonSchema } from '../load.ts'

type Schemas = Readonly<Record<string, JsonSchema>>

/** Types that numbers and booleans have as text, in forms and in lenient clients. */
const spelled = ['integer', 'number', 'boolean']

/** Returns the types of a value, except those that are unspecified or that a condition excludes. */
export function typesOf(schema: JsonSchema, conditions: readonly JsonSchema[]): readonly string[] {
  const types = listOf<string>(schema['type'])
  const open = listOf<{ readonly when: JsonSchema }>(schema['x-unspecified'])
  const openTypes = open.flatMap(({ when }) => (Object.keys(when).length === 1 ? [when['type']] : []))
  const excluded = conditions.flatMap(({ if: when, then }) => {
    const { type, ...rest } = when as JsonSchema
    const allowed = listOf<string>((then as JsonSchema | undefined)?.['type'])
    return Object.keys(rest).length === 0 && allowed.length > 0 && !allowed.includes(String(type)) ? [type] : []
  })
  const isSpelled = types.some((type) => spelled.includes(type))
  return types.filter((type) => ![...openTypes, ...excluded].includes(type) && !(type === 'string' && isSpelled))
}

/** Returns the listed values of a string, from its own `enum` or from that of a condition on all strings. */
export function valuesOf(
  schema: JsonSchema,
  conditions: readonly JsonSchema[],
  types: readonly string[],
  resolved: (schema: JsonSchema) => JsonSchema,
): readonly unknown[] | undefined {
  const thens = conditions.filter(({ if: when }) => isEqual(when, { type: 'string' })).map(({ then }) => then)
  const told = [schema, ...thens.map((then) => resolved((then ?? {}) as JsonSchema))].find((one) =>
    Array.isArray(one['enum']),
  )
  if (told === undefined) return undefined
  const all = told['enum'] as readonly unknown[]
  const refused = 'if' in told ? [(told['if'] as JsonSchema)['const']] : []
  const open = listOf<{ readonly when: JsonSchema }>(schema['x-unspecified']).flatMap(({ when }) =>
    asArray(when['enum']),
  )
  const kept = all.filter(
    (value) => !refused.includes(value) && !isLowerTwin(value, all) && !open.includes(value as JsonSchema),
  )
  return types.includes('null') && !kept.includes(null) ? [...kept, null] : kept
}

/** Returns the constant in a condition of the form `{ properties: { type: { const } } }`. */
export function constantIn(when: unknown) {
  const { properties, required, type: _, ...rest } = when as JsonSchema
  const [[member, compared] = [], ...more] = Object.entries((properties ?? {}) as Schemas)
  if (member !== 'type' || more.length > 0 || Object.keys(rest).length > 0 || !('const' in compared!)) return undefined
  return { member, constant: compared['const'], isRequired: asArray<string>(required).includes(member) }
}

/** Returns whether a value is the lower-case spelling of a listed upper-case value. */
function isLowerTwin(value: unknown, all: readonly unknown[]): boolean {
  return typeof value === 'string' && value !== value.toUpperCase() && all.includes(value.toUpperCase())
}

function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Returns a list, or an empty one for other values. */
export function asArray<T = JsonSchema>(value: unknown): readonly T[] {
  return Array.isArray(value) ? value : []
}

function listOf<T>(value: unknown): readonly T[] {
  return value === undefined ? [] : ([value].flat() as T[])
}
