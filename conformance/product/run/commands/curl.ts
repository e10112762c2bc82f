import { isUtf8 } from 'node:buffer'
import { shellQuoted } from '../../../../reports/shell-word.ts'
import { keyLabels } from '../../../core/model/credential.ts'
import { usualOffer } from '../../../core/model/envelope.ts'
import { type HeaderLine, header, type RecordedRequest } from '../../../core/model/exchange.ts'
import { asBuffer } from '../../../core/wire/bytes.ts'
import { type Names, translated } from '../../../engine/record/client/names.ts'

/** The longest body in a command, in bytes. Nobody copies a longer one. */
const longestBody = 8 * 1024

/** The names and flags that make a curl command reach a target. */
export interface CurlWords extends Omit<Names, 'key'> {
  /** The environment variable that holds the key; `MGI_API_KEY` by default. */
  readonly variable?: string
  /** True if the key begins with `sk-`, so that its counterpart is the one without. */
  readonly isPrefixed?: boolean
  /** Further options of curl with their values, quoted where the shell needs it. */
  readonly flags?: readonly string[]
}

/**
 * Returns a command for a POSIX shell that sends the request again. An environment variable stands for the key. Returns
 * `undefined` if the body is too long for a command.
 */
export function curlFor(request: RecordedRequest, target: string, words: CurlWords): string | undefined {
  const { method, path, headers, body } = translated(request, words)
  if (body.length > longestBody) return undefined
  const quoted = (text: string): string => quotedWith(text, keyLabel, words)
  const said = headers
    .filter(isWorthRepeating)
    .flatMap((line) => ['-H', quotedWith(line.join(': '), keyOrVariable, words)])
  // The address of an image may be on another host, which must not receive a key.
  const url = path.startsWith('/') ? quoted(target + path) : shellQuoted(path)
  const command = [
    'curl',
    '-sS',
    '-i',
    '-N',
    ...(words.flags ?? []),
    ...decoding(headers),
    ...(method === 'POST' ? [] : ['-X', method]),
    url,
    ...said,
  ]
  if (method === 'POST' && body.length === 0) return [...command, '-X', method].join(' ')
  if (body.length === 0) return command.join(' ')
  if (isPlain(body)) return [...command, '--data-raw', quoted(asBuffer(body).toString('utf8'))].join(' ')
  const bytes = Buffer.from(body).toString('base64')
  return `printf %s ${quoted(bytes)} | base64 -d | ${[...command, '--data-binary', '@-'].join(' ')}`
}

/** Omits the usual `accept-encoding`: a terminal shows compressed responses as garbage. */
function isWorthRepeating([name, value]: HeaderLine): boolean {
  return name.toLowerCase() !== usualOffer[0] || value !== usualOffer[1]
}

/** Returns the flag with which curl decodes the response to a request that offers codings. */
function decoding(headers: readonly HeaderLine[]): readonly string[] {
  const offered = header(headers.filter(isWorthRepeating), usualOffer[0])
  return offered === undefined || offered === 'identity' ? [] : ['--compressed']
}

const keyLabel = /(«key:[a-z:]+»)/
/** Variables are only in the user's own headers. In a text from the target, a label of one is only text. */
const keyOrVariable = /(«key:[a-z:]+»|«env:\w+»)/

/** Quotes a text as one word for the shell. Only the variables that stand for secrets stay unquoted. */
function quotedWith(text: string, labels: RegExp, words: CurlWords): string {
  const pieces = text.split(labels).filter((piece) => piece !== '')
  return pieces.map((piece) => secretPiece(piece, words) ?? shellQuoted(piece)).join('') || "''"
}

function secretPiece(piece: string, { variable = 'MGI_API_KEY', isPrefixed = false }: CurlWords): string | undefined {
  const [, held] = /^«env:(\w+)»$/.exec(piece) ?? []
  if (held !== undefined) return `"$${held}"`
  if (piece === keyLabels.valid) return `"$${variable}"`
  if (piece === keyLabels.validCounterpart) return isPrefixed ? `"\${${variable}#sk-}"` : `"sk-$${variable}"`
  if (piece !== keyLabels.invalid && piece !== keyLabels.invalidCounterpart) return undefined
  return (piece === keyLabels.invalid) === isPrefixed ? "'sk-mgi-wrong-key'" : "'mgi-wrong-key'"
}

function isPlain(body: Uint8Array): boolean {
  return isUtf8(body) && !/[^\t\n\u0020-\ud7ff\ue000-\u{10ffff}]|\u007f/u.test(asBuffer(body).toString('utf8'))
}
