import { unknownEvents, unknownMembers } from './quirks/everywhere.ts'
import { chunked, declaresJson, encodes, namesHeaders, succeedsWith, withHeaders } from './quirks/transport.ts'
import type { Variant } from './variant.ts'

/** The transport of replies: statuses, headers, codings, chunks. */
const variants: readonly Variant[] = [
  {
    id: 'status-201',
    name: 'answers 201 instead of 200 and adds headers of its own',
    permittedBy: 'G3, G1',
    areas: ['messages'],
    quirks: [
      succeedsWith(201),
      withHeaders({ 'x-ratelimit-remaining': '7', 'set-cookie': 'a=b', 'request-id': 'r-1' }),
    ],
  },
  {
    id: 'status-203-206',
    name: 'answers 203 and 206 in the place of 200',
    permittedBy: 'G3',
    areas: ['token-usage', 'messages'],
    quirks: [
      (answer, { ordinal }) => (answer.status === 200 ? { ...answer, status: ordinal % 2 ? 203 : 206 } : answer),
    ],
  },
  {
    id: 'unknown-members-and-events',
    name: 'adds unknown members to every object and unknown events to every stream',
    permittedBy: 'G1, S2',
    areas: ['token-usage', 'content-generation', 'messages'],
    quirks: [...unknownMembers, unknownEvents],
  },
  {
    id: 'content-codings',
    name: 'encodes bodies with gzip, x-gzip, deflate in both forms, br and identity in turn',
    permittedBy: 'S3, RFC 9110 section 12.5.3',
    areas: ['token-usage', 'messages'],
    quirks: [encodes('gzip', 'br', 'deflate', 'raw deflate', 'x-gzip', 'identity', 'gzip, br')],
  },
  {
    id: 'chunks-of-one-byte',
    name: 'sends every byte in a chunk of its own',
    permittedBy: 'S3',
    areas: ['token-usage', 'messages'],
    quirks: [chunked(1)],
  },
  {
    id: 'chunks-of-three-bytes',
    name: 'sends chunks of three bytes and closes every connection',
    permittedBy: 'S3, RFC 9112 section 9.6',
    areas: ['token-usage', 'content-generation'],
    quirks: [chunked(3)],
    hangsUp: true,
  },
  {
    id: 'header-names-in-capitals',
    name: 'spells header names in capitals and JSON with another charset',
    permittedBy: 'G14, RFC 9110 section 5.1',
    areas: ['token-usage', 'messages'],
    quirks: [declaresJson('Application/JSON ; Charset="UTF-8"'), namesHeaders((name) => name.toUpperCase())],
  },
  {
    id: 'other-json-types',
    name: 'declares errors as application/problem+json and replies as vendor JSON, with header names in lower case',
    permittedBy: 'G14',
    areas: ['token-usage', 'content-generation', 'messages'],
    quirks: [
      declaresJson('application/problem+json', ({ status }) => status >= 400),
      declaresJson('application/vnd.gateway.v2+json', ({ status }) => status < 400),
      namesHeaders((name) => name.toLowerCase()),
    ],
  },
]
export default variants
