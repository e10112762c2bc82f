import { type CredentialForm, inForm, specifiedForms } from '../../../core/model/credential.ts'
import { type HeaderLine, header, mediaType, type RecordedRequest } from '../../../core/model/exchange.ts'
import { memoize } from '../../../core/model/memoize.ts'
import { unknownModelLabel, unknownModelName } from '../../../core/model/unknown-model.ts'
import type { Area } from '../../../core/model/vocabulary.ts'
import { asBuffer } from '../../../core/wire/bytes.ts'
import { percentDecoded } from '../../../core/wire/percent-decoded.ts'
import type { Vocabulary } from '../evidence/frame.ts'
import { withField } from './form-field.ts'
import { withMember } from './json-member.ts'
import { type Secret, secretsOf } from './keys.ts'

/** The names that a target uses in place of those of the specification. */
export interface Names {
  readonly key: string
  /** The target's model names, by the labels of the specification. A label without a name is sent unchanged. */
  readonly models?: Readonly<Record<string, string>>
  /** The target's header names, by those of the specification. */
  readonly headers?: Readonly<Record<string, string>>
  /** The target's version instead of `2023-06-01`. */
  readonly version?: string
  /** The form of the key, if it is not that of the specification. */
  readonly credential?: { readonly specified: CredentialForm; readonly sent: CredentialForm }
  readonly extraHeaders?: readonly HeaderLine[]
}

/** A request with the names of the target. */
export interface Outgoing {
  readonly method: string
  /** Path and query below the base URL. */
  readonly path: string
  readonly headers: readonly HeaderLine[]
  readonly body: Uint8Array
}

/** Returns the names of a target for requests of one area or, if the area is unknown, those for all areas. */
export function wordsFor(
  { models, headers, version, credential }: Vocabulary,
  area: Area | undefined,
): Pick<Names, 'models' | 'headers' | 'version' | 'credential'> {
  const sent = area === undefined ? undefined : credential?.[area]
  return {
    models,
    headers,
    version,
    ...(area === undefined || sent === undefined ? {} : { credential: { specified: specifiedForms[area], sent } }),
  }
}

const neutralVersion = '2023-06-01'

const allSecretsOf = memoize(({ key }: Names): readonly Secret[] => secretsOf(key))

/** Translates a recorded request into the names of the target and inserts the secrets. */
export function outgoing(request: RecordedRequest, names: Names): Outgoing {
  const { extraHeaders = [], ...words } = names
  const { method, path, headers, body } = translated(request, words)
  const secrets = allSecretsOf(names)
  return {
    method,
    path: withSecrets(path, secrets, encodeURIComponent),
    headers: [
      ...headers.map(([name, value]): HeaderLine => [name, withSecrets(value, secrets, (secret) => secret)]),
      ...extraHeaders,
    ],
    body,
  }
}

/** Translates a recorded request into the names of the target and keeps the labels of secrets. */
export function translated(recorded: RecordedRequest, names: Omit<Names, 'key'>): Outgoing {
  const { credential } = names
  const request = credential === undefined ? recorded : inForm(recorded, credential.specified, credential.sent)
  return {
    method: request.method,
    path: targetPath(request.path, names),
    headers: [...request.headers.map((line) => targetHeader(line, names)), ...(names.extraHeaders ?? [])],
    body: targetBody(request, names),
  }
}

type Words = Omit<Names, 'key'>

function targetPath(path: string, names: Words): string {
  const mark = path.indexOf('?')
  const before = mark < 0 ? path : path.slice(0, mark)
  const query = mark < 0 ? '' : path.slice(mark)
  return before.replace(/(?<=\/models\/)[^:/]+/g, (written) => targetPathModel(written, names)) + query
}

/** A vendor's model name may contain slashes, which are not encoded. */
function targetPathModel(written: string, names: Words): string {
  const model = percentDecoded(written)
  const target = model === undefined ? undefined : targetModel(model, names)
  if (target === undefined || target === model) return written
  return target.split('/').map(encodeURIComponent).join('/')
}

function targetHeader([name, value]: HeaderLine, names: Words): HeaderLine {
  const neutral = name.toLowerCase()
  const target = own(names.headers, neutral) ?? name
  const isVersion = neutral === 'provider-version' && value === neutralVersion
  return [target, isVersion ? (names.version ?? value) : value]
}

function targetBody({ headers, body }: RecordedRequest, names: Words): Uint8Array {
  if (!mentionsModel(body, names)) return body
  const translate = (model: string): string => targetModel(model, names)
  const type = mediaType(headers)
  if (type === 'multipart/form-data') return withField(body, header(headers, 'content-type') ?? '', 'model', translate)
  return withMember(body, 'model', translate)
}

function mentionsModel(body: Uint8Array, names: Words): boolean {
  const bytes = asBuffer(body)
  return [unknownModelLabel, ...Object.keys(names.models ?? {})].some((label) => bytes.includes(label))
}

function targetModel(model: string, names: Words): string {
  return own(names.models, model) ?? (model === unknownModelLabel ? unknownModelName : model)
}

function own(record: Readonly<Record<string, string>> | undefined, key: string): string | undefined {
  return record !== undefined && Object.hasOwn(record, key) ? record[key] : undefined
}

function withSecrets(text: string, secrets: readonly Secret[], write: (secret: string) => string): string {
  return secrets.reduce((redacted, { label, value }) => redacted.replaceAll(label, () => write(value)), text)
}
