import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { httpServer, type Listening, socketServer } from '../servers.ts'
import type { Hostile } from './hostile.ts'

/** Writes pieces until the client disconnects. */
function pour(response: ServerResponse | Socket, pieces: Iterator<string | Buffer>): void {
  const next = (): void => {
    for (let room = true; room; ) {
      if (response.destroyed) return
      const { value, done } = pieces.next()
      if (done) return void response.end()
      room = response.write(value)
    }
    response.once('drain', next)
  }
  next()
}

function* times(count: number, piece: string | Buffer): Generator<string | Buffer> {
  for (let at = 0; at < count; at += 1) yield piece
}

function* numbered(count: number, piece: (at: number) => string): Generator<string> {
  for (let at = 0; at < count; at += 1) yield piece(at)
}

function* around(before: string, pieces: Iterable<string | Buffer>, after: string): Generator<string | Buffer> {
  yield before
  yield* pieces
  yield after
}

function flood(type: string, pieces: () => Iterator<string | Buffer>, headers = {}): () => Promise<Listening> {
  return () =>
    httpServer((_, response) => pour(response.writeHead(200, { 'content-type': type, ...headers }), pieces()))
}

const json = 'application/json'
const stream = 'text/event-stream'
const block = 64 * 1024
/** The timeouts for a flood that is read to its end. */
const long = { exchange: 5, run: 8 }
/** The timeouts for a flood that a run must find out about: enough for its first responses, not for all of them. */
const some = { exchange: 20, run: 20 }
/** A run with enough time sees that the flood answers 200 to requests without a key. */
const doors = /^\w+\.key-(missing|invalid)-rejected$/

/** Makes a gzip file of this many megabytes of one letter, from concatenated members. */
function bomb(megabytes: number): Buffer {
  return Buffer.concat(Array.from({ length: megabytes }, () => member))
}
const member = gzipSync(Buffer.alloc(1 << 20, 'a'))

const noise = Buffer.from(Array.from({ length: block }, (_, at) => (at * 167 + (at >> 5)) & 255))
const noiseInBase64 = noise.subarray(0, (block / 4) * 3).toString('base64')

/** Makes a hundred `message_start` events, each with different content. */
function wrongEvents(at: number): string {
  const event = (_: unknown, index: number): string =>
    `data: {"type":"message_start","message":{"id":${at},"content":[{"type":"x${index}","at":"${at}/${index}"}]}}\n\n`
  return Array.from({ length: 100 }, event).join('')
}

const all: readonly Hostile[] = [
  { name: 'never ends its body', start: flood(json, () => times(Number.POSITIVE_INFINITY, ' '.repeat(block))) },
  {
    name: 'sends 200 MB of JSON in one string',
    start: flood(json, () => around('{"id":"', times(3200, 'x'.repeat(block)), '"}')),
  },
  {
    name: 'sends 200 MB of JSON in small pieces',
    start: flood(json, () => around('[0', times(3200, ',[{}]'.repeat(block / 5)), ']')),
  },
  {
    name: 'sends 10 MB of JSON in small pieces',
    start: flood(json, () => around('{"content":[0', times(160, ',[{}]'.repeat(block / 5)), ']}')),
  },
  {
    name: 'sends 200 MB of noise',
    start: flood(json, () => times(3200, noise)),
  },
  {
    name: 'sends a gzip bomb',
    start: flood(json, () => times(1, bomb(4000)), { 'content-encoding': 'gzip' }),
  },
  {
    name: 'sends a gzip bomb as an event stream',
    start: flood(stream, () => times(1, bomb(4000)), { 'content-encoding': 'gzip' }),
  },
  {
    name: 'sends 200 MB as a picture',
    area: 'images',
    start: flood(json, () =>
      around('{"created":1,"data":[{"b64_json":"', times(3200, 'iVBORw0K'.repeat(block / 8)), '"}]}'),
    ),
  },
  {
    name: 'sends 16 MB of noise as a picture',
    area: 'images',
    patience: long,
    mayBreak: /^images\.(url-given-by-default|url-given-when-asked|edit-usage-given|key-(missing|invalid)-rejected)$/,
    start: flood(json, () => around('{"created":1,"data":[{"b64_json":"', times(256, noiseInBase64), '"}]}')),
  },
  {
    name: 'sends JSON in as many pieces as are read',
    start: flood(json, () => around('{"content":[0', times(330, ',[{}]'.repeat(100)), ']}')),
    status: 1,
  },
  {
    name: 'sends as many events as are read, none of them right',
    start: flood(stream, () => times(245, 'data: {"type":"message_start","message":[]}\n\n'.repeat(100))),
    status: 1,
  },
  {
    name: 'sends as many events as are read, each wrong in a way of its own',
    status: 1,
    start: flood(stream, () => numbered(245, wrongEvents)),
  },
  {
    name: 'sends 15 MB in chunks of one byte',
    start: () =>
      socketServer((socket) => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n')
        pour(socket, times(1500, '1\r\nx\r\n'.repeat(10_000)))
      }),
  },
  {
    name: 'sends an event of 50 MB',
    start: flood(stream, () => around('data: {"type":"', times(800, 'x'.repeat(block)), '"}\n\n')),
  },
  {
    name: 'sends a million small events',
    mayBreak: /^messages\.(stream-payload|key-(missing|invalid)-rejected)$/,
    start: flood(stream, () => times(1000, 'data: {}\n\n'.repeat(1000))),
  },
  {
    name: 'sends a million events that look right',
    start: flood(stream, () => times(1000, 'data: {"type":"ping"}\n\n'.repeat(1000))),
  },
  {
    name: 'sends a million lines of one event',
    status: 1,
    start: flood(stream, () => around('', times(1000, 'data:\n'.repeat(1000)), '\n\n')),
  },
  {
    name: 'sends 100 000 headers',
    start: () =>
      httpServer((_, response) => {
        response.socket?.write(`HTTP/1.1 200 OK\r\n${'x: y\r\n'.repeat(100_000)}\r\n{}`)
      }),
  },
]

/** Targets that send more than a client can hold in memory. */
export const floods: readonly Hostile[] = all.map((flood) => ({
  area: 'messages',
  ...(flood.status === undefined ? { mayBreak: doors } : { patience: some }),
  ...flood,
  isHeavy: true,
}))
