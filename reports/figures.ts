import type { ItemCoverage, Latency, SchemaCoverage } from '../conformance/core/model/report.ts'
import { counted } from '../conformance/core/text/counted.ts'

export function coverageText({ endpoint, constraints, valid, violating, items }: SchemaCoverage): string {
  return `${endpoint}: ${constraints} schema constraints, ${valid} covered by valid requests, ${violating} by single-violation requests; ${itemsText(items)}`
}

/** The kinds of items that a schema lists completely. */
export const itemKinds = ['features', 'values', 'counts', 'pairs'] as const

/** Returns the coverage of items, for example `7 of 7 features, 34 of 35 values, …`. */
export function itemsText(items: ItemCoverage): string {
  const listed = itemKinds.map((kind) => `${items[kind].covered} of ${items[kind].all} ${kind}`)
  return `${listed.join(', ')}, ${items.unbounded} others`
}

export function latencyText({ endpoint, count, median, p90, p99, max }: Latency): string {
  const figures = [`median ${milliseconds(median)}`, `p90 ${milliseconds(p90)}`, `p99 ${milliseconds(p99)}`]
  return `${endpoint}: ${counted(count, 'response')}, ${figures.join(', ')}, maximum ${milliseconds(max)}`
}

/** Formats a duration, for example `0.4 ms` or `120 ms`. */
function milliseconds(value: number): string {
  return `${value < 10 ? Math.round(value * 10) / 10 : Math.round(value)} ms`
}
