import type { ErrorObject } from 'ajv/dist/2020.js'
import { listedTags, listedTypes, listedValues } from './listed-values.ts'
import type { JsonSchema } from './load.ts'

/** Describes an error in one line: the place, the actual value and the expected value. */
export function messageOf(error: PlacedError, pointer: string): string {
  const predicate = predicateOf(error)
  if (predicate !== undefined) return `${pointer || 'the value'} ${predicate}`
  return String((error.parentSchema as JsonSchema)['x-says'])
}

type PlacedError = ErrorObject & { readonly place?: string }

/** Describes an error without its place. Returns `undefined` if the schema has its own message. */
export function predicateOf(error: PlacedError): string | undefined {
  const { keyword, data, params, message, parentSchema } = error
  if (typeof (parentSchema as JsonSchema)['x-says'] === 'string') return undefined
  switch (keyword) {
    case 'required':
      return `is missing`
    case 'discriminator':
      return `is not one of ${listed(listedTags(parentSchema as JsonSchema, String(params['tag']), error.place))}`
    case 'type':
      return `is ${shown(data)}, not ${listedTypes(params['type'], error.place).join(' or ')}`
    case 'const':
      return `is ${shown(data)}, not ${shown(params['allowedValue'])}`
    case 'enum':
      return `is ${shown(data)}, not one of ${listed(listedValues(params['allowedValues'] as readonly unknown[], error.place))}`
    default:
      return message ?? `breaks ${keyword}`
  }
}

/** The maximum number of characters of a value, and the most values of a list, that are repeated. */
const longest = 40
const most = 6

function shown(value: unknown): string {
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'object' && value !== null) return 'an object'
  if (typeof value === 'number' && !Number.isFinite(value)) return 'a number too large to be shown'
  const text = typeof value === 'string' ? value.slice(0, longest) : value
  return JSON.stringify(text) + (typeof value === 'string' && value.length > longest ? '…' : '')
}

function listed(values: readonly unknown[]): string {
  const rest = values.length > most ? `, … (${values.length} in all)` : ''
  return values.slice(0, most).map(shown).join(', ') + rest
}
