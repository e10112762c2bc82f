import { expect, test } from 'vitest'
import type { Requirement } from '../../model/requirement.ts'
import type { LocatedFinding, Ruling } from '../ruling.ts'
import { exchangesToShow } from './exchanges-to-show.ts'

function ruling(...findings: readonly LocatedFinding[]): Ruling {
  const requirement = { id: 'messages.reply-id' } as Requirement
  return { requirement, verdict: 'fail', exchanges: 9, findings, findingsTotal: findings.length }
}

test('of findings that say the same of the same place, one exchange is shown', () => {
  const same = ['a', 'b', 'c'].map((exchange) => ({ message: 'no id', exchange }))
  const other: LocatedFinding = { message: 'no id', at: { in: 'body', pointer: '/id' }, exchange: 'd' }
  expect(exchangesToShow([ruling(...same, other)], new Map())).toEqual(['a', 'd'])
})

test('no more than three are shown, and what a request shrank to beside them', () => {
  const findings = ['a', 'b', 'c', 'd', 'e'].map((exchange) => ({ message: `no ${exchange}`, exchange }))
  expect(exchangesToShow([ruling(...findings)], new Map([['messages.reply-id e', 'small']]))).toEqual([
    'a',
    'b',
    'c',
    'e',
    'small',
  ])
})
