import { isObject, itemsOf, numberOf } from '../../schemas/json.ts'
import { stepsOf } from '../../schemas/json-pointer.ts'
import { stringsIn } from './loose.ts'
import { between, pick, type RandomSource } from './random.ts'
import { word } from './words.ts'

/** The state of the generator while it descends a schema. */
export interface Fitting {
  readonly random: RandomSource
  /** The root of local references. */
  readonly root: unknown
  readonly depth: number
  /** The remaining number of values and characters, so that a schema cannot require a billion. */
  readonly purse: { left: number }
}

/**
 * Returns a value that fits a schema in JSON Schema or in the dialect of section 2.6. Supports types in either case,
 * `enum`, `const`, bounds, lengths, nested objects and arrays, `allOf`, `anyOf`, `oneOf` and local `$ref`. Meets
 * `pattern` only if the schema has an example. Returns a value even if the schema cannot be satisfied.
 */
export function valueFitting(schema: unknown, random: RandomSource): unknown {
  return valueInside(schema, { random, root: schema, depth: 0, purse: { left: 50_000 } })
}

function valueInside(subschema: unknown, fitting: Fitting): unknown {
  if (!isObject(subschema)) return word(fitting.random)
  const schema = resolvedSchema(subschema, fitting)
  const fixed = fixedValue(schema, fitting.random)
  if (fixed !== undefined) return fixed
  fitting.purse.left -= 1
  return makers[typeToMake(schema)](schema, { ...fitting, depth: fitting.depth + 1 })
}

function fixedValue(schema: Schema, random: RandomSource): unknown {
  if ('const' in schema) return schema['const']
  const values = itemsOf(schema['enum'])
  if (values.length > 0) return pick(random, values)
  return 'pattern' in schema ? exampleIn(schema) : undefined
}

function exampleIn(schema: Schema): unknown {
  return schema['example'] ?? itemsOf(schema['examples'])[0] ?? schema['default']
}

const makers = {
  object: objectThatFits,
  array: arrayThatFits,
  string: stringThatFits,
  number: numberThatFits,
  integer: numberThatFits,
  boolean: (_schema: Schema, { random }: Fitting) => random() < 0.5,
  null: () => null,
}

const longestArray = 256

/** Returns an array with the required number of items, and a few more if allowed. */
function arrayThatFits(schema: Schema, fitting: Fitting): unknown[] {
  const first = itemsOf(schema['prefixItems'])
  const rest = first.length > 0 && schema['items'] === false
  const count = rest ? first.length : countFor(schema, first.length, fitting)
  const items: unknown[] = []
  for (let index = 0; index < count && fitting.purse.left > 0; index++) {
    items.push(nextItem(first[index] ?? schema['items'], items, schema['uniqueItems'] === true, fitting))
  }
  return items
}

function countFor(schema: Schema, prefix: number, { random, depth }: Fitting): number {
  const least = Math.max(numberOf(schema['minItems']) ?? 0, 0)
  const most = numberOf(schema['maxItems']) ?? Number.POSITIVE_INFINITY
  const wished = depth > 4 ? least : Math.max(least, prefix, between(random, 1, 3))
  return Math.min(wished, most, longestArray)
}

/** Returns an item. If items must be unique, makes several attempts to find a new one. */
function nextItem(schema: unknown, others: readonly unknown[], isUnique: boolean, fitting: Fitting): unknown {
  let item = valueInside(schema, fitting)
  if (!isUnique) return item
  const taken = new Set(others.map((other) => JSON.stringify(other)))
  for (let tries = 0; tries < 64 && taken.has(JSON.stringify(item)); tries++) item = valueInside(schema, fitting)
  return item
}

/** Below this depth only required members are made, so that a recursive schema terminates. */
const deepestOption = 3
/** The maximum depth. A schema whose required members are recursive cannot be satisfied. */
const deepest = 32

/** Returns an object with every required member and some of the others. */
function objectThatFits(schema: Schema, fitting: Fitting): Record<string, unknown> {
  const made: [string, unknown][] = []
  if (fitting.depth > deepest) return {}
  const properties = isObject(schema['properties']) ? schema['properties'] : {}
  for (const name of chosenNames(schema, Object.keys(properties), fitting)) {
    if (fitting.purse.left <= 0) break
    made.push([
      name,
      valueInside(Object.hasOwn(properties, name) ? properties[name] : schema['additionalProperties'], fitting),
    ])
  }
  return Object.fromEntries(made)
}

function chosenNames(schema: Schema, declared: readonly string[], { random, depth }: Fitting): ReadonlySet<string> {
  const required = stringsIn(schema['required'])
  const most = numberOf(schema['maxProperties']) ?? Number.POSITIVE_INFINITY
  const least = numberOf(schema['minProperties']) ?? 0
  const names = new Set(required)
  for (const name of declared) {
    const isWanted = names.size < least || (depth <= deepestOption && random() < 0.5)
    if (isWanted && names.size < most) names.add(name)
  }
  for (const name of declared) if (names.size < least) names.add(name)
  for (let extra = 1; names.size < Math.min(least, 64); extra++) names.add(`member${extra}`)
  return names
}

/** Returns a number between the schema's bounds: an integer or a multiple of `multipleOf` if there is one. */
function numberThatFits(schema: Schema, { random }: Fitting): number {
  const isInteger = typeToMake(schema) === 'integer'
  const step = numberOf(schema['multipleOf']) ?? 1
  const { least, most } = rangeOf(schema)
  const stepped = multiple(random, step > 0 ? step : 1, least, most)
  if (stepped !== undefined) return stepped
  return isInteger ? Math.ceil(least.value) : (least.value + most.value) / 2
}

interface Bound {
  readonly value: number
  readonly isOpen: boolean
}

/** The length of a range that has only one bound. */
const reach = 100

function rangeOf(schema: Schema): { least: Bound; most: Bound } {
  const low = bound(schema['minimum'], schema['exclusiveMinimum'], Math.max)
  const high = bound(schema['maximum'], schema['exclusiveMaximum'], Math.min)
  const least = low ?? { value: high === undefined || high.value >= 0 ? 0 : high.value - reach, isOpen: false }
  return { least, most: high ?? { value: least.value + reach, isOpen: false } }
}

/** Returns a bound. JSON Schema has `exclusiveMinimum: 0`; older dialects have `minimum: 0, exclusiveMinimum: true`. */
function bound(plain: unknown, exclusive: unknown, tighter: (a: number, b: number) => number): Bound | undefined {
  const closed = numberOf(plain)
  const open = numberOf(exclusive)
  if (open !== undefined) {
    const isOpen = closed === undefined || tighter(open, closed) === open
    return { value: isOpen ? open : closed, isOpen }
  }
  return closed === undefined ? undefined : { value: closed, isOpen: exclusive === true }
}

function multiple(random: RandomSource, step: number, least: Bound, most: Bound): number | undefined {
  let first = Math.ceil(least.value / step)
  let last = Math.floor(most.value / step)
  if (least.isOpen && first * step <= least.value) first += 1
  if (most.isOpen && last * step >= most.value) last -= 1
  if (first > last) return undefined
  // Rounds away the error of binary fractions: 3 * 0.1 is 0.30000000000000004.
  return Number((between(random, first, Math.min(last, first + reach)) * step).toPrecision(12))
}

const longestString = 10_000

/**
 * Returns a string of the schema's format, or a word of the right length. It contains no spaces, so it is one token.
 */
function stringThatFits(schema: Schema, { random, purse }: Fitting): string {
  const made = formats.get(String(schema['format']))?.(random) ?? word(random)
  const least = Math.min(numberOf(schema['minLength']) ?? 0, longestString)
  const most = numberOf(schema['maxLength']) ?? longestString
  const text = lengthened(made, least, random).slice(0, Math.max(most, 0))
  purse.left -= text.length
  return text
}

function lengthened(text: string, least: number, random: RandomSource): string {
  let long = text
  while (long.length < least) long += `-${word(random)}`
  return long
}

const formats: ReadonlyMap<string, (random: RandomSource) => string> = new Map(
  Object.entries({
    date: (random: RandomSource) => dateIn(random),
    time: (random: RandomSource) => `${two(random, 0, 23)}:${two(random, 0, 59)}:00Z`,
    'date-time': (random: RandomSource) => `${dateIn(random)}T${two(random, 0, 23)}:${two(random, 0, 59)}:00Z`,
    duration: (random: RandomSource) => `PT${between(random, 1, 59)}M`,
    email: (random: RandomSource) => `${word(random)}@example.com`,
    hostname: (random: RandomSource) => `${word(random)}.example.com`,
    uri: (random: RandomSource) => `https://example.com/${word(random)}`,
    url: (random: RandomSource) => `https://example.com/${word(random)}`,
    ipv4: (random: RandomSource) => `192.0.2.${between(random, 1, 254)}`,
    ipv6: (random: RandomSource) => `2001:db8::${between(random, 1, 9999)}`,
    uuid: (random: RandomSource) => `00000000-0000-4000-8000-${String(between(random, 0, 1e12 - 1)).padStart(12, '0')}`,
  }),
)

function dateIn(random: RandomSource): string {
  return `20${two(random, 10, 29)}-${two(random, 1, 12)}-${two(random, 1, 28)}`
}

function two(random: RandomSource, least: number, most: number): string {
  return String(between(random, least, most)).padStart(2, '0')
}

/** A schema as its sender wrote it. */
type Schema = Readonly<Record<string, unknown>>

type JsonType = 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean' | 'null'

/** The maximum number of references that are followed, because they may be circular. */
const longestChain = 16

/** Resolves the schema's reference and merges its combinations. */
function resolvedSchema(schema: Schema, fitting: Fitting): Schema {
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
function typeToMake(schema: Schema): JsonType {
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
