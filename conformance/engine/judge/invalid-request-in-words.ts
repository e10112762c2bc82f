import type { Violation } from '../../../schemas/index.ts'
import { unescapedStep } from '../../../schemas/json-pointer.ts'
import { unknownModelLabel, unknownModelName } from '../../core/model/unknown-model.ts'
import { counted } from '../../core/text/counted.ts'
import { ownText } from './brief.ts'

/** The most characters of a value that is quoted. For a longer one the length is given; the evidence has the value. */
const longestValue = 60
/** The most values that are listed. Of a longer list the number is given. */
const mostListed = 8

/** An invalid request in words, for the message of a finding. */
export interface InvalidRequest {
  /** The defect, as the object of a sentence: `temperature 1.1`, `a request without the required prompt`. */
  readonly what: string
  /** The rule: `the maximum is 1`. Absent if `what` includes it. */
  readonly allowed?: string
}

/**
 * Describes a request by the violations it contains. Of several violations only the places are named. `isEmpty` tells
 * an empty body from one that cannot be parsed: both violate the same sentence.
 */
export function invalidRequestInWords(violations: readonly Violation[], isEmpty = false): InvalidRequest {
  const [only, another] = violations
  if (only === undefined) return { what: 'an invalid request' }
  if (another !== undefined) {
    return { what: ownText(`a request ${severalInWords(violations)}`) }
  }
  if (only.pointer === '/body' && only.keyword === 'required')
    return { what: isEmpty ? 'an empty body' : 'a body that cannot be parsed' }
  const { what, allowed } = describe(only)
  return { what: ownText(what), ...(allowed === undefined ? {} : { allowed: ownText(allowed) }) }
}

/** Names the places of several violations: `without tool_choice.type and with invalid max_tokens`. */
function severalInWords(violations: readonly Violation[]): string {
  const placesOf = (own: readonly Violation[]) => [...new Set(own.map(({ pointer }) => placeInWords(pointer)))]
  const missing = placesOf(violations.filter(({ keyword }) => keyword === 'required'))
  const invalid = placesOf(violations.filter(({ keyword }) => keyword !== 'required')).filter(
    (place) => !missing.includes(place),
  )
  return [
    ...(missing.length === 0 ? [] : [`without ${missing.join(', ')}`]),
    ...(invalid.length === 0 ? [] : [`with invalid ${invalid.join(', ')}`]),
  ].join(' and ')
}

/** Returns a place of a request in a readable form: `messages[0].role`, `header provider-version`. */
export function placeInWords(pointer: string): string {
  const [part = '', ...steps] = pointer.split('/').slice(1)
  if (steps.length === 0) return part === 'body' ? 'body' : pointer || 'request'
  const path = steps.map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${unescapedStep(step)}`)).join('')
  const name = path.replace(/^\./, '')
  return part === 'body' ? name : `${part} ${name}`
}

const boundsInWords = {
  maximum: 'the maximum is',
  minimum: 'the minimum is',
  exclusiveMinimum: 'it must be greater than',
  exclusiveMaximum: 'it must be less than',
} as const

function describe(violation: Violation): InvalidRequest {
  const { pointer, message, predicate, bound: limit = '', keyword, expected, actual } = violation
  const place = placeInWords(pointer)
  // A rule without a predicate names the place in its own message.
  if (predicate === undefined) return { what: `a request with an invalid ${place} (${message})` }
  switch (keyword) {
    case 'required':
      return { what: `a request ${actual === null ? 'with null for' : 'without'} the required ${codeOf(pointer)}` }
    case 'type':
      return { what: withValue(place, actual), allowed: `the type must be ${[expected].flat().join(' or ')}` }
    case 'enum':
    case 'const':
      // The listed values are labels of models that exist.
      if (actual === unknownModelLabel)
        return { what: withValue(place, unknownModelName), allowed: 'there is no such model' }
      return { what: withValue(place, actual), ...listed(keyword === 'const' ? [expected] : expected) }
    case 'maximum':
    case 'minimum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return { what: withValue(place, actual), allowed: `${boundsInWords[keyword]} ${limit}` }
    case 'minLength':
    case 'maxLength':
      return sized(place, lengthOf(actual), keyword, limit, 'character')
    case 'minItems':
    case 'maxItems':
      if (limit === '0') return { what: withValue(place, actual), allowed: 'an array is not allowed there' }
      return sized(place, Array.isArray(actual) ? actual.length : 0, keyword, limit, 'item')
    case 'pattern':
      return { what: withValue(place, actual), allowed: 'some of its characters are not allowed there' }
    case 'format':
      return { what: withValue(place, actual), allowed: `the format must be ${String(expected)}` }
    case 'discriminator':
      return {
        what: withValue(place, tagOf(actual, pointer)),
        ...listed(expected, 'it must be one of the listed types'),
      }
    case 'additionalProperties':
    case 'propertyNames':
      return { what: `a request with the member ${place}, which is not allowed there` }
    default:
      return { what: `a request with an invalid ${place} (it ${predicate})` }
  }
}

/** Returns a required member or header, marked as code: `prompt`, header `provider-version`. */
function codeOf(pointer: string): string {
  const [, part, name] = /^\/(header|query)\/(.*)$/s.exec(pointer) ?? []
  return part === undefined ? `\`${placeInWords(pointer)}\`` : `${part === 'query' ? 'parameter' : part} \`${name}\``
}

/** Returns the value of the discriminator, from the object that the violation contains. */
function tagOf(value: unknown, pointer: string): unknown {
  const name = unescapedStep(pointer.slice(pointer.lastIndexOf('/') + 1))
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : value
}

function sized(place: string, size: number, keyword: string, limit: string, unit: string): InvalidRequest {
  const bound = keyword.startsWith('min') ? 'minimum' : 'maximum'
  return {
    what: `${place} with ${counted(size, unit)}`,
    allowed: `the ${bound} is ${counted(Number(limit), unit)}`,
  }
}

function lengthOf(value: unknown): number {
  return typeof value === 'string' ? [...value].length : 0
}

function withValue(place: string, value: unknown): string {
  if (Array.isArray(value)) return `${place} that is an array`
  if (typeof value === 'object' && value !== null) return `${place} that is an object`
  if (typeof value === 'string' && value.length > longestValue)
    return `${place} with ${counted(lengthOf(value), 'character')}`
  return `${place} ${JSON.stringify(value) ?? ''}`.trimEnd()
}

function listed(values: unknown, otherwise?: string): { readonly allowed?: string } {
  const isUnlisted = !Array.isArray(values) || values.some((value) => typeof value === 'object' && value !== null)
  if (isUnlisted) return otherwise === undefined ? {} : { allowed: otherwise }
  if (values.length === 1) return { allowed: `the only allowed value is ${JSON.stringify(values[0])}` }
  if (values.length > mostListed) return { allowed: `it must be one of the ${values.length} listed values` }
  return { allowed: `the allowed values are ${values.map((value) => JSON.stringify(value)).join(', ')}` }
}
