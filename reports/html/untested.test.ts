import { expect, test } from 'vitest'
import type { Report } from '../../conformance/core/model/report.ts'
import { examples } from '../examples.fixture.ts'
import { renderHtml } from './page.ts'

/** Returns a report in which everything was tested except the first result, which another failure blocks. */
function withOneBlocked(): Report {
  const report = examples.excused()
  const [first, ...rest] = report.requirements
  const [operation, ...others] = first!.operations
  const blocked = { ...operation!, verdict: 'inconclusive', blockedBy: ['messages.reply-id'], findings: [] } as const
  return {
    ...report,
    requirements: [{ ...first!, verdict: 'inconclusive', operations: [blocked, ...others] }, ...rest],
  }
}

const everything = 'Every requirement was tested on each of its operations.'

test('everything was tested only if nothing was blocked or undecided', () => {
  expect(renderHtml(examples.excused())).toContain(everything)
  const page = renderHtml(withOneBlocked())
  expect(page).not.toContain(everything)
  expect(page).toContain('<p>1 result was blocked by another failure on the same operation:</p>')
})

test('the verdict names profile and seed of a run, but not of recorded traffic', () => {
  const report = examples.conforming()
  const headOf = (one: Report) => /<p class="identity">.*?<\/p>/s.exec(renderHtml(one))?.[0]
  expect(headOf(report)).toMatch(/profile <strong>\w+<\/strong>, seed <strong>/)
  for (const source of ['har', 'proxy'] as const) expect(headOf({ ...report, source })).not.toMatch(/profile|seed/)
})
