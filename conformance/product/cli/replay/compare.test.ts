import { expect, test } from 'vitest'
import { exchangeWith, responseWith } from '../../../core/model/exchange.fixture.ts'
import type { Exchange } from '../../../core/model/exchange.ts'
import type { Verdict } from '../../../core/model/vocabulary.ts'
import type { Judge } from '../../../engine/judge/index.ts'
import { compare } from '../../run/replay/compare.ts'
import { unsentInWords } from '../../run/replay/replay.ts'
import { comparisonInWords, replayStatus } from './replay-case.ts'

const exchange = exchangeWith({ response: responseWith('') })

function side(verdicts: readonly Verdict[]) {
  const judge: Pick<Judge, 'retry'> = { retry: () => (id) => verdicts[Number(id)]! }
  return { judge: judge as Judge, exchange }
}

const leniencyOf = (id: string) => (({ '1': 'warning', '2': 'known failure' }) as const)[id]
const never = () => undefined

test.each<[string, readonly Verdict[], readonly Verdict[]]>([
  ['still failing', ['fail', 'pass'], ['fail', 'pass']],
  ['still failing', ['fail', 'fail'], ['pass', 'fail']],
  ['fixed', ['fail', 'pass'], ['pass', 'pass']],
  ['changed', ['fail', 'pass'], ['pass', 'fail']],
  ['changed', ['fail', 'pass'], ['inconclusive', 'pass']],
  ['gone', ['fail', 'pass'], ['inapplicable', 'pass']],
  ['gone', ['fail', 'pass'], ['untested', 'pass']],
  ['still passing', ['pass', 'inapplicable'], ['pass', 'untested']],
  ['changed', ['pass', 'pass'], ['pass', 'fail']],
])('a case is %s if its verdicts were %j and are now %j', (fate, before, now) => {
  expect(compare(['0', '1'], { before: side(before), now: side(now) }, never).fate).toBe(fate)
})

test.each<Verdict>([
  'fail',
  'pass',
  'untested',
])('a case that was %s and has no response now is unanswered', (verdict) => {
  const now = { ...side(['untested']), exchange: { ...exchange, response: null } }
  const comparison = compare(['0'], { before: side([verdict]), now }, never)
  expect([comparison.fate, replayStatus(comparison)]).toEqual(['no answer', 3])
})

test.each<[number, string, readonly Verdict[], readonly Verdict[]]>([
  [0, 'fixed; 1 warning as before', ['fail', 'fail', 'pass'], ['pass', 'fail', 'pass']],
  [0, 'fixed; 1 warning as before, 1 new known failure', ['fail', 'fail', 'pass'], ['pass', 'fail', 'fail']],
  [0, 'fixed; 1 new warning, 1 new known failure', ['fail', 'pass', 'pass'], ['pass', 'fail', 'fail']],
  [0, 'fixed', ['fail', 'fail', 'pass'], ['pass', 'pass', 'pass']],
  [0, 'fixed', ['pass', 'fail', 'pass'], ['pass', 'pass', 'pass']],
  [0, 'still passing; 1 warning as before', ['pass', 'fail', 'pass'], ['pass', 'fail', 'pass']],
  [0, 'still passing; 1 known failure as before', ['pass', 'pass', 'fail'], ['pass', 'pass', 'fail']],
  [1, 'still failing', ['fail', 'fail', 'pass'], ['fail', 'pass', 'pass']],
  [1, 'changed', ['pass', 'fail', 'pass'], ['fail', 'fail', 'pass']],
  [3, 'changed', ['fail', 'fail', 'pass'], ['inconclusive', 'fail', 'pass']],
])('status %i, %s: a failure, a warning and a known failure were %j and are now %j', (status, words, before, now) => {
  const comparison = compare(['0', '1', '2'], { before: side(before), now: side(now) }, leniencyOf)
  const [first] = comparisonInWords('case-1', { before: exchange, now: exchange, comparison }).split('\n')
  expect([replayStatus(comparison), first]).toEqual([status, `case-1: ${words}`])
})

test.each<[string, Partial<Exchange>, readonly Verdict[], Partial<Exchange>, readonly Verdict[]]>([
  ['no answer', { response: null }, ['untested'], { response: null }, ['untested']],
  ['inconclusive', { ended: 'timeout' }, ['pass', 'inconclusive'], { ended: 'timeout' }, ['pass', 'inconclusive']],
  ['inconclusive', {}, ['inconclusive'], {}, ['inconclusive']],
  ['changed', {}, ['pass', 'pass'], { ended: 'timeout' }, ['pass', 'inconclusive']],
  ['no answer', {}, ['pass'], { response: null }, ['untested']],
  ['changed', {}, ['pass'], { response: responseWith('', { status: 400 }) }, ['pass']],
  ['not reproduced', { ended: 'timeout' }, ['inconclusive'], {}, ['pass']],
  ['still passing', {}, ['pass', 'inconclusive'], {}, ['pass', 'inconclusive']],
])('a case without failures is %s (%j %j, now %j %j)', (fate, wasEnded, before, isEnded, now) => {
  const sides = {
    before: { ...side(before), exchange: { ...exchange, ...wasEnded } },
    now: { ...side(now), exchange: { ...exchange, ...isEnded } },
  }
  const comparison = compare(['0', '1'].slice(0, now.length), sides, never)
  expect(comparison.fate).toBe(fate)
  expect(replayStatus(comparison)).toBe(fate === 'still passing' || fate === 'not reproduced' ? 0 : 3)
})

test('the text names the responses and the changed verdicts', () => {
  const none = exchangeWith({ ended: 'reset', trouble: 'ECONNRESET' })
  const changes = [{ requirement: 'a.b', before: 'fail', now: 'inconclusive' }] as const
  const comparison = { fate: 'no answer', changes } as const
  expect(comparisonInWords('case-1', { before: exchange, now: none, comparison })).toBe(
    'case-1: no answer\n  answer: 200, now none (ECONNRESET)\n  a.b: fail, now inconclusive\n',
  )
})

test('a replay states which requests it cannot send as before', () => {
  const body: Exchange = { ...exchange, redacted: ['request-body', 'response-body'] }
  const path: Exchange = { ...exchange, redacted: ['request-headers'] }
  const reply: Exchange = { ...exchange, redacted: ['response-body'] }
  expect(unsentInWords({ related: [exchange, reply], control: reply })).toBeUndefined()
  expect(unsentInWords({ related: [body], control: undefined })).toBe(
    'not sent as before: a label replaces a secret in the body of its request',
  )
  const unsent = unsentInWords({ related: [reply, path], control: body })!
  expect(unsent).toBe(
    'not sent as before: a label replaces a secret in the address or headers and the body of 2 of its 3 requests',
  )
  const comparison = { fate: 'still passing', changes: [] } as const
  expect(comparisonInWords('case-1', { before: exchange, now: exchange, comparison, unsent })).toBe(
    `case-1: still passing\n  ${unsent}\n  answer: 200, now 200\n`,
  )
})
