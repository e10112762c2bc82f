import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { explain, explainEnd, follow, type Grammar } from './grammar.ts'

const message: Grammar = {
  start: 'opening',
  accepting: ['after message_stop'],
  anywhere: ['ping'],
  states: {
    opening: { message_start: 'between blocks' },
    'between blocks': { block_start: 'in a block', message_delta: 'closing' },
    'in a block': { block_delta: 'in a block', block_stop: 'between blocks' },
    closing: { message_delta: 'closing', message_stop: 'after message_stop' },
    'after message_stop': {},
  },
}

/** A letter for each symbol, to restate the same language as a regular expression. */
const letters = {
  message_start: 'S',
  block_start: '(',
  block_delta: 'd',
  block_stop: ')',
  message_delta: 'm',
  message_stop: 'E',
}
const language = /^S(\(d*\))*m+E$/
const symbols = fc.array(fc.constantFrom(...(Object.keys(letters) as (keyof typeof letters)[])), { maxLength: 12 })
const legal = fc
  .tuple(fc.array(fc.nat({ max: 3 }), { maxLength: 4 }), fc.integer({ min: 1, max: 3 }))
  .map(([blocks, deltas]) => [
    'message_start',
    ...blocks.flatMap((length) => ['block_start', ...Array<string>(length).fill('block_delta'), 'block_stop']),
    ...Array<string>(deltas).fill('message_delta'),
    'message_stop',
  ])

describe('grammar laws', () => {
  test('a sequence is accepted exactly if the equivalent regular expression matches it', () => {
    fc.assert(
      fc.property(symbols, (sequence) => {
        expect(follow(message, sequence).isAccepting).toBe(
          language.test(sequence.map((symbol) => letters[symbol]).join('')),
        )
      }),
      { numRuns: 1000 },
    )
  })

  test('every legal sequence is accepted, and no proper prefix of it is', () => {
    fc.assert(
      fc.property(legal, (sequence) => {
        expect(follow(message, sequence)).toEqual({ state: 'after message_stop', isAccepting: true })
        for (let length = 0; length < sequence.length; length += 1) {
          const followed = follow(message, sequence.slice(0, length))
          expect(followed).toMatchObject({ isAccepting: false })
          expect(followed.departure).toBeUndefined()
        }
      }),
    )
  })

  test('unknown symbols and those permitted anywhere change nothing', () => {
    const strange = fc.constantFrom('ping', 'error', '', '__proto__', 'constructor', 'toString', 'opening')
    fc.assert(
      fc.property(symbols, fc.array(fc.tuple(fc.nat(), strange)), (sequence, additions) => {
        const padded: string[] = [...sequence]
        for (const [place, symbol] of additions) padded.splice(place % (padded.length + 1), 0, symbol)
        const [plain, followed] = [follow(message, sequence), follow(message, padded)]
        expect(followed.state).toBe(plain.state)
        expect(followed.isAccepting).toBe(plain.isAccepting)
        expect(followed.departure?.symbol).toBe(plain.departure?.symbol)
        if (followed.departure) expect(padded[followed.departure.position]).toBe(followed.departure.symbol)
      }),
    )
  })
})

describe('unreadable events', () => {
  test('an unreadable event may replace or accompany any event of a legal sequence', () => {
    fc.assert(
      fc.property(legal, fc.nat(), fc.array(fc.nat(), { maxLength: 3 }), (sequence, place, added) => {
        const read: string[] = sequence.with(place % sequence.length, '?')
        for (const at of added) read.splice(at % (read.length + 1), 0, '?')
        expect(follow(message, read, '?')).toMatchObject({ isAccepting: true })
      }),
    )
  })

  test('a sequence that no interpretation of an unreadable event permits is not accepted', () => {
    const read = ['message_start', '?', 'message_start']
    expect(follow(message, read, '?').departure).toMatchObject({ position: 2, symbol: 'message_start' })
  })

  test('the expected symbols after an unreadable event are those of all interpretations', () => {
    const { departure } = follow(message, ['message_start', '?', 'message_start'], '?')
    expect(departure?.expected).toEqual(['block_start', 'message_delta', 'block_delta', 'block_stop', 'message_stop'])
  })
})

describe('explanations', () => {
  test('a departure is explained with its event, position, state and permitted symbols', () => {
    const { departure } = follow(message, ['message_start', 'block_start', 'ping', 'block_delta', 'message_stop'])
    expect(explain(departure!)).toBe('event 4 is message_stop in a block; expected block_delta or block_stop')
  })
  test('nothing more is expected after the end', () => {
    const { departure } = follow(message, ['message_start', 'message_delta', 'message_stop', 'message_stop'])
    expect(explain(departure!)).toBe('event 3 is message_stop after message_stop; expected nothing more')
  })
  test('an early end is explained with the missing event and the last event', () => {
    expect(explainEnd('message_stop', 'message_delta')).toBe(
      'stream ended without `message_stop` (last event: `message_delta`)',
    )
    expect(explainEnd('message_stop', undefined)).toBe('stream ended without `message_stop` (it has no events)')
  })
})
