import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Chunk } from '../model/exchange.ts'
import { parseStream } from './sse.ts'

const encoder = new TextEncoder()

/** Cuts bytes at the given places, empty chunks included. */
function cut(bytes: Uint8Array, places: readonly number[]): Chunk[] {
  const at = places.map((place) => place % (bytes.length + 1)).sort((a, b) => a - b)
  return [0, ...at].map((start, index) => ({ at: index, bytes: bytes.subarray(start, at[index]) }))
}

/** Returns the facts that do not depend on the chunks. */
function content(chunks: readonly Chunk[]) {
  const { events, ...ending } = parseStream(chunks)
  return { events: events.map(({ index, name, data, json }) => ({ index, name, data, json })), ...ending }
}

const payload = fc.string({
  unit: fc.constantFrom('a', ' ', ':', '{', '}', '"', '1', 'é', '\u2028', '\u0085', '\u{1F600}', '\uFEFF', '\0'),
})
const line = fc.oneof(
  { weight: 6, arbitrary: payload.map((text) => `data: ${text}`) },
  { weight: 2, arbitrary: payload.map((text) => `data:${text}`) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      'event: ping',
      'event:',
      'event',
      'data',
      'data: {"type":"a"}',
      'data: null',
      'data: [DONE]',
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(': comment', ':', 'id: 1', 'retry: 3', 'data : x', ' data: x', 'unknown: y', 'Data: x'),
  },
  { weight: 6, arbitrary: fc.constant('') },
)
const lines = fc.array(line, { maxLength: 20 })
const ends = fc.array(fc.constantFrom('\n', '\r', '\r\n'), { minLength: 1, maxLength: 20 })
const cuts = fc.array(fc.nat(), { maxLength: 12 })

/** Joins lines with terminators that cannot merge: a CR is never followed by the LF of an empty line. */
function joined(texts: readonly string[], terminators: readonly string[]): string {
  return texts.reduce((text, next, index) => {
    const end = terminators[index % terminators.length]!
    return text + next + (next === '' && text.endsWith('\r') && end === '\n' ? '\r\n' : end)
  }, '')
}

describe('event stream parser laws', () => {
  test('chunk boundaries do not change the events', () => {
    const soup = fc.uint8Array({ maxLength: 60 })
    const text = fc.tuple(lines, ends).map(([texts, terminators]) => encoder.encode(joined(texts, terminators)))
    fc.assert(
      fc.property(fc.oneof(soup, text), cuts, (bytes, places) => {
        expect(content(cut(bytes, places))).toEqual(content([{ at: 0, bytes }]))
      }),
      { numRuns: 500 },
    )
  })

  test('LF, CR, CRLF and any mixture of them give the same events', () => {
    fc.assert(
      fc.property(lines, ends, (texts, terminators) => {
        const mixed = [{ at: 0, bytes: encoder.encode(joined(texts, terminators)) }]
        const plain = [{ at: 0, bytes: encoder.encode(joined(texts, ['\n'])) }]
        expect(content(mixed)).toEqual(content(plain))
      }),
      { numRuns: 300 },
    )
  })

  test('a byte order mark at the start changes nothing', () => {
    fc.assert(
      fc.property(lines, cuts, (texts, places) => {
        const text = joined(texts, ['\n'])
        fc.pre(!text.startsWith('\uFEFF'))
        expect(content(cut(encoder.encode(`\uFEFF${text}`), places))).toEqual(
          content([{ at: 0, bytes: encoder.encode(text) }]),
        )
      }),
    )
  })

  test('the events equal those of a naive parser, for any bytes', () => {
    const structured = fc.constantFrom(
      ...['data', 'event', ':', ' ', '\n', '\n\n', '\r', '\r\n', 'x'].map((text) => encoder.encode(text)),
    )
    const piece = fc.oneof(
      { weight: 8, arbitrary: structured },
      { weight: 1, arbitrary: fc.uint8Array({ maxLength: 4 }) },
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const bytes = Buffer.concat(pieces)
        const { events } = parseStream([{ at: 0, bytes }])
        expect(events.map(({ name, data }) => ({ name, data }))).toEqual(naiveEvents(bytes))
      }),
      { numRuns: 1000 },
    )
  })

  test('a truncated event is dropped, and the stream is unterminated', () => {
    fc.assert(
      fc.property(payload, fc.nat(), (text, place) => {
        const whole = encoder.encode(`data: ${text}\n\n`)
        const length = 1 + (place % (whole.length - 2))
        const shorter = parseStream([{ at: 0, bytes: whole.subarray(0, length) }])
        expect(shorter).toMatchObject({ events: [], unterminated: true })
      }),
    )
  })
})

/** Applies the WHATWG rules to the whole text at once, without optimisation. */
function naiveEvents(bytes: Uint8Array): { name: string | undefined; data: string }[] {
  const lines = new TextDecoder().decode(bytes).split(/\r\n|\n|\r/)
  const terminated = lines.slice(0, -1)
  const blocks: string[][] = [[]]
  for (const line of terminated) line === '' ? blocks.push([]) : blocks.at(-1)!.push(line)
  return blocks.slice(0, -1).flatMap((block) => eventOf(block) ?? [])
}

function eventOf(block: readonly string[]): { name: string | undefined; data: string } | undefined {
  const fields = block.map((line) => /^([^:]*):? ?(.*)$/s.exec(line)!)
  const data = fields.filter(([, field]) => field === 'data').map(([, , value]) => value)
  const name = fields.findLast(([, field]) => field === 'event')?.[2]
  return data.length === 0 ? undefined : { name, data: data.join('\n') }
}
