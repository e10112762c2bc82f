import {
  chunked,
  declaresJson,
  encodes,
  type Framing,
  framed,
  namesHeaders,
  succeedsWith,
  withHeaders,
} from '../transport-alterations.ts'
import { unknownEvents, unknownMembers, unknownMembersInStreams } from './everywhere.ts'
import { replies, type Variant } from './variant.ts'

/** Variants of the transport of replies: statuses, headers, encodings and chunks. */
export const transportVariants: readonly Variant[] = [
  {
    id: 'status-201',
    name: 'returns 201 instead of 200 and adds its own headers',
    permittedBy: 'G3, G1',
    areas: ['messages'],
    alterations: replies(
      succeedsWith(201),
      withHeaders({ 'x-ratelimit-remaining': '7', 'set-cookie': 'a=b', 'request-id': 'r-1' }),
    ),
  },
  {
    id: 'status-203-206',
    name: 'returns 203 and 206 instead of 200',
    permittedBy: 'G3',
    areas: ['token-usage', 'messages'],
    alterations: replies((reply, { ordinal }) => succeedsWith(ordinal % 2 ? 203 : 206)(reply)),
  },
  {
    id: 'unknown-members-and-events',
    name: 'adds unknown members to every object and unknown events to every stream',
    permittedBy: 'G1, S2',
    areas: ['token-usage', 'content-generation', 'messages'],
    alterations: replies(unknownMembers, unknownMembersInStreams, unknownEvents),
  },
  {
    id: 'content-codings',
    name: 'encodes bodies with gzip, x-gzip, deflate in both forms, br and identity in turn',
    permittedBy: 'S3, RFC 9110 section 12.5.3',
    areas: ['token-usage', 'messages'],
    alterations: replies(encodes('gzip', 'br', 'deflate', 'raw deflate', 'x-gzip', 'identity', 'gzip, br')),
  },
  {
    id: 'chunks-of-one-byte',
    name: 'sends every byte in its own chunk',
    permittedBy: 'S3',
    areas: ['token-usage', 'messages'],
    alterations: replies(chunked(1)),
  },
  {
    id: 'chunks-of-three-bytes',
    name: 'sends chunks of three bytes and closes every connection',
    permittedBy: 'S3, RFC 9112 section 9.6',
    areas: ['token-usage', 'content-generation'],
    alterations: replies(chunked(3), withHeaders({ connection: 'close' })),
  },
  {
    id: 'header-names-in-capitals',
    name: 'writes header names in capitals and the JSON media type in unusual case with a charset',
    permittedBy: 'G14, RFC 9110 section 5.1',
    areas: ['token-usage', 'messages'],
    alterations: replies(
      declaresJson('Application/JSON ; Charset="UTF-8"'),
      namesHeaders((name) => name.toUpperCase()),
    ),
  },
  {
    id: 'other-json-types',
    name: 'declares errors as application/problem+json and replies as vendor JSON, with header names in lower case',
    permittedBy: 'G14',
    areas: ['token-usage', 'content-generation', 'messages'],
    alterations: replies(
      declaresJson('application/problem+json', ({ status }) => status >= 400),
      declaresJson('application/vnd.gateway.v2+json', ({ status }) => status < 400),
      namesHeaders((name) => name.toLowerCase()),
    ),
  },
]

/** Uses CRLF, a byte order mark, a comment before and after every event, and `id:` and `retry:` lines. */
const windows: Framing = (events) =>
  `\ufeff: open\r\n\r\n${events
    .map(
      ({ event, data }, at) =>
        `: heartbeat\r\nid: ${at}\r\nretry: 3000\r\n${nameLine(event, '\r\n')}data: ${JSON.stringify(data)}\r\n\r\n:\r\n`,
    )
    .join('')}`

/** Uses only carriage returns, `data:` without a space and before the name, and extra blank lines between events. */
const oldMac: Framing = (events) =>
  events
    .map(({ event, data }) => `data:${JSON.stringify(data)}\r${event === undefined ? '' : `event:${event}\r`}\r\r\r`)
    .join('')

/** Pretty-prints each payload on many `data:` lines, among unknown fields. */
const manyLines: Framing = (events) =>
  events
    .map(({ event, data }) => {
      const lines = JSON.stringify(data, undefined, 2).split('\n')
      return `${nameLine(event, '\n')}trace: 7\ndata\nfield\n${lines.map((line) => `data: ${line}\n`).join('')}\n`
    })
    .join('')

/** Sends no `event:` lines, blank lines before the first event and after the last, and comments at the end. */
const unnamed: Framing = (events) =>
  `\n\n\n${events.map(({ data }) => `data: ${JSON.stringify(data)}\n\n`).join('')}\n\n: done\n\n: bye\n`

/** Returns an `event:` line, or nothing. */
function nameLine(event: string | undefined, end: string): string {
  return event === undefined ? '' : `event: ${event}${end}`
}

export const framingVariants: readonly Variant[] = [
  {
    id: 'framing-crlf',
    name: 'frames events with CRLF, a byte order mark, comments, id and retry lines',
    permittedBy: 'S3',
    areas: ['content-generation', 'messages'],
    alterations: replies(framed(windows), chunked(2)),
  },
  {
    id: 'framing-cr',
    name: 'frames events with CR only, and ends each with several blank lines',
    permittedBy: 'S3',
    areas: ['content-generation', 'messages'],
    alterations: replies(framed(oldMac)),
  },
  {
    id: 'framing-many-lines',
    name: 'splits each payload into many data lines among unknown fields',
    permittedBy: 'S3',
    areas: ['content-generation', 'messages'],
    alterations: replies(framed(manyLines)),
  },
  {
    id: 'framing-unnamed',
    name: 'sends no event lines, extra blank lines, and comments at the end',
    permittedBy: 'S3, section 6',
    areas: ['content-generation', 'messages'],
    alterations: replies(framed(unnamed)),
  },
]
