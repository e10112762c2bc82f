import { isUtf8 } from 'node:buffer'
import { shellQuoted } from '../../../reports/shell-word.ts'
import { keyLabels } from '../../model/credential.ts'
import type { RecordedRequest } from '../../model/exchange.ts'
import { type Names, translated } from '../../sources/names.ts'

export { shellQuoted, shellWord } from '../../../reports/shell-word.ts'

/** A longer body makes no command that anybody would copy. */
const longestBody = 8 * 1024

/**
 * A command for a POSIX shell that sends the request again; `$MGI_API_KEY` stands for the key.
 * `undefined` where the body is too long to be part of a command.
 */
export function curlFor(request: RecordedRequest, target: string, names: Omit<Names, 'key'>): string | undefined {
  const { method, path, headers, body } = translated(request, names)
  if (body.length > longestBody) return undefined
  const said = headers.flatMap((line) => ['-H', quoted(line.join(': '))])
  const url = quoted(target + path)
  const command = ['curl', '-sS', '-i', '-N', ...(method === 'POST' ? [] : ['-X', method]), url, ...said]
  if (method === 'POST' && body.length === 0) return [...command, '-X', method].join(' ')
  if (body.length === 0) return command.join(' ')
  if (isPlain(body)) return [...command, '--data-raw', quoted(textOf(body))].join(' ')
  const bytes = Buffer.from(body).toString('base64')
  return `printf %s ${quoted(bytes)} | base64 -d | ${[...command, '--data-binary', '@-'].join(' ')}`
}

const keyPieces: Readonly<Record<string, string>> = {
  [keyLabels.valid]: '"$MGI_API_KEY"',
  [keyLabels.validTwin]: '"sk-$MGI_API_KEY"',
  [keyLabels.invalid]: "'mgi-wrong-key'",
}

/** One word for the shell: nothing in it is special but the keys. */
function quoted(text: string): string {
  const pieces = text.split(/(«key:[a-z:]+»)/).filter((piece) => piece !== '')
  return pieces.map((piece) => keyPieces[piece] ?? shellQuoted(piece)).join('') || "''"
}

function isPlain(body: Uint8Array): boolean {
  return isUtf8(body) && !/[^\t\n\u0020-\ud7ff\ue000-\u{10ffff}]|\u007f/u.test(textOf(body))
}

function textOf(body: Uint8Array): string {
  return Buffer.from(body.buffer, body.byteOffset, body.length).toString('utf8')
}
