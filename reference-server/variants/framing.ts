import { type Framing, framed, nameLine } from './quirks/streams.ts'
import { chunked } from './quirks/transport.ts'
import type { Variant } from './variant.ts'

/** CRLF, a byte order mark, a comment before and after every event, `id:` and `retry:` lines. */
const windows: Framing = (events) =>
  `\ufeff: open\r\n\r\n${events
    .map(
      ({ event, json }, at) =>
        `: heartbeat\r\nid: ${at}\r\nretry: 3000\r\n${nameLine(event, '\r\n')}data: ${JSON.stringify(json)}\r\n\r\n:\r\n`,
    )
    .join('')}`

/** Carriage returns only, `data:` without a space before the name, three blank lines between events. */
const oldMac: Framing = (events) =>
  events
    .map(({ event, json }) => `data:${JSON.stringify(json)}\r${event === undefined ? '' : `event:${event}\r`}\r\r\r`)
    .join('')

/** Each payload pretty-printed over many `data:` lines, among unknown fields. */
const manyLines: Framing = (events) =>
  events
    .map(({ event, json }) => {
      const lines = JSON.stringify(json, undefined, 2).split('\n')
      return `${nameLine(event, '\n')}trace: 7\ndata\nfield\n${lines.map((line) => `data: ${line}\n`).join('')}\n`
    })
    .join('')

/** No `event:` lines, blank lines before the first event and after the last, comments with no events at the end. */
const unnamed: Framing = (events) =>
  `\n\n\n${events.map(({ json }) => `data: ${JSON.stringify(json)}\n\n`).join('')}\n\n: done\n\n: bye\n`

/** The framing of events in streams. */
const variants: readonly Variant[] = [
  {
    id: 'framing-crlf',
    name: 'frames events with CRLF, a byte order mark, comments, id and retry lines',
    permittedBy: 'S3',
    areas: ['content-generation', 'messages'],
    quirks: [framed(windows), chunked(2)],
  },
  {
    id: 'framing-cr',
    name: 'frames events with CR alone and three blank lines',
    permittedBy: 'S3',
    areas: ['content-generation', 'messages'],
    quirks: [framed(oldMac)],
  },
  {
    id: 'framing-many-lines',
    name: 'spreads each payload over many data lines among unknown fields',
    permittedBy: 'S3',
    areas: ['content-generation', 'messages'],
    quirks: [framed(manyLines)],
  },
  {
    id: 'framing-unnamed',
    name: 'writes no event lines but blank ones, and comments after the end',
    permittedBy: 'S3, section 6',
    areas: ['content-generation', 'messages'],
    quirks: [framed(unnamed)],
  },
]
export default variants
