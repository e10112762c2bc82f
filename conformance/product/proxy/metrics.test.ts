import { expect, test } from 'vitest'
import { metrics } from './admin.ts'
import { inWords, type ProxyCounts } from './start-proxy.ts'

const counts: ProxyCounts = {
  judged: 3,
  inPart: 0,
  cancelled: 1,
  notJudgeable: 0,
  failed: 0,
  forgotten: 1,
  unknown: 2,
  leftOut: 4,
  behind: 5,
  tooLarge: 6,
  underWay: 7,
  replies: { '2xx': 20, none: 1 },
}

test('metrics are valid OpenMetrics', () => {
  const violation = {
    requirement: 'messages.a',
    operation: 'messages.create',
    level: 'stated',
    violating: 2,
    message: 'x',
  } as const
  const lines = metrics(counts, [violation]).split('\n')
  expect(lines.slice(-2)).toEqual(['# EOF', ''])
  expect(lines).toContain('mgi_proxy_responses_total{status="2xx"} 20')
  expect(lines).toContain('mgi_proxy_not_judged_total{reason="behind"} 5')
  expect(lines).toContain('mgi_proxy_in_flight 7')
  expect(lines).toContain(
    'mgi_proxy_violating_exchanges{requirement="messages.a",operation="messages.create",level="stated"} 2',
  )
  const families = lines.flatMap((line) => /^# TYPE (\S+)/.exec(line)?.[1] ?? [])
  expect(new Set(families).size).toBe(families.length)
  for (const line of lines.slice(0, -2).filter((one) => !one.startsWith('#')))
    expect(families.some((family) => line.startsWith(family))).toBe(true)
})

test('requests that were not judged are summarised', () => {
  expect(inWords(counts)).toBe(
    '3 of 21 forwarded requests judged; not judged: 2 to paths that are not in the specification, 4 left out by --sample, 5 because judging fell behind, 6 too large to copy, 1 cancelled by the client',
  )
  expect(inWords({ ...counts, cancelled: 0, unknown: 0, leftOut: 0, behind: 0, tooLarge: 0, replies: {} })).toBe(
    '3 of 0 forwarded requests judged',
  )
  expect(inWords({ ...counts, inPart: 2 })).toMatch(/^1 of 21 forwarded requests judged, 2 more in part; /)
})
