import { expect, test } from 'vitest'
import { failedRuling } from '../ruling.fixture.ts'
import type { LocatedFinding } from '../ruling.ts'
import { exchangesToShow } from './exchanges-to-show.ts'

test('findings with the same message at the same place show one exchange', () => {
  const same = ['a', 'b', 'c'].map((exchange) => ({ message: 'no id', exchange }))
  const other: LocatedFinding = { message: 'no id', at: { in: 'body', pointer: '/id' }, exchange: 'd' }
  expect(exchangesToShow([failedRuling(...same, other)], new Map())).toEqual(['a', 'd'])
})

test('at most three exchanges per requirement are shown, plus a minimised request and its original', () => {
  const findings = ['a', 'b', 'c', 'd', 'e'].map((exchange) => ({ message: `no ${exchange}`, exchange }))
  expect(exchangesToShow([failedRuling(...findings)], new Map([['messages.reply-id e', 'small']]))).toEqual([
    'a',
    'b',
    'c',
    'e',
    'small',
  ])
})
