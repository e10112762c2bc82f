import { keyLabels } from '../../../core/model/credential.ts'
import type { HeaderLine, RecordedRequest } from '../../../core/model/exchange.ts'
import { secretsOf } from '../client/keys.ts'

/** The label for unknown keys and other secrets. */
const unknownKey = '«key:unknown»'
const hidden = '«hidden»'

/**
 * The headers and parameters of section 5 and similar ones, and others that are usually secret. Replies to one
 * `Idempotency-Key` are one reply (interpretation M10), so that its value has to be seen.
 */
const keyHeader = /^(authorization|x-api-key|x-goog-api-key)$/i
const secretHeader =
  /^(?!.*(ratelimit|idempotency)).*(cookie|authorization|credential|password|secret|session|signature|(^|[-_])(auth|csrf|xsrf|(api)?key|token)s?($|[-_]))/i
const keyParameter = 'key'
const secretParameter = /^(api[-_]?key|.*token|auth.*|password|.*secret|sig|.*signature|.*credential)$/i

/** Returns the label for a credential. */
export type LabelOf = (secret: string) => string

/** Returns a function that labels valid keys, their `sk-` counterparts, and keys that the target rejected. */
export function labelsFor(keys: readonly string[], rejected: readonly string[] = []): LabelOf {
  const labels = new Map(keys.flatMap((key) => secretsOf(key).map(({ label, value }) => [value, label] as const)))
  const others = new Set(rejected)
  return (secret) => labels.get(secret) ?? (others.has(secret) ? keyLabels.invalid : unknownKey)
}

/**
 * The client errors that say nothing about a key: a payment is due, a permission or a limit is exceeded, or the request
 * came at the wrong time (interpretations G10, G11).
 */
const otherReasons: ReadonlySet<number> = new Set([402, 403, 408, 409, 425, 429])

/**
 * Returns whether a status may reject a key: any client error that has no other usual reason. It does if the same
 * request was served with another key.
 */
export function mayRejectKey(status: number | undefined): boolean {
  return status !== undefined && status >= 400 && status < 500 && !otherReasons.has(status)
}

/** Returns the keys in a request, without labels and empty values. */
export function presentedKeys({ path, headers }: Pick<RecordedRequest, 'path' | 'headers'>): readonly string[] {
  const inHeaders = headers.filter(([name]) => keyHeader.test(name)).map(([, value]) => splitScheme(value).token)
  const inPath = [...new URLSearchParams(path.split('?')[1] ?? '')].filter(([name]) => name === keyParameter)
  return [...inHeaders, ...inPath.map(([, value]) => value)].filter((value) => value !== '' && !isLabelled(value))
}

/** Returns the header lines with keys, without labels and empty values. */
export function keyLines(headers: readonly HeaderLine[]): readonly HeaderLine[] {
  return headers.filter(([name, value]) => keyHeader.test(name) && value !== '' && !isLabelled(value))
}

/** Replaces credentials and other secrets in header lines by labels. */
export function hiddenHeaders(headers: readonly HeaderLine[], labelOf: LabelOf): readonly HeaderLine[] {
  return headers.map(([name, value]): HeaderLine => {
    if (value === '' || isLabelled(value)) return [name, value]
    const { scheme, token } = splitScheme(value)
    if (keyHeader.test(name)) return [name, scheme + labelOf(token)]
    return secretHeader.test(name) ? [name, hidden] : [name, value]
  })
}

/** Replaces the keys in the query of a path by labels. */
export function hiddenPath(path: string, labelOf: LabelOf): string {
  const mark = path.indexOf('?')
  if (mark < 0) return path
  const parameters = path.slice(mark + 1).split('&')
  return path.slice(0, mark + 1) + parameters.map((parameter) => hiddenParameter(parameter, labelOf)).join('&')
}

function hiddenParameter(parameter: string, labelOf: LabelOf): string {
  const [[name, value] = ['', '']] = [...new URLSearchParams(parameter)]
  if (value === '' || isLabelled(value)) return parameter
  if (name === keyParameter) return `${keyParameter}=${labelOf(value)}`
  return secretParameter.test(name) ? `${name}=${hidden}` : parameter
}

function isLabelled(value: string): boolean {
  return value.includes('«') && value.includes('»')
}

function splitScheme(value: string): { readonly scheme: string; readonly token: string } {
  const [, scheme = '', token = value] = /^(\S+ +)(\S.*)$/s.exec(value) ?? []
  return { scheme, token }
}

/** Returns why a request does not show whether its key is valid; `undefined` if it does. */
export function keyNotShown(request: Pick<RecordedRequest, 'path' | 'headers'>): string | undefined {
  if (bringsKnownKey(request)) return undefined
  const isInPath = [...new URLSearchParams(request.path.split('?')[1] ?? '').keys()].includes(keyParameter)
  const isThere = isInPath || request.headers.some(([name, value]) => keyHeader.test(name) && value !== '')
  return isThere ? 'their key is hidden or unknown' : 'recorded without a key'
}

/** Returns whether a request has a known key, so that its credential is complete. */
function bringsKnownKey({ path, headers }: Pick<RecordedRequest, 'path' | 'headers'>): boolean {
  const values = [...headers.filter(([name]) => keyHeader.test(name)).map(([, value]) => value), path]
  return Object.values(keyLabels).some((label) => values.some((value) => value.includes(label)))
}
