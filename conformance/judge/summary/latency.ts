import type { Latency } from '../../model/report.ts'
import type { Endpoint } from '../../model/vocabulary.ts'

/** Bounds of the buckets within one power of ten (ISO 3, R5): each about 1.6 times the one before. */
const steps = [1, 1.6, 2.5, 4, 6.3]

/** Latencies, from their durations in milliseconds in any order; `undefined` for none. */
export function latencyOf(endpoint: Endpoint, durations: readonly number[]): Latency | undefined {
  if (durations.length === 0) return undefined
  const sorted = [...durations].sort((one, other) => one - other)
  const at = (share: number) => rounded(sorted[Math.ceil(share * sorted.length) - 1]!)
  return {
    endpoint,
    count: sorted.length,
    min: rounded(sorted[0]!),
    median: at(0.5),
    p90: at(0.9),
    p99: at(0.99),
    max: rounded(sorted.at(-1)!),
    buckets: bucketed(sorted),
  }
}

function bucketed(sorted: readonly number[]): Latency['buckets'] {
  const counts = new Map<number, number>()
  for (const duration of sorted) {
    const upTo = boundAbove(duration)
    counts.set(upTo, (counts.get(upTo) ?? 0) + 1)
  }
  return [...counts].map(([upTo, count]) => ({ upTo, count }))
}

/** The least bound that a duration does not exceed; from a tenth of a millisecond upwards. */
function boundAbove(duration: number): number {
  for (let tens = -1; ; tens += 1) {
    const bound = steps.map((step) => rounded(step * 10 ** tens, 2)).find((candidate) => duration <= candidate)
    if (bound !== undefined) return bound
  }
}

function rounded(milliseconds: number, digits = 1): number {
  return Number(milliseconds.toFixed(digits))
}
