import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Report } from '../conformance/core/model/report.ts'
import { isPassing } from '../conformance/core/model/run-verdict.ts'
import { outcomes } from '../conformance/core/model/vocabulary.ts'
import { visibleLine } from '../conformance/core/text/visible.ts'
import { contradictionIn } from '../conformance/product/report/read-results.ts'
import { validate } from '../schemas/index.ts'
import { anyReport } from './any-report.fixture.ts'
import { cardParts } from './html/card-parts.ts'
import { renderHtml } from './html/page.ts'
import { formats, renderers } from './index.ts'
import { renderJson } from './json.ts'
import { junit } from './junit.ts'
import { unexcused } from './known.ts'
import { headlines } from './outcome.ts'
import { allResults } from './result.ts'
import { blockedByReason, resultsEnding, undecided, untestedByReason } from './select.ts'
import { mostLines, terminal } from './terminal/terminal.ts'
import { text } from './terminal/text.ts'

test('any report of version 2 is valid and consistent', () => {
  fc.assert(
    fc.property(anyReport, (report) => {
      expect(validate('results/results', JSON.parse(renderJson(report))).violations).toEqual([])
      expect(contradictionIn(report)).toBeUndefined()
    }),
  )
})

test('the JUnit failures are exactly the failed results that are not excused', () => {
  fc.assert(
    fc.property(anyReport, (report) => {
      const cases = [...junit(report).matchAll(/<testcase classname="([^"]*)" name="([^"]*)"[^>]*><failure /g)]
      const failed = allResults(report).filter(({ verdict, known }) => verdict === 'fail' && known === undefined)
      expect(cases.map(([, operation, id]) => `${id}@${operation}`).sort()).toEqual(
        failed.map(({ id, operation }) => `${id}@${operation}`).sort(),
      )
    }),
  )
})

test('the JUnit document has failures exactly if the run does not pass', () => {
  fc.assert(
    fc.property(anyReport, (report) => {
      expect(/<(failure|error) /.test(junit(report))).toBe(!isPassing(report.summary.verdict))
    }),
  )
})

test('the counts of an operation match its results', () => {
  fc.assert(
    fc.property(anyReport, (report) => {
      for (const { operation, counts } of report.operations) {
        const own = allResults(report).filter((result) => result.operation === operation)
        expect(outcomes.reduce((sum, outcome) => sum + counts[outcome], 0)).toBe(own.length)
        for (const outcome of outcomes)
          expect(counts[outcome]).toBe(own.filter(({ verdict }) => verdict === outcome).length)
      }
    }),
  )
})

test('every result without a verdict is listed once: untested, blocked or undecided', () => {
  fc.assert(
    fc.property(anyReport, (report) => {
      const groups = [...untestedByReason(report), ...blockedByReason(report)].flatMap(({ results }) => results)
      const open = [...resultsEnding(report, 'skipped'), ...resultsEnding(report, 'inconclusive')]
      expect([...groups, ...undecided(report)].map(({ id, operation }) => `${id}@${operation}`).sort()).toEqual(
        open.map(({ id, operation }) => `${id}@${operation}`).sort(),
      )
    }),
  )
})

test('evidence on the HTML page is shown at its own operation, and links have targets', () => {
  fc.assert(
    fc.property(anyReport, (report) => {
      for (const { result, kinds } of report.requirements.flatMap(cardParts))
        for (const { kind } of kinds) expect(kind.findings.every((one) => result.findings.includes(one))).toBe(true)
      const page = renderHtml(report)
      const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)
      expect(new Set(ids).size).toBe(ids.length)
      const places = new Set(ids)
      const links = [...page.matchAll(/ href="#([^"]*)"/g)].map(([, id]) => id)
      expect(links.filter((link) => !places.has(link))).toEqual([])
    }),
    { numRuns: 50 },
  )
})

test('the terminal summary fits a screen and ends with the verdict', () => {
  fc.assert(
    fc.property(anyReport, fc.nat({ max: 40 }), (report, causes) => {
      const requirements = report.requirements.flatMap(({ id, operations }) =>
        operations.map(({ operation }) => ({ requirement: id, operation })),
      )
      const cause = { id: 'c', title: 'title '.repeat(60), hint: 'hint '.repeat(60), requirements, blocks: [] }
      const many = { ...report, causes: Array.from({ length: causes }, () => cause), limits: ['limit '.repeat(99)] }
      const lines = terminal(many).trimEnd().split('\n')
      expect(lines.length).toBeLessThanOrEqual(mostLines)
      expect(lines.at(-1)).toContain(lastWord(report))
      expect(lines.at(-1)).toContain(visibleLine(report.summary.reason))
    }),
  )
})

test('the text report ends with the verdict and names every failure that is not excused', () => {
  fc.assert(
    fc.property(anyReport, (report) => {
      const lines = text(report).trimEnd().split('\n')
      expect(lines.at(-1)).toContain(lastWord(report))
      for (const { id } of unexcused(report)) expect(lines.join('\n')).toContain(id)
    }),
  )
})

test('no format calls a run with low coverage conforming', () => {
  fc.assert(
    fc.property(anyReport, fc.constantFrom(...formats), ({ summary, ...rest }, format) => {
      const verdict = 'no-new-failure' as const
      const told = renderers[format]({ ...rest, summary: { ...summary, verdict }, operations: [], requirements: [] })
      expect(told.replaceAll('nonconforming', '').split('"conforming"').join('')).not.toMatch(/(?<![-.\w])conforming/i)
      const lines = told.split('\n').filter((line) => line.includes(headlines[verdict].word))
      expect(lines.join('')).not.toContain('✓')
    }),
    { numRuns: 50 },
  )
})

function lastWord({ summary }: Report): string {
  return summary.verdict === 'no-new-failure' ? headlines[summary.verdict].word : summary.verdict.toUpperCase()
}
