import { numberThatFits } from './fit-number.ts'
import { stringThatFits } from './fit-string.ts'
import { isObject, listIn, numberIn, stringsIn } from './loose.ts'
import { between, pick, type Random } from './random.ts'
import { resolved, type Schema, typeOf } from './schema.ts'
import { word } from './words.ts'

/** The state of the generator on its way down a schema. */
export interface Fitting {
  readonly random: Random
  /** The root of local references. */
  readonly root: unknown
  readonly depth: number
  /** The number of values and characters that may still be made, so that a schema cannot require a billion. */
  readonly purse: { left: number }
}

/**
 * Returns a value that fits a schema, JSON Schema or that of section 2.6: types in either case, `enum`, `const`,
 * bounds, lengths, nested objects and arrays, `allOf`, `anyOf`, `oneOf`, local `$ref`. It meets `pattern` if the schema
 * has an example. A schema that cannot be satisfied still gets a value.
 */
export function valueFitting(schema: unknown, random: Random): unknown {
  return valueInside(schema, { random, root: schema, depth: 0, purse: { left: 50_000 } })
}

/** Returns the value for a subschema. */
function valueInside(subschema: unknown, fitting: Fitting): unknown {
  if (!isObject(subschema)) return word(fitting.random)
  const schema = resolved(subschema, fitting)
  const fixed = fixedValue(schema, fitting.random)
  if (fixed !== undefined) return fixed
  fitting.purse.left -= 1
  return makers[typeOf(schema)](schema, { ...fitting, depth: fitting.depth + 1 })
}

function fixedValue(schema: Schema, random: Random): unknown {
  if ('const' in schema) return schema['const']
  const values = listIn(schema['enum'])
  if (values.length > 0) return pick(random, values)
  return 'pattern' in schema ? exampleIn(schema) : undefined
}

function exampleIn(schema: Schema): unknown {
  return schema['example'] ?? listIn(schema['examples'])[0] ?? schema['default']
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

/** The longest array made. */
const longest = 256

/** Returns an array with the required number of items, and a few more if allowed. */
function arrayThatFits(schema: Schema, fitting: Fitting): unknown[] {
  const first = listIn(schema['prefixItems'])
  const rest = first.length > 0 && schema['items'] === false
  const count = rest ? first.length : countFor(schema, first.length, fitting)
  const items: unknown[] = []
  for (let index = 0; index < count && fitting.purse.left > 0; index++) {
    items.push(nextItem(first[index] ?? schema['items'], items, schema['uniqueItems'] === true, fitting))
  }
  return items
}

function countFor(schema: Schema, prefix: number, { random, depth }: Fitting): number {
  const least = Math.max(numberIn(schema['minItems']) ?? 0, 0)
  const most = numberIn(schema['maxItems']) ?? Number.POSITIVE_INFINITY
  const wished = depth > 4 ? least : Math.max(least, prefix, between(random, 1, 3))
  return Math.min(wished, most, longest)
}

/** Returns an item. If items must be unique, it tries a few times to find a new one. */
function nextItem(schema: unknown, others: readonly unknown[], isUnique: boolean, fitting: Fitting): unknown {
  let item = valueInside(schema, fitting)
  if (!isUnique) return item
  const taken = new Set(others.map((other) => JSON.stringify(other)))
  for (let tries = 0; tries < 64 && taken.has(JSON.stringify(item)); tries++) item = valueInside(schema, fitting)
  return item
}

/** Below this depth only required members are made, so that a recursive schema ends. */
const deepestOption = 3
/** A schema whose required members are recursive cannot be satisfied; the value ends at this depth. */
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
  const most = numberIn(schema['maxProperties']) ?? Number.POSITIVE_INFINITY
  const least = numberIn(schema['minProperties']) ?? 0
  const names = new Set(required)
  for (const name of declared) {
    const isWanted = names.size < least || (depth <= deepestOption && random() < 0.5)
    if (isWanted && names.size < most) names.add(name)
  }
  for (const name of declared) if (names.size < least) names.add(name)
  for (let extra = 1; names.size < Math.min(least, 64); extra++) names.add(`member${extra}`)
  return names
}
