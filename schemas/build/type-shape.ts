import { get } from '../json-pointer.ts'
import type { JsonSchema } from '../load.ts'

type Schemas = Readonly<Record<string, JsonSchema>>

/** Schemas that a generator of types understands, by the name of each type. */
export interface TypeShape {
  readonly definitions: Schemas
}

/** Types that values of numbers and booleans have in forms, or in lenient clients. */
const spelled = ['integer', 'number', 'boolean']

/**
 * Schemas made for judging as schemas made for types: conditions become unions of constants and plain members, types that
 * the specification leaves open go, and each schema that is referred to has a name. `published` maps names to pointers; `unconditional`
 * are alternatives that a schema permits without a word about them, by its pointer.
 */
export function typeShape(
  document: JsonSchema,
  published: Readonly<Record<string, string>>,
  unconditional: Schemas = {},
): TypeShape {
  const definitions: Record<string, JsonSchema> = {}
  const names = new Map(Object.entries(published).map(([name, pointer]) => [pointer, name]))
  const more = new Map(Object.entries(unconditional).map(([pointer, one]) => [at(pointer), [one]]))
  for (const [pointer, name] of [...names]) define(pointer, name)
  return { definitions }

  function define(pointer: string, name: string): void {
    const schema = at(pointer)
    // Held before it is made, for schemas refer to themselves.
    definitions[name] = {}
    const { title } = schema
    const description = typeof title === 'string' ? { description: `${title}.` } : {}
    const { $ref, ...rest } = shape(schema)
    // What is the same as another by another name would lose its name.
    const same = typeof $ref === 'string' ? definitions[$ref.slice('#/definitions/'.length)] : {}
    definitions[name] = { ...same, ...description, ...rest }
  }

  function at(pointer: string): JsonSchema {
    const found = get(document, decodeURIComponent(pointer.slice(1)))
    if (typeof found !== 'object' || found === null) throw new Error(`there is no schema at ${pointer}`)
    return found as JsonSchema
  }

  function reference(pointer: string): JsonSchema {
    const name = names.get(pointer) ?? nameOf(pointer)
    if (!names.has(pointer)) {
      names.set(pointer, name)
      define(pointer, name)
    }
    return { $ref: `#/definitions/${name}` }
  }

  function resolved(schema: JsonSchema): JsonSchema {
    return typeof schema['$ref'] === 'string' ? resolved(at(schema['$ref'])) : schema
  }

  function shape(written: JsonSchema): JsonSchema {
    if (typeof written['$ref'] === 'string') return reference(written['$ref'])
    const schema = settled(written)
    const conditions = [schema, ...listed(schema['allOf'])].filter((one) => 'if' in one)
    const types = typesOf(schema, conditions)
    const unlisted = more.get(schema) ?? []
    const values = valuesOf(schema, conditions, types)
    if (values !== undefined) return { ...described(schema), enum: values }
    if ('const' in schema) return { ...described(schema), const: schema['const'] }
    const variants = conditions.filter(({ if: when }) => constantIn(when) !== undefined).map(variant)
    const alternatives = [...listed(schema['oneOf']).filter(isListed).map(shape), ...variants, ...unlisted]
    const others = listed(schema['allOf']).filter((one) => !('if' in one))
    const own = variants.length > 0 ? {} : members(schema, types)
    const parts = [...others.map(shape), ...(alternatives.length === 0 ? [] : [{ oneOf: alternatives }])]
    if (parts.length === 0) return { ...described(schema), ...own }
    if (!('properties' in own) && !('items' in own)) {
      const [only] = parts
      return parts.length === 1
        ? { ...described(schema), ...orNull(only!, types) }
        : { ...described(schema), allOf: parts }
    }
    return { ...described(schema), allOf: [own, ...parts] }
  }

  /**
   * A schema whose condition only keeps one defect from being told as many: what it says of a message that is none is
   * left out, what it says of any other stands beside the rest.
   */
  function settled(schema: JsonSchema): JsonSchema {
    const { if: when, then, else: otherwise, ...rest } = schema
    const asked = Object.keys((when ?? {}) as object).filter((key) => key !== 'type' && key !== 'required')
    const isAbout = (when as JsonSchema | undefined)?.['type'] === 'object' && asked.length === 0
    const next = otherwise ?? (isAbout ? then : undefined)
    if (next === undefined) return schema
    const { type = rest['type'], properties = {}, required, ...more } = settled(resolved(next as JsonSchema))
    // Where another spelling is absent, one is required: which of them is, a type does not tell.
    const isOneOfTwo = asked.length === 0 && otherwise !== undefined
    return {
      ...rest,
      ...more,
      ...(required === undefined || isOneOfTwo ? {} : { required }),
      ...(type === undefined ? {} : { type }),
      properties: { ...(rest['properties'] as object | undefined), ...(properties as object) },
    }
  }

  /** One alternative of those that a member with a constant tells apart. */
  function variant({ if: when, then }: JsonSchema): JsonSchema {
    const { member, constant, isRequired } = constantIn(when)!
    const told = resolved((then ?? {}) as JsonSchema)
    const { type: _, ...rest } = (told['properties'] ?? {}) as Schemas
    const properties = { [member]: { const: constant }, ...rest }
    const required = [
      ...(isRequired ? [member] : []),
      ...listed<string>(told['required']).filter((one) => one !== member),
    ]
    return members({ ...told, properties, required }, ['object'])
  }

  function members(schema: JsonSchema, types: readonly string[]): JsonSchema {
    const properties = Object.entries((schema['properties'] ?? {}) as Schemas).filter(
      ([, one]) => typeof one === 'object',
    )
    const isObject = types.includes('object') || properties.length > 0
    const open = schema['additionalProperties'] as JsonSchema | undefined
    const isMap = open !== undefined && Object.keys(open).some((key) => !key.startsWith('x-'))
    return {
      ...(types.length === 0 ? (isObject ? { type: 'object' } : {}) : { type: types.length === 1 ? types[0] : types }),
      ...(typeof schema['items'] === 'object' && types.includes('array')
        ? { items: shape(schema['items'] as JsonSchema) }
        : {}),
      ...(properties.length === 0
        ? {}
        : { properties: Object.fromEntries(properties.map(([name, one]) => [name, shape(one)])) }),
      ...(isObject && Array.isArray(schema['required']) ? { required: schema['required'] } : {}),
      ...(isObject ? { additionalProperties: isMap ? shape(open) : properties.length === 0 } : {}),
    }
  }

  /** The listed values of a string, from its own `enum` or from that of a condition about all strings. */
  function valuesOf(schema: JsonSchema, conditions: readonly JsonSchema[], types: readonly string[]) {
    const thens = conditions.filter(({ if: when }) => isEqual(when, { type: 'string' })).map(({ then }) => then)
    const told = [schema, ...thens.map((then) => resolved((then ?? {}) as JsonSchema))].find((one) =>
      Array.isArray(one['enum']),
    )
    if (told === undefined) return undefined
    const all = told['enum'] as readonly unknown[]
    const refused = 'if' in told ? [(told['if'] as JsonSchema)['const']] : []
    const open = listOf<{ readonly when: JsonSchema }>(schema['x-unspecified']).flatMap(({ when }) =>
      listed(when['enum']),
    )
    const kept = all.filter(
      (value) => !refused.includes(value) && !isLowerTwin(value, all) && !open.includes(value as JsonSchema),
    )
    return types.includes('null') && !kept.includes(null) ? [...kept, null] : kept
  }
}

/** The types of a value without those that are open, or that a condition excludes. */
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

function orNull(schema: JsonSchema, types: readonly string[]): JsonSchema {
  return types.includes('null') ? { oneOf: [schema, { type: 'null' }] } : schema
}

/** Whether an alternative is one of the specification, not one that other APIs have. */
function isListed(schema: JsonSchema): boolean {
  return !/elsewhere$/.test(String(schema['$ref']))
}

/** What `{ properties: { type: { const } } }` compares, where a condition is that. */
function constantIn(when: unknown) {
  const { properties, required, type: _, ...rest } = when as JsonSchema
  const [[member, compared] = [], ...more] = Object.entries((properties ?? {}) as Schemas)
  if (member !== 'type' || more.length > 0 || Object.keys(rest).length > 0 || !('const' in compared!)) return undefined
  return { member, constant: compared['const'], isRequired: listed<string>(required).includes(member) }
}

function described({ description }: JsonSchema): JsonSchema {
  return typeof description === 'string' ? { description } : {}
}

/** A spelling in lower case of a value that is listed in upper case. */
function isLowerTwin(value: unknown, all: readonly unknown[]): boolean {
  return typeof value === 'string' && value !== value.toUpperCase() && all.includes(value.toUpperCase())
}

function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function listed<T = JsonSchema>(value: unknown): readonly T[] {
  return Array.isArray(value) ? value : []
}

/** `#/components/schemas/MessagesThinking/$defs/enabled` is `MessagesThinkingEnabled`. */
function nameOf(pointer: string): string {
  const steps = pointer.split('/').slice(3)
  const words = steps
    .filter((step) => !['$defs', 'properties', 'allOf'].includes(step))
    .flatMap((step) => step.split(/[-_]/))
  return words.map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`).join('')
}

/** One value or several, as several. */
function listOf<T>(value: unknown): readonly T[] {
  return value === undefined ? [] : ([value].flat() as T[])
}
