import { expect, test } from 'vitest'
import type { Cause, Report } from '../conformance/core/model/report.ts'
import type { Outcome } from '../conformance/core/model/vocabulary.ts'
import { effectOfCause } from './cause.ts'
import { result } from './example-result.fixture.ts'
import { examples } from './examples.fixture.ts'
import { untestedByReason } from './select.ts'

function withResults(...verdicts: readonly Outcome[]): Report {
  const requirements = verdicts.map((verdict, index) =>
    result({ id: `messages.r${index}`, statement: 's', verdict, operation: 'messages.create' }),
  )
  return { ...examples.nonconforming(), requirements }
}

function causeOfAll({ requirements }: Report): Cause {
  const own = requirements.map(({ id }) => ({ requirement: id, operation: 'messages.create' }) as const)
  return { id: 'c', title: 't', requirements: own, blocks: own.slice(0, 1) }
}

test.each<[readonly Outcome[], string]>([
  [['fail', 'fail'], 'explains 2 failed results, blocks 1'],
  [['warn'], 'explains 1 warned result, blocks 1'],
  [['fail', 'warn', 'warn'], 'explains 1 failed and 2 warned results, blocks 1'],
])('the reach of a cause with %j is "%s"', (verdicts, said) => {
  const report = withResults(...verdicts)
  expect(effectOfCause(causeOfAll(report), report)).toBe(said)
})

test('results cut off by the budget share one reason', () => {
  const reason = 'not tested: budget of model calls or images used up'
  const reasons = [
    { reason },
    { reason: `${reason} (5 of 6 requests of this kind were accepted)`, sharedReason: reason },
  ]
  const requirements = reasons.map((one, index) =>
    result({ id: `messages.r${index}`, statement: 's', verdict: 'skipped', ...one }),
  )
  const groups = untestedByReason({ ...examples.nonconforming(), requirements })
  expect(groups.map((group) => [group.reason, group.results.length])).toEqual([[reason, 2]])
})
