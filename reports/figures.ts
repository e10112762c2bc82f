import type { Latency, SchemaCoverage } from '../conformance/model/report.ts'

/** How far one request schema was exercised, as one line. */
export function coverageText({ endpoint, constraints, valid, violating }: SchemaCoverage): string {
  return `${endpoint}: of ${constraints} constraints, ${valid} met by a valid request, ${violating} broken alone`
}

/** How long the exchanges of one operation took, as one line. */
export function latencyText({ endpoint, count, median, p90, p99, max }: Latency): string {
  const figures = [`median ${milliseconds(median)}`, `p90 ${milliseconds(p90)}`, `p99 ${milliseconds(p99)}`]
  return `${endpoint}: ${count} answered, ${figures.join(', ')}, longest ${milliseconds(max)}`
}

/** `0.4 ms`, `120 ms`. */
function milliseconds(value: number): string {
  return `${value < 10 ? Math.round(value * 10) / 10 : Math.round(value)} ms`
}
