import fc from 'fast-check'
import { expect, test } from 'vitest'
import { follow } from '../../../core/wire/grammar.ts'
import { messageStream } from './grammar.ts'

/** A letter for each event, so that a regular expression can restate interpretation S1. */
const letters = {
  message_start: 'a',
  content_block_start: 'b',
  content_block_delta: 'c',
  content_block_stop: 'd',
  message_delta: 'e',
  message_stop: 'f',
  ping: '',
  vertex_event: '',
} as const
type Symbol = keyof typeof letters

const asWritten = /^a(bc*d)*e+f$/
const symbols = fc.constantFrom(...(Object.keys(letters) as Symbol[]))

/** Valid streams with a few events removed, repeated or moved, because random streams are almost never valid. */
const nearly = fc
  .tuple(fc.array(fc.nat(3), { maxLength: 3 }), fc.integer({ min: 1, max: 2 }))
  .map(([blocks, closings]): Symbol[] => [
    'message_start',
    ...blocks.flatMap((deltas): Symbol[] => [
      'content_block_start',
      ...Array.from({ length: deltas }, (): Symbol => 'content_block_delta'),
      'content_block_stop',
    ]),
    ...Array.from({ length: closings }, (): Symbol => 'message_delta'),
    'message_stop',
  ])
const spoiled = fc
  .tuple(nearly, fc.nat(20), fc.nat(2), fc.array(symbols, { maxLength: 2 }))
  .map(([stream, at, lost, added]) => stream.toSpliced(at, lost, ...added))

test('the grammar accepts exactly the streams of interpretation S1', () => {
  fc.assert(
    fc.property(fc.oneof(nearly, spoiled, fc.array(symbols)), (stream) => {
      const word = stream.map((symbol) => letters[symbol]).join('')
      expect(follow(messageStream, stream).isAccepting).toBe(asWritten.test(word))
    }),
    { numRuns: 2000 },
  )
})

test('the generated streams include valid and invalid ones', () => {
  const words = fc.sample(spoiled, 500).map((stream) => stream.map((symbol) => letters[symbol]).join(''))
  expect(new Set(words.map((word) => asWritten.test(word))).size).toBe(2)
})
