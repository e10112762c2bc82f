import type { Latency, SchemaCoverage, SizeCoverage } from '../conformance/model/report.ts'
import { counted } from './identity.ts'

/** How far one request schema was exercised, as one line. */
export function coverageText({ endpoint, constraints, valid, violating, combinations }: SchemaCoverage): string {
  const pairs = combinations && `, ${combinations.covered} of ${combinations.pairs} pairs of optional features together`
  return `${endpoint}: ${constraints} schema constraints, ${valid} covered by valid requests, ${violating} by single-violation requests${pairs ?? ''}`
}

/** The sizes of one kind that requests had: `1 to 21 turns`. */
export function sizeText({ of, least, most }: SizeCoverage): string {
  return `${rangeText({ least, most })} ${of}`
}

/** `1 to 21`, or `1` where all are alike. */
export function rangeText({ least, most }: Pick<SizeCoverage, 'least' | 'most'>): string {
  const [from, to] = [least, most].map((size) => size.toLocaleString('en-US'))
  return least === most ? String(from) : `${from} to ${to}`
}

/** How long the exchanges of one operation took, as one line. */
export function latencyText({ endpoint, count, median, p90, p99, max }: Latency): string {
  const figures = [`median ${milliseconds(median)}`, `p90 ${milliseconds(p90)}`, `p99 ${milliseconds(p99)}`]
  return `${endpoint}: ${counted(count, 'response')}, ${figures.join(', ')}, maximum ${milliseconds(max)}`
}

/** `0.4 ms`, `120 ms`. */
function milliseconds(value: number): string {
  return `${value < 10 ? Math.round(value * 10) / 10 : Math.round(value)} ms`
}
