import { httpServer } from '../servers.ts'
import type { Hostile } from './hostile.ts'

function always(status: number, body: string | Buffer, headers: Record<string, string> = {}): Hostile['start'] {
  const bytes = Buffer.from(body as string)
  return () =>
    httpServer((request, response) => {
      request.resume()
      response.writeHead(status, { 'content-type': 'application/json', 'content-length': bytes.length, ...headers })
      response.end(bytes)
    })
}

const stream = { 'content-type': 'text/event-stream' }
const deep = 100_000

const all: readonly Hostile[] = [
  { name: 'sends invalid UTF-8', status: 1, start: always(200, Buffer.from('{"id":"\xff\xc3("}', 'latin1')) },
  { name: 'sends nothing but NUL bytes', status: 1, start: always(200, Buffer.alloc(5000)) },
  { name: 'sends JSON 100 000 lists deep', status: 1, start: always(200, '['.repeat(deep) + ']'.repeat(deep)) },
  {
    isHeavy: true,
    name: 'sends a reply with content 90 000 levels deep',
    status: 1,
    start: always(200, `{"type":"message","content":${'[{"a":'.repeat(45_000)}1${'}]'.repeat(45_000)}}`),
  },
  {
    name: 'rejects with an error 100 000 levels deep',
    status: 1,
    start: always(400, `{"error":${'{"error":'.repeat(deep)}1${'}'.repeat(deep)}}`),
  },
  {
    name: 'sends an event 100 000 levels deep',
    status: 1,
    start: always(
      200,
      `data: {"type":"message_start","message":${'[{"a":'.repeat(deep)}1${'}]'.repeat(deep)}}\n\n`,
      stream,
    ),
  },
  {
    name: 'sends __proto__ and its likes',
    status: 1,
    start: always(
      200,
      '{"__proto__":{"id":"x","type":"message"},"constructor":{"prototype":{"a":1}},"content":[{"__proto__":[]}]}',
    ),
  },
  {
    name: 'sends duplicate keys',
    status: 1,
    start: always(200, '{"id":"a","id":7,"content":[],"content":7,"usage":{},"usage":null}'),
  },
  {
    name: 'sends numbers beyond all measure',
    status: 1,
    start: always(
      200,
      `{"id":"a","content":[],"usage":{"input_tokens":1e999,"output_tokens":-1e999,"x":${'9'.repeat(5000)}}}`,
    ),
  },
  {
    name: 'sends lone surrogates and NULs in strings',
    status: 1,
    start: always(200, '{"id":"\\ud800\\u0000\\u001b[2J","content":[]}'),
  },
  { name: 'answers 200 with an empty body', status: 1, start: always(200, '') },
  {
    name: 'answers 204 to everything',
    start: () => httpServer((_, response) => response.writeHead(204).end()),
    status: 1,
  },
]

/** Targets with invalid or misleading JSON. */
export const oddJson: readonly Hostile[] = all.map((odd) => ({ area: 'messages', ...odd }))
