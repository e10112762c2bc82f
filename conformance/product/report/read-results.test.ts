import { expect, test } from 'vitest'
import { examples } from '../../../reports/examples.fixture.ts'
import { contradictionIn } from './read-results.ts'

test('results with low coverage cannot be edited to conforming', () => {
  const { summary, ...rest } = examples.thin()
  expect(contradictionIn({ ...rest, summary })).toBeUndefined()
  expect(contradictionIn({ ...rest, summary: { ...summary, verdict: 'conforming' } })).toBe(
    'its verdict is conforming, but 3 of 5 mandatory requirements were tested',
  )
})

test('results with many known failures cannot be edited to conforming', () => {
  const report = examples.conforming()
  const requirements = report.requirements.map((one, index) => ({
    ...one,
    operations: one.operations.map((own) =>
      index === 0 ? { ...own, verdict: 'fail' as const, known: one.id, findings: [] } : own,
    ),
  }))
  const edited = { ...report, requirements, summary: { ...report.summary, verdict: 'conforming' as const } }
  const worst = { ...edited.requirements[0]!, verdict: 'fail' as const }
  const { counts, dimensions } = report.summary
  const fewer = (own: typeof counts) => ({ ...own, pass: own.pass - 1, fail: own.fail + 1 })
  const summary = {
    ...edited.summary,
    counts: fewer(counts),
    dimensions: { ...dimensions, [worst.dimension]: fewer(dimensions[worst.dimension]) },
  }
  const listed = { ...edited, summary, requirements: [worst, ...edited.requirements.slice(1)], operations: [] }
  expect(contradictionIn(listed)).toBe('its verdict is conforming, but the list excuses 1 of 3 mandatory requirements')
})
