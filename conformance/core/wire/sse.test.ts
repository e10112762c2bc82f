import { describe, expect, test, vi } from 'vitest'
import { parseStream, streamParser } from './sse.ts'

const encoder = new TextEncoder()

function streamOf(...texts: readonly string[]) {
  return parseStream(texts.map((text, index) => ({ at: index * 10, bytes: encoder.encode(text) })))
}

const dataOf = (text: string) => streamOf(text).events.map(({ data }) => data)

describe('event fields', () => {
  test('data lines are joined by U+000A, and one leading space is dropped', () => {
    expect(dataOf('data:a\ndata: b\ndata:  c\n\n')).toEqual(['a\nb\n c'])
  })
  test('U+2028, U+0085, form feed and a later byte order mark are content', () => {
    expect(dataOf('data: a\u2028b\u0085c\fd\uFEFF\n\n')).toEqual(['a\u2028b\u0085c\fd\uFEFF'])
  })
  test('an event without data lines is not dispatched, and its name does not carry over', () => {
    expect(streamOf('event: ping\n\n\n\ndata: x\n\n').events).toMatchObject([{ index: 0, data: 'x' }])
    expect(streamOf('event: ping\n\ndata: x\n\n').events[0]).not.toHaveProperty('name')
  })
  test('an empty data line is an event with empty data', () => {
    expect(dataOf('data\n\ndata:\ndata\n\n')).toEqual(['', '\n'])
  })
  test('the last event line names the event', () => {
    expect(streamOf('event: a\ndata: 1\nevent: b\n\n').events).toMatchObject([{ name: 'b', json: 1 }])
  })
  test('data that is not JSON has no json, and JSON null is null', () => {
    expect(streamOf('data: [DONE]\n\ndata: null\n\n').events.map(({ json }) => json)).toEqual([undefined, null])
  })
})

describe('arrival', () => {
  test('an event arrives with the chunk that contains the end of its blank line', () => {
    expect(streamOf('data: a', '\n', '\ndata: b\n\n').events).toMatchObject([
      { data: 'a', chunk: 2, at: 20 },
      { data: 'b', chunk: 2, at: 20 },
    ])
  })
  test('a lone CR at the end of a chunk completes the event', () => {
    const parser = streamParser()
    expect(parser.push({ at: 1, bytes: encoder.encode('data: a\r\r') })).toMatchObject([{ data: 'a', chunk: 0, at: 1 }])
    expect(parser.push({ at: 2, bytes: encoder.encode('\n') })).toEqual([])
    expect(parser.end()).toEqual({ unterminated: false, malformedUtf8: false })
  })
})

describe('endings', () => {
  test.each([
    'data: a',
    'data: a\n',
    'data: a\r\n',
    'event: a\n',
    'dat',
    'data: a\n\nd',
    'x: y',
    'data: a\n\n{"error": 1}',
  ])('%j ends inside an event', (text) => {
    expect(streamOf(text).unterminated).toBe(true)
  })
  test.each([
    '',
    '\n',
    'data: a\n\n',
    ': done',
    ': done\n',
    'retry: 3\n',
    'data: a\n\nretry: 3',
    'id: 7',
    '\uFEFF',
    '{"error": 1}',
    '{\n  "error": 1\n}',
  ])('%j does not end inside an event', (text) => {
    expect(streamOf(text).unterminated).toBe(false)
  })
})

describe('malformed UTF-8', () => {
  test.each([
    { bytes: [0xff], reason: 'a byte that never occurs' },
    { bytes: [0xc3], reason: 'a sequence cut by a line end' },
    { bytes: [0xc0, 0xaf], reason: 'an overlong form' },
    { bytes: [0xed, 0xa0, 0x80], reason: 'a surrogate' },
  ])('$reason is replaced by U+FFFD and reported', ({ bytes }) => {
    const stream = Buffer.concat([Buffer.from('data: '), Buffer.from(bytes), Buffer.from('\n\ndata: ok\n\n')])
    const { events, malformedUtf8 } = parseStream([{ at: 0, bytes: stream }])
    expect(malformedUtf8).toBe(true)
    expect(events.map(({ data }) => data)).toEqual(['\uFFFD'.repeat(bytes.length), 'ok'])
  })
  test.each([
    [[0xef, 0xbb]],
    [[0xc3]],
    [[0x64, 0xf0, 0x9f, 0x8e]],
  ])('a stream that ends within a character is only unterminated: %j', (bytes) => {
    const ended = { unterminated: true, malformedUtf8: false }
    expect(parseStream([{ at: 0, bytes: Uint8Array.from(bytes) }])).toMatchObject(ended)
  })
  test.each([
    [[0xff]],
    [[0xc3, 0x28]],
    [[0xf0, 0x80]],
    [[0x80]],
    [[0xc0]],
  ])('invalid bytes at the end are reported: %j', (bytes) => {
    expect(parseStream([{ at: 0, bytes: Uint8Array.from(bytes) }])).toMatchObject({ malformedUtf8: true })
  })
})

describe('the parser handles a hostile stream in linear time', () => {
  test.each<{ what: string; chunks: (count: number) => readonly Uint8Array[] }>([
    { what: 'one line in many chunks', chunks: (count) => Array.from({ length: count }, () => Uint8Array.of(0x61)) },
    { what: 'many events in one chunk', chunks: (count) => [encoder.encode('data\n\n'.repeat(count))] },
    { what: 'an event of many data lines', chunks: (count) => [encoder.encode(`${'data:a\n'.repeat(count)}\n`)] },
    { what: 'deeply nested JSON', chunks: (count) => [encoder.encode(`data:${'['.repeat(count)}\n\n`)] },
    { what: 'carriage returns and text', chunks: (count) => [Buffer.alloc(count * 10, '\raaaaaaaaa')] },
  ])('$what', ({ chunks }) => {
    for (const count of [1_000, 20_000]) {
      const stream = chunks(count)
      const length = stream.reduce((sum, bytes) => sum + bytes.length, 0)
      expect(bytesHandled(stream)).toBeLessThanOrEqual(4 * length)
    }
  })
})

/** The number of bytes searched so far. */
let searched = 0

/** Bytes that count how many of them each search reads. */
class Watched extends Uint8Array {
  override indexOf(wanted: number, from = 0): number {
    const found = super.indexOf(wanted, from)
    searched += (found < 0 ? this.length : found + 1) - from
    return found
  }
}

/** Counts the bytes that are searched, copied, checked, decoded or parsed while a stream is read. */
function bytesHandled(chunks: readonly Uint8Array[]): number {
  searched = 0
  const spies = [
    vi.spyOn(Buffer, 'concat'),
    vi.spyOn(TextDecoder.prototype, 'decode'),
    vi.spyOn(JSON, 'parse'),
  ] as const
  parseStream(chunks.map((bytes) => ({ at: 0, bytes: Watched.from(bytes) })))
  const [joined, decoded, parsed] = spies.map(({ mock }) => mock.calls) as unknown as [
    [readonly Uint8Array[]][],
    [Uint8Array | undefined][],
    [string][],
  ]
  const handled = [
    ...joined.flatMap(([parts]) => parts.map(({ length }) => length)),
    ...[...decoded, ...parsed].map(([part]) => part?.length ?? 0),
  ]
  for (const spy of spies) spy.mockRestore()
  return handled.reduce((sum, length) => sum + length, searched)
}
