import { expect, test } from 'vitest'
import { examples } from '../../reports/examples.fixture.ts'
import { allResults, nameOf } from '../../reports/result.ts'
import { resultsEnding } from '../../reports/select.ts'
import type { Report } from '../model/report.ts'
import { mergedReport } from './merged-report.ts'

const broken = examples.nonconforming()
const failed = resultsEnding(broken, 'fail')
const [first] = failed

/** The same report in which every result passes. */
function passing(report: Report): Report {
  const requirements = report.requirements.map((one) => ({
    ...one,
    verdict: 'pass' as const,
    operations: one.operations.map((result) => ({ ...result, verdict: 'pass' as const, findings: [] })),
  }))
  return { ...report, requirements, causes: [] }
}

const verdicts = (report: Report) => Object.fromEntries(allResults(report).map((one) => [nameOf(one), one.verdict]))

test('only what the later run looked at is as it left it', () => {
  const merged = mergedReport(
    broken,
    passing(broken),
    ({ id }, { operation }) => nameOf({ id, operation }) === nameOf(first!),
  )
  expect(verdicts(merged)).toEqual({ ...verdicts(broken), [nameOf(first!)]: 'pass' })
  expect(merged.summary.verdict).toBe('nonconforming')
})

test('counts are of what stands now', () => {
  const merged = mergedReport(broken, passing(broken), () => true)
  expect(merged.summary.counts).toMatchObject({ fail: 0, pass: broken.requirements.length })
  expect(merged.operations.map(({ counts }) => counts.fail)).toEqual(merged.operations.map(() => 0))
})

test('where nothing fails any more only a run of everything can say that it conforms', () => {
  const merged = mergedReport(broken, passing(broken), () => true)
  expect(merged.summary).toMatchObject({ verdict: 'inconclusive', reason: expect.stringContaining('run everything') })
  expect(merged.operations.map(({ verdict }) => verdict)).not.toContain('nonconforming')
})

test('causes are those of what fails still, and of what fails anew', () => {
  expect(mergedReport(broken, passing(broken), () => true).causes).toEqual([])
  expect(mergedReport(broken, broken, () => true).causes).toEqual(broken.causes)
  const anew = mergedReport(passing(broken), broken, () => true)
  expect(anew.causes.flatMap(({ requirements }) => requirements)).toEqual(
    broken.causes.flatMap(({ requirements }) => requirements),
  )
})
