import { isLetIn, type Observation } from '../../model/observation.ts'
import type { Cost } from '../../model/operation.ts'
import type { Latency, Report, Traffic } from '../../model/report.ts'
import { type Endpoint, endpoints } from '../../model/vocabulary.ts'

/** Counts what is sent to each operation, how it is taken, and how long it takes. */
export interface TrafficCount {
  see(seen: Observation): void
  /** Returns the cost that a gateway would bill for all of it. */
  billed(): Cost
  /** Returns the figures for a report: operations in the specification's order, without those that got no request. */
  summary(): Required<Pick<Report, 'latencies' | 'traffic'>>
}

interface Count {
  requests: number
  readonly receptions: Partial<Record<Observation['responseClass'], number>>
  billed: Cost
  /** Milliseconds of the answered exchanges. */
  readonly durations: number[]
}

/** A count of nothing yet. The same exchanges in any order come to the same. */
export function startTraffic(): TrafficCount {
  const counts = new Map<Endpoint, Count>()
  return {
    see: (seen) => {
      const count = counts.get(seen.operation.id) ?? newCount()
      counts.set(seen.operation.id, count)
      enter(count, seen)
    },
    billed: () => [...counts.values()].map(({ billed }) => billed).reduce(added, nothing),
    summary: () => {
      const known = endpoints.flatMap((endpoint) => {
        const count = counts.get(endpoint)
        return count === undefined ? [] : [{ endpoint, ...count }]
      })
      return {
        latencies: known.flatMap(({ endpoint, durations }) => latencyOf(endpoint, durations) ?? []),
        traffic: known.map(({ durations, ...counts }): Traffic => counts),
      }
    },
  }
}

const nothing: Cost = { calls: 0, images: 0 }

function newCount(): Count {
  return { requests: 0, receptions: {}, billed: nothing, durations: [] }
}

function enter(count: Count, { exchange, operation, responseClass, request }: Observation): void {
  count.requests += 1
  count.receptions[responseClass] = (count.receptions[responseClass] ?? 0) + 1
  const isAnswered = exchange.response !== null && exchange.ended === 'complete'
  const isTimed = Number.isFinite(exchange.durationMs) && (exchange.durationMs > 0 || exchange.source !== 'har')
  if (isAnswered && isTimed) count.durations.push(exchange.durationMs)
  // A 2xx answer was worked for, however it looks.
  if (isLetIn(responseClass)) count.billed = added(count.billed, operation.cost(request.value))
}

function added(one: Cost, other: Cost): Cost {
  return { calls: one.calls + other.calls, images: one.images + other.images }
}

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
