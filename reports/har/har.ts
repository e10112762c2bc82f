import type { Report } from '../../conformance/model/report.ts'
import { harEntry } from './entry.ts'

/** What a HAR begins and ends with; its entries stand between, separated by commas. */
export interface HarFrame {
  readonly head: string
  readonly tail: string
}

/** The frame of a HAR, for whoever has more exchanges than memory. `comment` says which exchanges it holds. */
export function harFrame({ name, version }: Report['tool'], comment: string): HarFrame {
  const creator = JSON.stringify({ name, version })
  return {
    head: `{"log":{"version":"1.2","creator":${creator},"comment":${JSON.stringify(comment)},"entries":[\n`,
    tail: '\n]}}\n',
  }
}

/** A HAR of the exchanges that the report shows: those of its findings, bodies cut short where `comment` says so. */
export function har(report: Report): string {
  const { head, tail } = harFrame(
    report.tool,
    'only the exchanges of the findings; the evidence file has all exchanges',
  )
  const { baseUrls } = report.config ?? {}
  const run = { target: report.target.url, startedAt: report.startedAt, ...(baseUrls && { baseUrls }) }
  return head + report.exchanges.map((exchange) => JSON.stringify(harEntry(exchange, run))).join(',\n') + tail
}
