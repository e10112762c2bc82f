import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Report } from '../../conformance/core/model/report.ts'
import type { Outcome } from '../../conformance/core/model/vocabulary.ts'
import { examples } from '../examples.fixture.ts'
import { allResults } from '../result.ts'
import { matrix, sorted } from './matrix.ts'
import { shareText } from './operations.ts'

const whole = examples.nonconforming()

/** Returns the same run with another outcome for all requirements except the first ones. */
function withVerdict(report: Report, verdict: Outcome, kept = 0): Report {
  const requirements = report.requirements.map((one, index) =>
    index < kept ? one : { ...one, verdict, operations: one.operations.map((result) => ({ ...result, verdict })) },
  )
  return { ...report, requirements }
}

const named = (report: Report, name: string) => ({ name, report })

test('each row belongs to exactly one kind', () => {
  const both = matrix([named(whole, 'whole'), named(examples.conforming(), 'other')])
  const all = Object.values(sorted(both)).flat()
  expect(all.length).toBe(both.rows.length)
  expect(new Set(all)).toEqual(new Set(both.rows))
})

test('a limited run adds no differences', () => {
  fc.assert(
    fc.property(fc.nat({ max: whole.requirements.length }), (tested) => {
      const both = matrix([named(whole, 'whole'), named(withVerdict(whole, 'skipped', tested), 'limited')])
      expect(sorted(both).differing).toEqual([])
    }),
  )
})

test('a run of another operation hides no differences', () => {
  const pair = [named(whole, 'whole'), named(withVerdict(whole, 'pass'), 'passing')]
  const other = { ...whole, requirements: [], operations: [] }
  const differing = (reports: typeof pair) => sorted(matrix(reports)).differing.map(({ id }) => id)
  expect(differing(pair).length).toBeGreaterThan(0)
  expect(differing([...pair, named(other, 'other')])).toEqual(differing(pair))
})

test('an operation has the counts of each run that tested it', () => {
  const { operations } = matrix([named(whole, 'whole'), named(examples.truncated(), 'cut')])
  const seen = new Set(allResults(whole).map(({ operation }) => operation))
  for (const { operation, cells } of operations)
    if (seen.has(operation))
      expect(cells[0]?.counts).toEqual(whole.operations.find((one) => one.operation === operation)?.counts)
})

test('the share counts only tested requirements', () => {
  const counts = { pass: 70, fail: 3, warn: 2, observed: 4, inconclusive: 1, skipped: 9 }
  expect(shareText({ verdict: 'nonconforming', counts })).toBe('3 of 75 failed')
  expect(shareText({ verdict: 'conforming', counts: { ...counts, fail: 0 } })).toBe('70 of 72 passed, 2 warned')
  expect(shareText({ verdict: 'conforming', counts })).toBe('3 of 75 failed (known)')
  expect(shareText(null)).toBe('not tested')
})
