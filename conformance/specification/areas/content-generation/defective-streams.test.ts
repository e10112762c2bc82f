import { expect, test } from 'vitest'
import type { Exchange } from '../../../core/model/exchange.ts'
import type { Requirement } from '../../../core/model/requirement.ts'
import { stepsOf } from '../../../core/model/steps.fixture.ts'
import { endpoints } from '../../../core/model/vocabulary.ts'
import { observe } from '../../../engine/judge/index.ts'
import { brokenBy, exchange, stream } from './exchange.fixture.ts'
import suite from './index.ts'
import { streamContent } from './operations.ts'
import { plain } from './templates/turns.ts'

const defects: readonly (readonly [string, readonly string[], Exchange])[] = [
  [
    'JSON instead of a stream',
    ['content.stream-content-type', 'content.stream-events'],
    stream('{"candidates":[]}', 'application/json'),
  ],
  ['a stream that ends inside an event', ['content.stream-terminated'], stream('data: {"candidates":[]}\n\ndata: {}')],
  ['a truncated payload', ['content.stream-payload-json'], stream('data: {"candidates":[]}\n\ndata: {"cand\n\n')],
  ['[DONE] in the middle', ['content.stream-payload-json'], stream('data: [DONE]\n\ndata: {"candidates":[]}\n\n')],
  [
    'an event of another shape',
    ['content.stream-partial-reply'],
    stream('data: {"candidates":[{"finishReason":"stop"}]}\n\n'),
  ],
  ['a stream of unrecognised events', ['content.stream-recognised'], stream('data: {"id":"a"}\n\n')],
]

test.each(defects)('%s violates only %j', (_, ids, told) => {
  expect(brokenBy(observe(suite.operations, told))).toEqual([...ids].sort())
})

test('a stream with bytes that are not UTF-8 is a violation', () => {
  const bytes = new Uint8Array([...new TextEncoder().encode('data: {"candidates":[]}\n\n: '), 0xff, 0x0a, 0x0a])
  const told = exchange(streamContent, plain, 200, [['content-type', 'text/event-stream']], bytes)
  expect(brokenBy(observe(suite.operations, told))).toEqual(['content.stream-utf8'])
})

test('text of another request is found in a reply, even if it is split across events', () => {
  const requirements: readonly Requirement[] = suite.requirements
  const mixed = requirements.find(({ id }) => id === 'content.replies-do-not-mix')!
  if (mixed.kind !== 'transcript') throw new Error('it speaks over a run')
  const probe = suite.probes.find(({ id }) => id === 'content.stream.at-once')!
  const [first, second] = stepsOf(probe, { seed: 7, profile: 'standard', operations: endpoints }).next().value!
  const said = (request: Exchange['request'], pieces: readonly string[]) => {
    const events = pieces.map(
      (text) => `data: ${JSON.stringify({ candidates: [{ content: { parts: [{ text }] } }] })}\n\n`,
    )
    return mixed.collect(observe(suite.operations, { ...stream(events.join('')), request })!)!
  }
  const word = /nonce-[0-9a-f]{16}/.exec(new TextDecoder().decode(first!.body))![0]
  const own = { exchange: 'a', fact: said(first!, [word.slice(0, 8), word.slice(8)]) }
  expect([...mixed.check([own, { exchange: 'b', fact: said(second!, ['none']) }])]).toEqual([])
  const other = { exchange: 'b', fact: said(second!, [word.slice(0, 9), word.slice(9)]) }
  expect([...mixed.check([own, other])]).toMatchObject([{ exchange: 'b', actual: word }])
})
