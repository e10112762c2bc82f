import { type HeaderLine, header, type RecordedRequest } from './exchange.ts'
import type { Area } from './vocabulary.ts'

/**
 * Labels that stand for credentials in every recorded request. The client replaces them with secrets when it sends, and
 * recording sources replace secrets with labels. The `sk-` labels are the same keys with one `sk-` prefix added, or
 * removed if the user's key has one (interpretation T2).
 */
export const keyLabels = {
  valid: '«key:valid»',
  validCounterpart: '«key:valid:sk»',
  invalid: '«key:invalid»',
  invalidCounterpart: '«key:invalid:sk»',
} as const

/** The credential that a request presents. */
export type Credential =
  | { readonly kind: 'missing' }
  /** A known key in the form that section 5 lists for the endpoint. */
  | { readonly kind: 'valid' | 'valid-counterpart' | 'invalid' }
  /** Another scheme than Bearer on an endpoint that requires Bearer. */
  | { readonly kind: 'not-bearer' }
  /** A form or value that the specification leaves open (interpretation G15), or an unknown key. */
  | { readonly kind: 'open'; readonly elsewhere?: Elsewhere }

/** Other places in which the known key is sent alone (interpretation C5). */
export type Elsewhere = 'authorization' | 'x-api-key' | 'x-goog-api-key' | 'key'

/** The ways to send a key: in a header, or as the query parameter `key`. */
export const credentialForms = ['query', 'bearer', 'x-api-key', 'x-goog-api-key'] as const
export type CredentialForm = (typeof credentialForms)[number]

/** The form of the key in each area according to section 5. */
export const specifiedForms = {
  images: 'bearer',
  'token-usage': 'bearer',
  'content-generation': 'query',
  messages: 'x-api-key',
} as const satisfies Readonly<Record<Area, CredentialForm>>

export const formsInWords: Readonly<Record<CredentialForm, string>> = {
  query: 'query parameter `key`',
  bearer: 'header `Authorization: Bearer`',
  'x-api-key': 'header `x-api-key`',
  'x-goog-api-key': 'header `x-goog-api-key`',
}

/** The header or query parameter of each form. */
const places: Readonly<Record<CredentialForm, Elsewhere>> = {
  query: 'key',
  bearer: 'authorization',
  'x-api-key': 'x-api-key',
  'x-goog-api-key': 'x-goog-api-key',
}

/** All headers that may contain a credential (interpretation G15). */
const headerNames = ['authorization', 'x-api-key', 'x-goog-api-key'] as const

/** Returns the credential that a recorded request presents to an endpoint whose key has the form `form`. */
export function credentialOf(request: RecordedRequest, form: CredentialForm): Credential {
  const [first, ...others] = presentedCredentials(request)
  if (first === undefined) return { kind: 'missing' }
  if (others.length > 0) return { kind: 'open' }
  if (first.place !== places[form]) return openElsewhere(first)
  return form === 'bearer' ? bearerCredential(first.value) : labelled(first.value)
}

function openElsewhere({ place, value }: Presented): Credential {
  const { kind } = place === places.bearer ? bearerCredential(value) : labelled(value)
  return kind === 'valid' ? { kind: 'open', elsewhere: place } : { kind: 'open' }
}

/** The parts of a request that may contain a credential. */
type Bearing = Pick<RecordedRequest, 'path' | 'headers'>

/**
 * Returns the request with its credential in another form. Returns it unchanged if it presents no credential, several,
 * or one that is not in the form `from`, such as another scheme than Bearer. The valid key in another scheme is removed.
 */
export function inForm<R extends Bearing>(request: R, from: CredentialForm, to: CredentialForm): R {
  const [presented, ...others] = presentedCredentials(request)
  if (from === to || others.length > 0 || presented?.place !== places[from]) return request
  const lines = request.headers.filter(([name]) => name.toLowerCase() === presented.place)
  const value = from === 'bearer' ? /^Bearer +(\S.*)$/.exec(presented.value)?.[1] : presented.value
  const headers = request.headers.filter((line) => !lines.includes(line))
  // The key in another scheme has no counterpart, and is not sent to a place where the target expects no key.
  if (value === undefined && presented.value.includes(keyLabels.valid)) return { ...request, headers }
  if (lines.length > 1 || value === undefined) return request
  const path = from === 'query' ? withoutKey(request.path) : request.path
  if (to === 'query') return { ...request, headers, path: withKey(path, value) }
  const line: HeaderLine = [places[to], to === 'bearer' ? `Bearer ${value}` : value]
  return { ...request, path, headers: [...headers, line] }
}

function withoutKey(path: string): string {
  const [before = '', query = ''] = path.split(/\?(.*)/s)
  const kept = query.split('&').filter((parameter) => !new URLSearchParams(parameter).has(places.query))
  return kept.length === 0 ? before : `${before}?${kept.join('&')}`
}

/** Adds the key to a path. Labels are not encoded, since the client replaces them. */
function withKey(path: string, value: string): string {
  const written = /^«[^»]*»$/.test(value) ? value : encodeURIComponent(value)
  return `${path}${path.includes('?') ? '&' : '?'}${places.query}=${written}`
}

/** A credential, and the header or query parameter that carries it. */
interface Presented {
  readonly place: Elsewhere
  readonly value: string
}

function presentedCredentials({ headers, path }: Bearing): readonly Presented[] {
  const found: Presented[] = []
  for (const place of headerNames) {
    const value = header(headers, place)
    if (value !== undefined) found.push({ place, value })
  }
  const key = path.includes('?') ? queryOf(path).get('key') : null
  if (key !== null) found.push({ place: 'key', value: key })
  return found
}

function bearerCredential(value: string): Credential {
  const [, scheme, token] = /^(\S+) +(\S.*)$/.exec(value) ?? []
  if (scheme === undefined || token === undefined) return { kind: 'open' }
  if (scheme === 'Bearer') return labelled(token)
  return scheme.toLowerCase() === 'bearer' ? { kind: 'open' } : { kind: 'not-bearer' }
}

function labelled(value: string | undefined): Credential {
  if (value === keyLabels.valid) return { kind: 'valid' }
  if (value === keyLabels.validCounterpart) return { kind: 'valid-counterpart' }
  if (value === keyLabels.invalid || value === keyLabels.invalidCounterpart) return { kind: 'invalid' }
  return { kind: 'open' }
}

export function queryOf(path: string): URLSearchParams {
  const mark = path.indexOf('?')
  return new URLSearchParams(mark < 0 ? '' : path.slice(mark + 1))
}
