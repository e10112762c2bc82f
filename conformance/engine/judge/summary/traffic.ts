import { isComplete2xx, isPlainlyValid, type Observation } from '../../../core/model/observation.ts'
import { type Cost, totalCost } from '../../../core/model/operation.ts'
import type { Latency, Report, Traffic } from '../../../core/model/report.ts'
import { type Endpoint, endpoints } from '../../../core/model/vocabulary.ts'

/** Counts the requests to each operation, their response classes and their durations. */
interface TrafficCount {
  see(seen: Observation): void
  /** Returns the cost that a gateway would bill for all of them. */
  billed(): Cost
  /** Returns the figures for a report: operations in the specification's order, without those that got no request. */
  summary(): Required<Pick<Report, 'latencies' | 'traffic'>>
}

interface Count {
  requests: number
  readonly receptions: Partial<Record<Observation['responseClass'], number>>
  billed: Cost
  /** The durations of the answered exchanges, in milliseconds. */
  readonly durations: number[]
  /** The attempts of each case, and how many were not served. */
  readonly attempts: Map<string, { readonly all: number; readonly unserved: number }>
}

/** Starts an empty count. The result does not depend on the order of exchanges. */
export function startTraffic(): TrafficCount {
  const counts = new Map<Endpoint, Count>()
  return {
    see: (seen) => {
      const count = counts.get(seen.operation.id) ?? newCount()
      counts.set(seen.operation.id, count)
      enter(count, seen)
    },
    billed: () => totalCost([...counts.values()].map(({ billed }) => billed)),
    summary: () => {
      const known = endpoints.flatMap((endpoint) => {
        const count = counts.get(endpoint)
        return count === undefined ? [] : [{ endpoint, ...count }]
      })
      return {
        latencies: known.flatMap(({ endpoint, durations }) => latencyOf(endpoint, durations) ?? []),
        traffic: known.map(trafficOf),
      }
    },
  }
}

function trafficOf({ endpoint, requests, receptions, billed, attempts }: Count & { endpoint: Endpoint }): Traffic {
  const sometimes = [...attempts.values()].filter(({ all, unserved }) => unserved > 0 && unserved < all)
  const servedSometimes = {
    requests: sometimes.length,
    unserved: sometimes.reduce((sum, one) => sum + one.unserved, 0),
    attempts: sometimes.reduce((sum, one) => sum + one.all, 0),
  }
  return { endpoint, requests, receptions, billed, ...(sometimes.length > 0 ? { servedSometimes } : {}) }
}

const nothing: Cost = { calls: 0, images: 0 }

function newCount(): Count {
  return { requests: 0, receptions: {}, billed: nothing, durations: [], attempts: new Map() }
}

function enter(count: Count, seen: Observation): void {
  const { exchange, operation, responseClass, request } = seen
  count.requests += 1
  count.receptions[responseClass] = (count.receptions[responseClass] ?? 0) + 1
  enterAttempt(count, seen)
  const isAnswered = exchange.response !== null && exchange.ended === 'complete'
  const isTimed = Number.isFinite(exchange.durationMs) && (exchange.durationMs > 0 || exchange.source !== 'har')
  if (isAnswered && isTimed) count.durations.push(exchange.durationMs)
  // A 2xx is billed even if its body is invalid.
  if (isComplete2xx(responseClass)) count.billed = totalCost([count.billed, operation.cost(request.value)])
}

function enterAttempt({ attempts }: Count, seen: Observation): void {
  const { exchange, responseClass } = seen
  if (exchange.caseId === undefined) return
  const isRejected = responseClass === 'rejected' || responseClass === 'denied'
  const isUnserved = responseClass === 'busy' || responseClass === 'failed' || (isRejected && isPlainlyValid(seen))
  const { all, unserved } = attempts.get(exchange.caseId) ?? { all: 0, unserved: 0 }
  attempts.set(exchange.caseId, { all: all + 1, unserved: unserved + Number(isUnserved) })
}

/** The bucket bounds within one power of ten (ISO 3, R5): each is about 1.6 times the one before. */
const steps = [1, 1.6, 2.5, 4, 6.3]

/** Returns the latencies of an endpoint from durations in milliseconds; `undefined` if there are none. */
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

/** Returns the smallest bound that a duration does not exceed, starting at 0.1 ms. */
function boundAbove(duration: number): number {
  for (let tens = -1; ; tens += 1) {
    const bound = steps.map((step) => rounded(step * 10 ** tens, 2)).find((candidate) => duration <= candidate)
    if (bound !== undefined) return bound
  }
}

function rounded(milliseconds: number, digits = 1): number {
  return Number(milliseconds.toFixed(digits))
}
