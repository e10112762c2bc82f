import { expect, test } from 'vitest'
import type { ReportedFinding } from '../../conformance/core/model/report.ts'
import { kindsOf } from './card-parts.ts'

const missing = (exchange: string): ReportedFinding => ({ message: '/a is missing', path: '/a', exchange })
const left = (exchange: string, event: number): ReportedFinding => ({
  message: `got message_stop (event ${event})`,
  path: `event ${event}`,
  actual: 'message_stop',
  departure: { state: 'in a block', permitted: ['content_block_stop'], event },
  exchange,
})

test('findings with the same message and path are one kind, in order of their first occurrence', () => {
  const kinds = kindsOf([missing('x'), { ...missing('y'), path: '/b' }, missing('z')])
  expect(kinds.map(({ first, findings }) => [first.exchange, findings.length])).toEqual([
    ['x', 2],
    ['y', 1],
  ])
})

test('stream departures between the same events are one kind', () => {
  expect(kindsOf([left('x', 3), left('y', 12), { ...left('z', 4), actual: 'ping' }])).toHaveLength(2)
})
