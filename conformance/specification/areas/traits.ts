import { isObject } from '../../../schemas/json.ts'
import { get } from '../../../schemas/json-pointer.ts'
import { envelopeParts, offering } from '../../core/model/envelope.ts'
import { header } from '../../core/model/exchange.ts'
import type { RequestTrait, TraitKind, TraitRequest } from '../../core/model/request-trait.ts'
import { type Endpoint, endpoints } from '../../core/model/vocabulary.ts'
import { formatsOf } from '../../core/wire/codings.ts'
import { nonce } from './nonces.ts'

type Has = RequestTrait['has']

/** Makes the traits of one kind. A violation only has a trait of the kind for invalid values. */
export function traitsOf(
  kind: TraitKind,
  on: readonly Endpoint[],
  named: Readonly<Record<string, Has>>,
): readonly RequestTrait[] {
  const isEligible = ({ why }: TraitRequest) => kind === 'invalid values' || why.kind !== 'violation'
  return Object.entries(named).map(([name, has]) => ({
    kind,
    name,
    on,
    has: (one) => isEligible(one) && has(one),
  }))
}

/** Returns whether any value inside this one, itself included, is as wanted. */
export function holdsAny(value: unknown, isWanted: (value: unknown) => boolean): boolean {
  if (isWanted(value)) return true
  return typeof value === 'object' && value !== null && Object.values(value).some((one) => holdsAny(one, isWanted))
}

export function hasText(value: unknown, least: number): boolean {
  return holdsAny(value, (one) => typeof one === 'string' && one.length >= least)
}

/** Keywords of JSON Schema that MCP servers write, beyond types, properties, items and enums. */
const richKeywords = [
  ...['$schema', '$ref', '$defs', 'additionalProperties', 'anyOf', 'oneOf', 'allOf', 'const', 'format', 'pattern'],
  ...['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems', 'default', 'title'],
]

/** Returns whether a schema of arguments has a keyword beyond the plainest ones, or a list of types. */
export function isRichSchema(schema: unknown): boolean {
  return holdsAny(
    schema,
    (one) => isObject(one) && (richKeywords.some((name) => Object.hasOwn(one, name)) || Array.isArray(one['type'])),
  )
}

/** Returns whether a schema of arguments has no parameters, or is absent. */
export function hasNoParameters(schema: unknown): boolean {
  if (schema === undefined) return true
  return isObject(schema) && Object.keys(isObject(schema['properties']) ? schema['properties'] : {}).length === 0
}

const utf8 = new TextDecoder()
const nonceLength = nonce(0, 0).length
const nonceStart = nonce(0, 0).slice(0, nonceLength - 16)

/** The operations whose replies are texts. */
const textual = endpoints.filter((endpoint) => endpoint.startsWith('content.') || endpoint.startsWith('messages.'))
const streaming: readonly Endpoint[] = ['content.stream', 'messages.stream']
const withJson = endpoints.filter((endpoint) => endpoint === 'images.generate' || textual.includes(endpoint))
const withBodies = endpoints.filter((endpoint) => endpoint !== 'usage.token')
const withBearer = endpoints.filter((endpoint) => !textual.includes(endpoint))

function brokenAt({ value, why }: TraitRequest): unknown {
  return why.kind === 'violation' ? get(value, why.pointer) : undefined
}

function breaks(keywords: readonly string[]): Has {
  return ({ why }) => why.kind === 'violation' && keywords.includes(why.keyword)
}

/** The offers of encodings that a run can judge: zstd needs a Node that can undo it. */
const offers = [
  'no `accept-encoding`',
  ...['identity', 'gzip', 'br', 'zstd']
    .filter((coding) => coding === 'identity' || formatsOf(coding).length > 0)
    .map((coding) => `\`accept-encoding: ${coding}\``),
]

function hasInEnvelope(part: string): Has {
  return ({ request }) => envelopeParts(offering(request)).includes(part)
}

function hasScheme(scheme: string): Has {
  return ({ request }) => header(request.headers, 'authorization')?.startsWith(`${scheme} `) ?? false
}

export const commonTraits: readonly RequestTrait[] = [
  ...traitsOf('at the same time', textual, {
    'a nonce of its own': ({ request }) => utf8.decode(request.body).includes(nonceStart),
  }),
  ...traitsOf('at the same time', streaming, {
    'clients that go away in the middle of a stream': ({ goesAway }) => goesAway,
  }),
  ...traitsOf('invalid values', withJson, {
    'a number between two integers': (one) => {
      const wrong = brokenAt(one)
      return typeof wrong === 'number' && !Number.isInteger(wrong) && breaks(['type'])(one)
    },
    'null for a required member': (one) => brokenAt(one) === null && breaks(['required', 'type'])(one),
    'below the least': breaks(['minimum', 'exclusiveMinimum', 'minLength', 'minItems']),
    'above the most': breaks(['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems']),
  }),
  ...traitsOf('invalid values', withBearer, {
    'the scheme Basic': hasScheme('Basic'),
    'the scheme Token': hasScheme('Token'),
  }),
  ...traitsOf('transport', endpoints, {
    ...Object.fromEntries(offers.map((offer): [string, Has] => [offer, hasInEnvelope(offer)])),
    'header names in capitals': hasInEnvelope('header names in capitals'),
    'header names in other cases': ({ request }) => request.headers.some(([name]) => name !== name.toLowerCase()),
  }),
  ...traitsOf('transport', withBodies, { 'a body in chunks': hasInEnvelope('a body in chunks') }),
  ...traitsOf('transport', ['messages.create', 'messages.stream'], { '`?beta=true`': hasInEnvelope('`?beta=true`') }),
]
