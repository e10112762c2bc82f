import { get } from '../json-pointer.ts'
import type { JsonSchema } from '../load.ts'
import { conditionsOf, valueLimits } from './type-rules.ts'

type Schemas = Readonly<Record<string, JsonSchema>>

/** The input for a shape. */
export interface ShapeOptions {
  /** The pointers to the schemas of messages, by the name of each type. */
  readonly published: Readonly<Record<string, string>>
  /** Alternatives that a schema permits without describing them, by its pointer. */
  readonly unconditional: Schemas
  /** True to keep limits, conditions and examples, which types cannot express. */
  readonly hasRules: boolean
}

/** Schemas in a form that generators of types and clients understand. */
export interface TypeShape {
  /** Schemas by the name of each type. They refer to each other as `#/components/schemas/NAME`. */
  readonly definitions: Schemas
  /** The name of each referenced schema, by its pointer. */
  readonly names: ReadonlyMap<string, string>
}

/** The pointer to the schemas of a shape. */
export const schemasAt = '#/components/schemas/'

/**
 * Converts schemas for validation to schemas for types and clients. Conditions become unions of constants and plain
 * members, unspecified types are removed, and each referenced schema gets a name.
 */
export function typeShape(document: JsonSchema, { published, unconditional, hasRules }: ShapeOptions): TypeShape {
  const names = new Map(Object.entries(published).map(([name, pointer]) => [pointer, name]))
  const more = new Map(Object.entries(unconditional).map(([pointer, one]) => [at(document, pointer), [one]]))
  const shaping: Shaping = { document, hasRules, definitions: {}, names, more }
  for (const [pointer, name] of [...names]) define(shaping, name, at(document, pointer))
  return { definitions: shaping.definitions, names }
}

/** The definitions built so far. */
interface Shaping {
  readonly document: JsonSchema
  readonly hasRules: boolean
  readonly definitions: Record<string, JsonSchema>
  readonly names: Map<string, string>
  /** Further alternatives of a schema. */
  readonly more: ReadonlyMap<JsonSchema, readonly JsonSchema[]>
}

function define(shaping: Shaping, name: string, schema: JsonSchema): void {
  const { definitions } = shaping
  // The name is reserved before the definition is built, because schemas are recursive.
  definitions[name] = {}
  const { title } = schema
  const description = typeof title === 'string' ? { description: `${title}.` } : {}
  const { $ref, ...rest } = shape(shaping, schema)
  // A schema that is equal to another one would otherwise lose its name.
  const same = typeof $ref === 'string' ? definitions[$ref.slice(schemasAt.length)] : {}
  definitions[name] = { ...same, ...description, ...rest }
}

function at(document: JsonSchema, pointer: string): JsonSchema {
  const found = get(document, decodeURIComponent(pointer.slice(1)))
  if (typeof found !== 'object' || found === null) throw new Error(`there is no schema at ${pointer}`)
  return found as JsonSchema
}

function reference(
  shaping: Shaping,
  pointer: string,
  made: () => JsonSchema = () => at(shaping.document, pointer),
): JsonSchema {
  const { names } = shaping
  const name = names.get(pointer) ?? nameOf(pointer)
  if (!names.has(pointer)) {
    names.set(pointer, name)
    define(shaping, name, made())
  }
  return { $ref: `${schemasAt}${name}` }
}

function resolved(document: JsonSchema, schema: JsonSchema): JsonSchema {
  return typeof schema['$ref'] === 'string' ? resolved(document, at(document, schema['$ref'])) : schema
}

function shape(shaping: Shaping, written: JsonSchema): JsonSchema {
  const { hasRules, more } = shaping
  if (typeof written['$ref'] === 'string') return reference(shaping, written['$ref'])
  const schema = settled(shaping, written)
  const conditions = [schema, ...asArray(schema['allOf'])].filter((one) => 'if' in one)
  const types = typesOf(schema, conditions)
  const values = valuesOf(schema, conditions, types, (one) => resolved(shaping.document, one))
  if (values !== undefined) return { ...noted(shaping, schema), ...typed(types), enum: values }
  if ('const' in schema) return { ...noted(shaping, schema), type: typeof schema['const'], const: schema['const'] }
  const [told, others] = parted(conditions, ({ if: when }) => constantIn(when) !== undefined)
  const variants = told.filter(({ then }) => !isIdle((then ?? {}) as JsonSchema))
  const [named, required] = parted(asArray(schema['oneOf']).filter(isListed), (one) => !isOnly(one, 'required'))
  const alternatives = [
    ...named.map((one) => shape(shaping, one)),
    ...variants.map((one) => variant(shaping, one)),
    ...(more.get(schema) ?? []),
  ]
  const whole = asArray(schema['allOf']).filter((one) => !('if' in one))
  const parts = [
    ...whole.map((one) => shape(shaping, one)),
    ...(alternatives.length > 1 ? [{ oneOf: alternatives }] : alternatives),
  ]
  const rules = hasRules
    ? [
        ...conditionsOf(others, types, (pointer) => reference(shaping, pointer)),
        ...(required.length === 0 ? [] : [{ oneOf: required }]),
      ]
    : []
  // Alternatives describe the members better than a list of their names.
  const isSaid = alternatives.length > 0 && Object.values((schema['properties'] ?? {}) as Schemas).every(isIdle)
  const own = variants.length > 0 || isSaid ? {} : members(shaping, schema, types, others)
  return { ...noted(shaping, schema), ...together(own, parts, rules, types) }
}

/**
 * Merges a schema whose condition only prevents one defect from being reported several times. Omits the branch for
 * values that are not messages.
 */
function settled(shaping: Shaping, schema: JsonSchema): JsonSchema {
  const { if: when, then, else: otherwise, ...rest } = schema
  const asked = Object.keys((when ?? {}) as object).filter((key) => key !== 'type' && key !== 'required')
  const isAbout = (when as JsonSchema | undefined)?.['type'] === 'object' && asked.length === 0
  const next = otherwise ?? (isAbout ? then : undefined)
  if (next === undefined) return schema
  const {
    type = rest['type'],
    properties = {},
    required,
    ...told
  } = settled(shaping, resolved(shaping.document, next as JsonSchema))
  // One of two spellings is required. A type cannot express which one.
  const isOneOfTwo = asked.length === 0 && otherwise !== undefined && rest['properties'] !== undefined
  const own = (rest['properties'] ?? {}) as Schemas
  const added = Object.entries(properties as Schemas).filter(([name, one]) => !(name in own) || !isIdle(one))
  return {
    ...rest,
    ...told,
    ...(isOneOfTwo ? { allOf: [...asArray(rest['allOf']), { if: when, else: { required } }] } : {}),
    ...(required === undefined || isOneOfTwo ? {} : { required }),
    type,
    properties: { ...own, ...Object.fromEntries(added) },
  }
}

/** Returns one of the alternatives that a member with a constant distinguishes. */
function variant(shaping: Shaping, { if: when, then }: JsonSchema): JsonSchema {
  const { member, constant, isRequired } = constantIn(when)!
  const made = (): JsonSchema => {
    const told = resolved(shaping.document, (then ?? {}) as JsonSchema)
    const { [member]: _, ...rest } = (told['properties'] ?? {}) as Schemas
    const required = asArray<string>(told['required']).filter((one) => one !== member)
    return {
      ...told,
      type: 'object',
      properties: { [member]: { const: constant }, ...rest },
      required: [...(isRequired ? [member] : []), ...required],
    }
  }
  const pointer = (then as JsonSchema | undefined)?.['$ref']
  return typeof pointer === 'string' ? reference(shaping, pointer, made) : shape(shaping, made())
}

function members(
  shaping: Shaping,
  schema: JsonSchema,
  types: readonly string[],
  conditions: readonly JsonSchema[],
): JsonSchema {
  const apart = types.filter((type) => type !== 'null')
  if (apart.length > 1 && types.includes('array'))
    return { oneOf: types.map((type) => members(shaping, schema, [type], conditions)) }
  const properties = Object.entries((schema['properties'] ?? {}) as Schemas).filter(
    ([, one]) => typeof one === 'object',
  )
  const isObject = types.includes('object') || (types.length === 0 && properties.length > 0)
  const open = schema['additionalProperties'] as JsonSchema | undefined
  const isMap = open !== undefined && Object.keys(open).some((key) => !key.startsWith('x-'))
  return {
    ...(types.length === 0 && isObject ? { type: 'object' } : typed(types)),
    ...(shaping.hasRules ? valueLimits(schema, types, conditions) : {}),
    ...(types.includes('array') ? { items: shape(shaping, (schema['items'] ?? {}) as JsonSchema) } : {}),
    ...(isObject && properties.length > 0
      ? { properties: Object.fromEntries(properties.map(([name, one]) => [name, shape(shaping, one)])) }
      : {}),
    ...(isObject && Array.isArray(schema['required']) ? { required: schema['required'] } : {}),
    ...(isObject && isMap ? { additionalProperties: shape(shaping, open) } : {}),
    ...(isObject && !isMap && properties.length === 0 ? { additionalProperties: true } : {}),
  }
}

/**
 * Returns the annotations of a type: its description and, with rules, all others that readers of the interface need.
 */
function noted({ hasRules }: Shaping, schema: JsonSchema): JsonSchema {
  const kept = hasRules ? ['description', 'default', 'examples', 'x-section', 'x-requirement'] : ['description']
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => kept.includes(keyword)))
}

/** Returns whether an alternative is part of the specification, and not only of other APIs. */
function isListed(schema: JsonSchema): boolean {
  return !/elsewhere$/.test(String(schema['$ref']))
}

/** Combines members, parts that also apply, and rules in one schema. */
function together(
  own: JsonSchema,
  parts: readonly JsonSchema[],
  rules: readonly JsonSchema[],
  types: readonly string[],
): JsonSchema {
  const [part, ...others] = parts
  const [rule, ...rest] = rules
  if (part === undefined) {
    if (rule === undefined) return own
    return rest.length === 0 && Object.keys(rule).every((key) => !(key in own))
      ? { ...own, ...rule }
      : { ...own, allOf: rules }
  }
  const isMore = ['properties', 'items', 'oneOf'].some((key) => key in own)
  if (isMore) return { allOf: [own, ...parts, ...rules] }
  if (others.length > 0 || rule !== undefined) return { allOf: [...parts, ...rules] }
  return types.includes('null') ? { oneOf: [part, { type: 'null' }] } : part
}

function typed(types: readonly string[]): JsonSchema {
  return types.length === 0 ? {} : { type: types.length === 1 ? types[0] : types }
}

function parted<T>(all: readonly T[], isFirst: (one: T) => boolean): readonly [readonly T[], readonly T[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))]
}

function isIdle(schema: JsonSchema): boolean {
  return Object.keys(schema).every((key) => key.startsWith('x-'))
}

function isOnly(schema: JsonSchema, keyword: string): boolean {
  return Object.keys(schema).every((key) => key === keyword)
}

/**
 * Returns the name for a pointer, for example `MessagesThinkingEnabled` for
 * `#/components/schemas/MessagesThinking/$defs/enabled`.
 */
function nameOf(pointer: string): string {
  const steps = pointer.split('/').slice(3)
  const words = steps
    .filter((step) => !['$defs', 'properties', 'allOf'].includes(step))
    .flatMap((step) => step.split(/[-_]/))
  return words.map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`).join('')
}

/** Types that numbers and booleans have as text, in forms and in lenient clients. */
const spelled = ['integer', 'number', 'boolean']

/** Returns the types of a value, except those that are unspecified or that a condition excludes. */
function typesOf(schema: JsonSchema, conditions: readonly JsonSchema[]): readonly string[] {
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
function valuesOf(
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
function constantIn(when: unknown) {
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
function asArray<T = JsonSchema>(value: unknown): readonly T[] {
  return Array.isArray(value) ? value : []
}

function listOf<T>(value: unknown): readonly T[] {
  return value === undefined ? [] : ([value].flat() as T[])
}
