import { isObject, itemsOf, type Members, membersOf, numberOf } from './members.ts'

/** Where a value does not fit a schema. */
export interface Misfit {
  readonly pointer: string
  readonly message: string
}

/**
 * Where a value does not fit a Schema of section 2.6, or the same part of JSON Schema: its types in upper or lower
 * case. What else a schema says is not judged; nor is `format`, which the document names without a rule.
 */
export function* misfits(schema: unknown, value: unknown, pointer = ''): Generator<Misfit> {
  const rules = membersOf(schema)
  if (value === null && rules['nullable'] === true) return
  const type = String(rules['type'] ?? '').toLowerCase()
  const isOfType = types[type]
  if (isOfType !== undefined && !isOfType(value)) {
    yield { pointer, message: `is not of type ${type}` }
    return
  }
  const words = rules['enum']
  if (Array.isArray(words) && !words.includes(value)) yield { pointer, message: 'is not one of the listed values' }
  if (typeof value === 'number') yield* outOfRange(rules, value, pointer)
  if (typeof value === 'string') yield* misshapen(rules, value, pointer)
  if (Array.isArray(value)) yield* itemMisfits(rules, value, pointer)
  if (isObject(value)) yield* memberMisfits(rules, value, pointer)
}

const types: Readonly<Record<string, ((value: unknown) => boolean) | undefined>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  array: (value) => Array.isArray(value),
  object: isObject,
}

function* outOfRange(rules: Members, value: number, pointer: string): Generator<Misfit> {
  const minimum = numberOf(rules['minimum'])
  const maximum = numberOf(rules['maximum'])
  if (minimum !== undefined && value < minimum) yield { pointer, message: `is below ${minimum}` }
  if (maximum !== undefined && value > maximum) yield { pointer, message: `is above ${maximum}` }
}

/** Characters may be UTF-16 units, code points or graphemes (readings.md G6): a limit is broken when all counts break it. */
function* misshapen(rules: Members, value: string, pointer: string): Generator<Misfit> {
  const minLength = numberOf(rules['minLength'])
  const maxLength = numberOf(rules['maxLength'])
  if (minLength !== undefined && value.length < minLength) yield { pointer, message: `is shorter than ${minLength}` }
  if (maxLength !== undefined && isLonger(value, maxLength)) yield { pointer, message: `is longer than ${maxLength}` }
}

/** Looks for graphemes only where there are more code units. */
function isLonger(text: string, most: number): boolean {
  return text.length > most && graphemes(text) > most
}

function graphemes(text: string): number {
  return [...new Intl.Segmenter().segment(text)].length
}

function* itemMisfits(rules: Members, value: readonly unknown[], pointer: string): Generator<Misfit> {
  const minItems = numberOf(rules['minItems'])
  const maxItems = numberOf(rules['maxItems'])
  if (minItems !== undefined && value.length < minItems) yield { pointer, message: `has fewer items than ${minItems}` }
  if (maxItems !== undefined && value.length > maxItems) yield { pointer, message: `has more items than ${maxItems}` }
  for (const [index, item] of value.entries()) yield* misfits(rules['items'], item, `${pointer}/${index}`)
}

function* memberMisfits(rules: Members, value: Members, pointer: string): Generator<Misfit> {
  const required = itemsOf(rules['required']).map(String)
  for (const name of required) {
    if (!Object.hasOwn(value, name)) yield { pointer, message: `lacks ${name}` }
  }
  for (const [name, schema] of Object.entries(membersOf(rules['properties']))) {
    const isLeftOut = !Object.hasOwn(value, name) || (value[name] === null && !required.includes(name))
    if (!isLeftOut)
      yield* misfits(schema, value[name], `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`)
  }
}
