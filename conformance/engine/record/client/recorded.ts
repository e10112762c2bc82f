import { inForm } from '../../../core/model/credential.ts'
import { type HeaderLine, header, mediaType, type RecordedRequest } from '../../../core/model/exchange.ts'
import { percentDecoded } from '../../../core/wire/percent-decoded.ts'
import { withField } from './form-field.ts'
import { withMember } from './json-member.ts'
import type { Names } from './names.ts'

/** The names of a target, for translating recorded requests into those of the specification. */
export interface TargetWords extends Pick<Names, 'models' | 'headers' | 'version' | 'credential'> {
  /** Names that the official clients of vendors use whatever the target. */
  readonly usual?: UsualNames
}

/** Usual names of headers. Each is read in requests that lack the header of the specification. */
export interface UsualNames {
  readonly names: readonly (readonly [specified: string, usual: string])[]
  /** Headers with the key, which are only reported. */
  readonly keyHeaders: readonly string[]
  readonly onRead: (usual: string, specified: string) => void
}

const neutralVersion = '2023-06-01'

/** Translates a request with the names of the target into those of the specification. The inverse of `translated`. */
export function recorded(request: RecordedRequest, words: TargetWords): RecordedRequest {
  const { credential } = words
  const formed = credential === undefined ? request : inForm(request, credential.sent, credential.specified)
  const headers = withUsualNames(
    formed.headers.map((line) => neutralHeader(line, words)),
    words,
  )
  return { ...formed, path: recordedPath(formed.path, words), headers, body: neutralBody(request, words) }
}

/** Replaces the model name in a path by the label of the specification. A vendor's name may contain slashes. */
export function recordedPath(path: string, { models }: Pick<TargetWords, 'models'>): string {
  return path.replace(/(?<=^[^?]*\/models\/)[^?:]+(?=:\w+(\?|$))/, (written) => {
    const label = labelOf(percentDecoded(written) ?? written, models, (one) => !inBodies.test(one))
    return label === undefined ? written : encodeURIComponent(label)
  })
}

function withUsualNames(headers: readonly HeaderLine[], words: TargetWords): readonly HeaderLine[] {
  const { names = [], keyHeaders = [], onRead } = words.usual ?? {}
  for (const name of keyHeaders) if (header(headers, name) !== undefined) onRead?.(name, 'the key')
  return names.reduce((lines, [specified, usual]) => {
    if (header(lines, specified) !== undefined || header(lines, usual) === undefined) return lines
    onRead?.(usual, specified)
    return lines.map((line) => neutralHeader(line, { ...words, headers: { [specified]: usual } }))
  }, headers)
}

function neutralHeader([name, value]: HeaderLine, { headers, version }: TargetWords): HeaderLine {
  const neutral = Object.entries(headers ?? {}).find(([, target]) => target.toLowerCase() === name.toLowerCase())?.[0]
  const isVersion = neutral === 'provider-version' && value === version
  return [neutral ?? name, isVersion ? neutralVersion : value]
}

function neutralBody({ headers, body }: RecordedRequest, { models }: TargetWords): Uint8Array {
  if (models === undefined) return body
  const translate = (model: string): string => labelOf(model, models, (one) => inBodies.test(one)) ?? model
  const type = mediaType(headers)
  if (type === 'multipart/form-data') return withField(body, header(headers, 'content-type') ?? '', 'model', translate)
  return withMember(body, 'model', translate)
}

/** The labels that occur in bodies. The others occur in paths. */
const inBodies = /^(image|messages)-/

/** Returns the label of a name, unless two labels share it. */
function labelOf(
  model: string,
  models: TargetWords['models'],
  isPossible: (label: string) => boolean,
): string | undefined {
  const labels = Object.entries(models ?? {}).filter(([label, name]) => name === model && isPossible(label))
  return labels.length === 1 ? labels[0]![0] : undefined
}
