import type { Report } from '../../conformance/model/report.ts'
import { type Html, html } from '../markup.ts'
import { latencies } from './latencies.ts'
import { schemaCoverage } from './schema-coverage.ts'
import { traffic } from './traffic.ts'

/** What the run sent, how far that went, what it cost and how long it took. */
export function figures(report: Report): Html {
  return html`${schemaCoverage(report)}
${traffic(report)}
${latencies(report)}`
}
