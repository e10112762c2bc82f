import { expect, test } from 'vitest'
import { failedRuling } from '../ruling.fixture.ts'
import type { LocatedFinding } from '../ruling.ts'
import { exchangesToShow } from './exchanges-to-show.ts'

test('of findings that say the same of the same place, one exchange is shown', () => {
  const same = ['a', 'b', 'c'].map((exchange) => ({ message: 'no id', exchange }))
  const other: LocatedFinding = { message: 'no id', at: { in: 'body', pointer: '/id' }, exchange: 'd' }
  expect(exchangesToShow([failedRuling(...same, other)], new Map())).toEqual(['a', 'd'])
})

test('no more than three are shown, and what a request shrank to beside them', () => {
  const findings = ['a', 'b', 'c', 'd', 'e'].map((exchange) => ({ message: `no ${exchange}`, exchange }))
  expect(exchangesToShow([failedRuling(...findings)], new Map([['messages.reply-id e', 'small']]))).toEqual([
    'a',
    'b',
    'c',
    'e',
    'small',
  ])
})
