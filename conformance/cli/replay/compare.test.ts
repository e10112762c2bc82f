import { expect, test } from 'vitest'
import type { Judge } from '../../judge/index.ts'
import type { Exchange } from '../../model/exchange.ts'
import type { Verdict } from '../../model/vocabulary.ts'
import { compare } from './compare.ts'
import { comparisonInWords } from './words.ts'

const exchange = { response: { status: 200 }, ended: 'complete' } as Exchange

function side(verdicts: readonly Verdict[]) {
  const judge: Pick<Judge, 'retry'> = { retry: (id) => verdicts[Number(id)]! }
  return { judge: judge as Judge, exchange }
}

test.each<[string, readonly Verdict[], readonly Verdict[]]>([
  ['still failing', ['fail', 'pass'], ['fail', 'pass']],
  ['still failing', ['fail', 'fail'], ['pass', 'fail']],
  ['fixed', ['fail', 'pass'], ['pass', 'pass']],
  ['changed', ['fail', 'pass'], ['pass', 'fail']],
  ['changed', ['fail', 'pass'], ['inconclusive', 'pass']],
  ['gone', ['fail', 'pass'], ['inapplicable', 'pass']],
  ['gone', ['fail', 'pass'], ['untested', 'pass']],
  ['nothing was broken', ['pass', 'inapplicable'], ['pass', 'untested']],
  ['changed', ['pass', 'pass'], ['pass', 'fail']],
])('%s: %j, now %j', (fate, before, now) => {
  expect(compare(['0', '1'], { before: side(before), now: side(now) }).fate).toBe(fate)
})

test('a case that gets no answer has changed', () => {
  const now = { ...side(['untested']), exchange: { ...exchange, response: null } }
  expect(compare(['0'], { before: side(['fail']), now }).fate).toBe('changed')
})

test('words name the answers and what changed', () => {
  const none = { response: null, ended: 'reset', trouble: 'ECONNRESET' } as unknown as Exchange
  const changes = [{ requirement: 'a.b', before: 'fail', now: 'inconclusive' }] as const
  expect(comparisonInWords('case-1', exchange, none, { fate: 'changed', changes })).toBe(
    'case-1: changed\n  answer: 200, now none (ECONNRESET)\n  a.b: fail, now inconclusive\n',
  )
})
