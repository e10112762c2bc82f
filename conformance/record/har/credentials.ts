import { keyLabels } from '../../model/credential.ts'
import type { HeaderLine, RecordedRequest } from '../../model/exchange.ts'
import { secretsOf } from '../client/keys.ts'

/** Stands for a key that nobody told us about, and for other secrets. */
const unknownKey = '«key:unknown»'
const hidden = '«hidden»'

/** The headers and parameters of section 5 and its likes, and what else is usually kept to oneself. */
const keyHeader = /^(authorization|x-api-key|x-goog-api-key)$/i
const secretHeader =
  /^(?!.*ratelimit).*(cookie|authorization|credential|password|secret|session|signature|(^|[-_])(auth|csrf|xsrf|(api)?key|token)s?($|[-_]))/i
const keyParameter = 'key'
const secretParameter = /^(api[-_]?key|.*token|auth.*|password|.*secret|sig|.*signature|.*credential)$/i

/** The label for a credential. */
export type LabelOf = (secret: string) => string

/** The labels of the keys that are known, and of their `sk-` counterpart. */
export function labelsFor(keys: readonly string[]): LabelOf {
  const labels = new Map(keys.flatMap((key) => secretsOf(key).map(({ label, value }) => [value, label] as const)))
  return (secret) => labels.get(secret) ?? unknownKey
}

/** The keys that a request presents: no labels, and none that are empty. */
export function presentedKeys({ path, headers }: Pick<RecordedRequest, 'path' | 'headers'>): readonly string[] {
  const inHeaders = headers.filter(([name]) => keyHeader.test(name)).map(([, value]) => splitScheme(value).token)
  const inPath = [...new URLSearchParams(path.split('?')[1] ?? '')].filter(([name]) => name === keyParameter)
  return [...inHeaders, ...inPath.map(([, value]) => value)].filter((value) => value !== '' && !isLabelled(value))
}

/** Header lines with labels for credentials, and without the values of whatever else may be secret. */
export function hiddenHeaders(headers: readonly HeaderLine[], labelOf: LabelOf): readonly HeaderLine[] {
  return headers.map(([name, value]): HeaderLine => {
    if (value === '' || isLabelled(value)) return [name, value]
    const { scheme, token } = splitScheme(value)
    if (keyHeader.test(name)) return [name, scheme + labelOf(token)]
    return secretHeader.test(name) ? [name, hidden] : [name, value]
  })
}

/** A path with labels for the keys in its query. */
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

/** Whether a value is one that recording put in place of a secret. */
function isLabelled(value: string): boolean {
  return value.includes('«') && value.includes('»')
}

function splitScheme(value: string): { readonly scheme: string; readonly token: string } {
  const [, scheme = '', token = value] = /^(\S+ +)(\S.*)$/s.exec(value) ?? []
  return { scheme, token }
}

/** Whether a request brings a key that is known, so that nothing about its credential is missing. */
export function bringsKnownKey({ path, headers }: Pick<RecordedRequest, 'path' | 'headers'>): boolean {
  const values = [...headers.filter(([name]) => keyHeader.test(name)).map(([, value]) => value), path]
  return Object.values(keyLabels).some((label) => values.some((value) => value.includes(label)))
}
