import { arrayThatFits } from './fit-array.ts'
import { numberThatFits } from './fit-number.ts'
import { objectThatFits } from './fit-object.ts'
import { stringThatFits } from './fit-string.ts'
import { isObject, listIn } from './loose.ts'
import { pick, type Random } from './random.ts'
import { resolved, type Schema, typeOf } from './schema.ts'
import { word } from './words.ts'

/** What the generator carries with it on its way down a schema. */
export interface Fitting {
  readonly random: Random
  /** Where local references start from. */
  readonly root: unknown
  readonly depth: number
  /** How many more values and characters may be made: a schema must not be able to ask for a billion. */
  readonly purse: { left: number }
}

/**
 * A value that fits a schema, JSON Schema or that of section 2.6: types in either case, `enum`, `const`, bounds,
 * lengths, nested objects and arrays, `allOf`, `anyOf`, `oneOf`, local `$ref`. `pattern` is met where the schema
 * brings an example. Total: a schema nobody can fit yields a value all the same.
 */
export function valueFitting(schema: unknown, random: Random): unknown {
  return valueInside(schema, { random, root: schema, depth: 0, purse: { left: 50_000 } })
}

/** The value for a subschema. */
export function valueInside(subschema: unknown, fitting: Fitting): unknown {
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
