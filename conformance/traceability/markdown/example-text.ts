import type { WrittenBody, WrittenExchange, WrittenHeaders, WrittenLine } from '../corpus.ts'

/** More exchanges than this are only counted. The last ones are the relevant ones. */
const mostExchanges = 3
const mostLines = 40
const mostColumns = 200

/** Formats the exchanges of a corpus line as Markdown blocks of HTTP. */
export function exampleText({ exchanges }: Pick<WrittenLine, 'exchanges'>): string {
  const shown = exchanges.slice(-mostExchanges)
  const left = exchanges.length - shown.length
  const note = left === 0 ? [] : [`Before it: ${left} more exchange${left === 1 ? '' : 's'}.`]
  return [...note, ...shown.map((exchange) => block(exchangeText(exchange)))].join('\n\n')
}

/** Returns text as a code block with a fence that the text cannot end. */
export function block(text: string, language = 'text'): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${text}\n${fence}`
}

function exchangeText({ request, response, ended = 'complete' }: WrittenExchange): string {
  const { method, path } = request
  const sent = [`${method} ${path}`, ...headerLines(request.headers), ...bodyLines(request)]
  const received =
    response === null
      ? ['no response']
      : [`status ${response.status}`, ...headerLines(response.headers), ...bodyLines(response)]
  return [...sent, '', ...received, ...(ended === 'complete' ? [] : ['', `ended: ${ended}`])].map(clipped).join('\n')
}

function headerLines(headers: WrittenHeaders = {}): readonly string[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    [value]
      .flat()
      .filter((one) => one !== '')
      .map((one) => `${name}: ${one}`),
  )
}

function bodyLines(body: WrittenBody): readonly string[] {
  const lines = linesOf(body)
  if (lines.length === 0) return []
  const left = lines.length - mostLines
  return ['', ...lines.slice(0, mostLines), ...(left > 0 ? [`… ${left} more lines`] : [])]
}

function linesOf(body: WrittenBody): readonly string[] {
  if (body.multipart)
    return body.multipart.map(({ name, value, filename, fixture, type }) =>
      value === undefined
        ? `${name}: a file, ${filename ?? fixture ?? 'a.png'} (${type ?? 'image/png'})`
        : `${name}: ${value}`,
    )
  if (body.events)
    return body.events.flatMap(({ event, data }) => [
      ...(event === undefined ? [] : [`event: ${event}`]),
      `data: ${typeof data === 'string' ? data : JSON.stringify(data)}`,
      '',
    ])
  if (body.text !== undefined) return body.text.split(/\r?\n/)
  if (body.base64 !== undefined) return [`bytes, in base64: ${body.base64}`]
  return 'json' in body ? JSON.stringify(body.json, null, 2).split('\n') : []
}

/** Returns a line without control characters, clipped to a maximum. */
function clipped(line: string): string {
  const plain = line.replaceAll(/\p{C}/gu, '\ufffd')
  return plain.length <= mostColumns
    ? plain
    : `${plain.slice(0, mostColumns)}… (${plain.length - mostColumns} more characters)`
}
