import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { tallyCorpus, type WrittenLine, writtenCorpus } from './corpus.ts'

const folder = mkdtempSync(join(tmpdir(), 'corpus-'))
afterAll(() => rmSync(folder, { recursive: true }))

const base = { request: { method: 'GET', path: '/' }, response: { status: 200, json: { list: [1, 2] } } }

function linesOf(...groups: readonly object[]): readonly WrittenLine[] {
  const corpus = mkdtempSync(join(folder, 'corpus-'))
  mkdirSync(join(corpus, 'token-usage'))
  writeFileSync(join(corpus, 'token-usage', 'bases.json'), JSON.stringify({ plain: base }))
  writeFileSync(join(corpus, 'token-usage', 'one.json'), JSON.stringify(groups))
  return writtenCorpus(pathToFileURL(`${corpus}/`))
}

function exchangeOf(written: unknown): unknown {
  return linesOf({ requirement: 'usage.a', lines: [{ fail: 'x', after: [written] }] })[0]?.exchanges[0]
}

test('lines are counted by requirement and verdict, without the bases', () => {
  const lines = (...verdicts: string[]) => verdicts.map((verdict) => ({ [verdict]: 'x', after: [] }))
  const read = linesOf(
    { requirement: 'usage.a', lines: lines('pass', 'fail') },
    { requirement: 'usage.a', lines: lines('fail', 'inapplicable') },
  )
  const tally = { pass: 1, fail: 2, inapplicable: 1, inconclusive: 0 }
  expect([...tallyCorpus(read)]).toEqual([['usage.a', tally]])
})

test('a line has its verdict, its description, its operation and its file', () => {
  const line = { pass: 'a list', operation: 'messages.create', after: ['plain'] }
  expect(linesOf({ requirement: 'usage.a', lines: [line] })).toEqual([
    {
      requirement: 'usage.a',
      verdict: 'pass',
      description: 'a list',
      operation: 'messages.create',
      exchanges: [base],
      file: 'token-usage/one.json',
    },
  ])
})

test('an exchange is a base, a base with changes in their order, or complete', () => {
  const changes = {
    '+/response/json/list/0': 0,
    '=/response/json/list/1': 7,
    '-/response/json/list/2': null,
    '+/ended': 'reset',
  }
  const changed = { ...base, response: { status: 200, json: { list: [0, 7] } }, ended: 'reset' }
  expect(exchangeOf('plain')).toEqual(base)
  expect(exchangeOf({ plain: changes })).toEqual(changed)
  expect(exchangeOf(changed)).toEqual(changed)
})

const whole = { requirement: 'usage.a', lines: [] }
const withLine = (line: object) => ({ requirement: 'usage.a', lines: [{ fail: 'x', after: ['plain'], ...line }] })

test.each([
  ['a member of a group', { ...whole, level: 'stated' }, 'unknown member level'],
  ['a member of a line', withLine({ ended: 'reset' }), 'unknown member ended'],
  ['a member of an exchange', withLine({ after: [{ ...base, note: 1 }] }), 'unknown member note'],
  ['a member of a request', withLine({ after: [{ plain: { '+/request/body': 1 } }] }), 'unknown member body'],
  ['a member of a response', withLine({ after: [{ plain: { '+/response/body': 1 } }] }), 'unknown member body'],
  ['a member beside a base', withLine({ after: [{ plain: {}, ended: 'reset' }] }), 'expected a base'],
  ['an event', withLine({ after: [{ plain: { '+/response/events': [{ datum: 1 }] } }] }), 'unknown member datum'],
  ['a part', withLine({ after: [{ plain: { '+/request/multipart': [{ file: 1 }] } }] }), 'unknown member file'],
  ['a second verdict', withLine({ pass: 'y' }), 'expected one of pass, fail'],
  ['a base', withLine({ after: ['plane'] }), 'expected a base of bases.json, not "plane"'],
  ['an operator', withLine({ after: [{ plain: { '/ended': 'reset' } }] }), 'not /ended'],
  ['a removal with a value', withLine({ after: [{ plain: { '-/response': 1 } }] }), 'not -/response'],
  ['a place to replace', withLine({ after: [{ plain: { '=/ended': 'reset' } }] }), 'names nothing in the base'],
  ['a place to add to', withLine({ after: [{ plain: { '+/reply/json': 1 } }] }), 'leads nowhere'],
])('%s that the README does not describe is rejected', (_, group, message) => {
  expect(() => linesOf(group)).toThrow(message)
})
