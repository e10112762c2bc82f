import { header, type RecordedRequest } from './exchange.ts'

/**
 * Labels stand for credentials in every recorded request: the client puts the secret in when it sends,
 * recording sources put the label back. The `sk-` labels are the same keys with exactly one `sk-` prefix
 * added, or removed where the user's key has one (interpretation T2).
 */
export const keyLabels = {
  valid: '«key:valid»',
  validCounterpart: '«key:valid:sk»',
  invalid: '«key:invalid»',
} as const

/** What a request presents to be let in. */
export type Credential =
  | { readonly kind: 'missing' }
  /** A known key in the form section 5 lists for the endpoint. */
  | { readonly kind: 'valid' | 'valid-counterpart' | 'invalid' }
  /** Another scheme than Bearer where Bearer is asked for. */
  | { readonly kind: 'not-bearer' }
  /** A form or value that the specification leaves open (interpretation G15), or a key nobody told us about. */
  | { readonly kind: 'open'; readonly elsewhere?: Elsewhere }

/** Where the known key stands alone, other than where section 5 says (interpretation C5). */
export type Elsewhere = 'authorization' | 'x-api-key' | 'x-goog-api-key' | 'key'

/** Where section 5 says that an endpoint's key travels. */
export type CredentialForm = 'bearer' | 'query-key' | 'x-api-key'

/** The header or query parameter of each form. */
const places: Readonly<Record<CredentialForm, string>> = {
  bearer: 'authorization',
  'query-key': 'key',
  'x-api-key': 'x-api-key',
}

/** Every header name or query parameter a credential may hide in (interpretation G15). */
const headerNames = ['authorization', 'x-api-key', 'x-goog-api-key'] as const

/** Reads what a recorded request presents as its credential, seen from an endpoint that wants `form`. */
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

/** A credential, and the header or query parameter that carries it. */
interface Presented {
  readonly place: Elsewhere
  readonly value: string
}

function presentedCredentials({ headers, path }: RecordedRequest): readonly Presented[] {
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
  if (value === keyLabels.invalid) return { kind: 'invalid' }
  return { kind: 'open' }
}

/** The query of a recorded path. */
export function queryOf(path: string): URLSearchParams {
  const mark = path.indexOf('?')
  return new URLSearchParams(mark < 0 ? '' : path.slice(mark + 1))
}
