import { expect, test } from 'vitest'
import type { Report } from '../../conformance/core/model/report.ts'
import { examples } from '../examples.fixture.ts'
import { evidenceIn } from './evidence.ts'
import { renderHtml } from './page.ts'

function withBodies(report: Report, characters: number): Report {
  const body = { text: 'x'.repeat(characters), bytes: characters, truncated: false }
  const exchanges = report.exchanges.map((exchange) => ({
    ...exchange,
    response: exchange.response === null ? null : { ...exchange.response, body },
  }))
  return { ...report, exchanges }
}

test('a report of usual size omits no evidence', () => {
  expect(evidenceIn(examples.nonconforming()).leftOut.size).toBe(0)
})

test('a page with much evidence stays small and names each omitted exchange', () => {
  const report = withBodies(examples.nonconforming(), 2_000_000)
  const { leftOut } = evidenceIn(report)
  expect(leftOut.size).toBeGreaterThan(0)
  const page = renderHtml(report)
  expect(page.length).toBeLessThan(12_000_000)
  expect(page.split('is omitted to keep this page small').length - 1).toBe(leftOut.size)
})

test('an exchange is shown only at its first finding', () => {
  const page = renderHtml(examples.nonconforming())
  for (const { id } of examples.nonconforming().exchanges)
    expect(page.split(`id="exchange-${id}"`).length - 1).toBe(
      evidenceIn(examples.nonconforming()).shownUnder.has(id) ? 1 : 0,
    )
})
