import type { Exchange } from '../../core/model/exchange.ts'
import type { Observation } from '../../core/model/observation.ts'
import type { Latency, TokenCounts, Traffic } from '../../core/model/report.ts'
import type { RunFacts } from '../../core/model/requirement.ts'
import type { Catalogue } from '../../core/model/suite.ts'
import { countComparisons } from '../../core/model/token-counts.ts'
import type { Verdict } from '../../core/model/vocabulary.ts'
import { type ExchangeFact, findingsKept, type Judge, type Ruling, startJudge } from '../../engine/judge/index.ts'
import { type Bill, startBill } from '../report/bill.ts'

/**
 * Judges an unlimited number of exchanges in bounded memory. After a number of exchanges it forgets everything except
 * what a report states about each result: verdict, counts and first findings.
 */
export interface Memory {
  see(exchange: Exchange): Observation | undefined
  /** The judgement of all exchanges from the start. */
  readonly judge: Pick<Judge, 'conclude' | 'facts' | 'repeated'>
  readonly bill: Pick<Bill, 'total' | 'traffic'>
  /** The number of exchanges seen so far. */
  count(): number
  forgotten(): number
  isFull(): boolean
  /** Forgets the exchanges. Call it when the memory is full. */
  forget(): void
}

export function startMemory(catalogue: Catalogue, most: number): Memory {
  let judge = startJudge(catalogue)
  let bill: Bill = startBill()
  let earlier: readonly Ruling[] | undefined
  let facts: readonly ExchangeFact[] = []
  let repeated = { exchanges: 0, sameKey: 0 }
  let billed: Pick<Bill, 'total' | 'traffic'> | undefined
  let [remembered, forgotten] = [0, 0]
  const conclude = (run?: RunFacts): readonly Ruling[] => {
    const rulings = judge.conclude(run)
    return earlier === undefined ? rulings : rulings.map((ruling, at) => joinedRulings(earlier![at]!, ruling))
  }
  const sum = (): Pick<Bill, 'total' | 'traffic'> => (billed === undefined ? bill : added(billed, bill))
  const repeatedSoFar = (): typeof repeated => {
    const { exchanges, sameKey } = judge.repeated()
    return { exchanges: repeated.exchanges + exchanges, sameKey: repeated.sameKey + sameKey }
  }
  return {
    see: (exchange) => {
      remembered += 1
      const seen = judge.see(exchange)
      if (seen !== undefined) bill.add(seen)
      return seen
    },
    judge: { conclude, facts: () => [...facts, ...judge.facts()], repeated: repeatedSoFar },
    bill: {
      get total() {
        return sum().total
      },
      get traffic() {
        return sum().traffic
      },
    },
    count: () => forgotten + remembered,
    forgotten: () => forgotten,
    isFull: () => remembered >= most,
    forget: () => {
      earlier = conclude()
      const told = new Set(earlier.flatMap(({ findings }) => findings.map(({ exchange }) => exchange)))
      facts = [...facts, ...judge.facts()].filter(({ exchange }) => told.has(exchange))
      const { total, traffic } = sum()
      billed = { total, traffic }
      repeated = repeatedSoFar()
      forgotten += remembered
      remembered = 0
      judge = startJudge(catalogue)
      bill = startBill()
    },
  }
}

const worstLast: readonly Verdict[] = ['inapplicable', 'untested', 'pass', 'inconclusive', 'fail', 'error']

/** Joins the rulings on a result before and after forgetting. */
export function joinedRulings(before: Ruling, after: Ruling): Ruling {
  const verdict = worstLast[Math.max(worstLast.indexOf(before.verdict), worstLast.indexOf(after.verdict))]!
  const findings = [...before.findings, ...after.findings]
  const certain = findings.filter(({ doubt }) => doubt !== true)
  const [example, untested] = [before.example ?? after.example, after.untested ?? before.untested]
  const firstOfBefore = before.findings.filter(({ doubt }) => doubt !== true).map(({ exchange }) => exchange)
  const violatingExchanges = new Set([...firstOfBefore, ...(after.violatingExchanges ?? [])])
  return {
    requirement: after.requirement,
    operation: after.operation,
    verdict,
    exchanges: before.exchanges + after.exchanges,
    violating: before.violating + after.violating,
    // Each recorded exchange is a separate case.
    violatingExchanges,
    violatingCases: violatingExchanges,
    example,
    findings: [...certain, ...findings.filter(({ doubt }) => doubt === true)].slice(0, findingsKept),
    findingsTotal: before.findingsTotal + after.findingsTotal,
    untested,
  }
}

function added(before: Pick<Bill, 'total' | 'traffic'>, after: Pick<Bill, 'total' | 'traffic'>): typeof before {
  const total = {
    calls: before.total.calls + after.total.calls,
    images: before.total.images + after.total.images,
  }
  const [one, other] = [before.traffic, after.traffic]
  return {
    total,
    traffic: {
      latencies: byEndpoint(one.latencies, other.latencies, addedLatency),
      traffic: byEndpoint(one.traffic, other.traffic, addedTraffic),
      tokenCounts: byEndpoint(one.tokenCounts, other.tokenCounts, addedTokenCounts),
    },
  }
}

function byEndpoint<Item extends { readonly endpoint: string }>(
  before: readonly Item[],
  after: readonly Item[],
  add: (one: Item, other: Item) => Item,
): readonly Item[] {
  const only = after.filter(({ endpoint }) => before.every((one) => one.endpoint !== endpoint))
  const both = before.map((one) => {
    const other = after.find(({ endpoint }) => endpoint === one.endpoint)
    return other === undefined ? one : add(one, other)
  })
  return [...both, ...only]
}

function addedTraffic(one: Traffic, other: Traffic): Traffic {
  const receptions = { ...one.receptions }
  for (const [name, count] of Object.entries(other.receptions) as [keyof typeof receptions, number][])
    receptions[name] = (receptions[name] ?? 0) + count
  const billed = { calls: one.billed.calls + other.billed.calls, images: one.billed.images + other.billed.images }
  return { ...one, requests: one.requests + other.requests, receptions, billed }
}

/** Adds up comparisons. Requests before and after forgetting are not compared with one another. */
function addedTokenCounts(one: TokenCounts, other: TokenCounts): TokenCounts {
  const pictures =
    one.pictures === undefined || other.pictures === undefined
      ? (one.pictures ?? other.pictures)
      : {
          replies: one.pictures.replies + other.pictures.replies,
          unlisted: one.pictures.unlisted + other.pictures.unlisted,
        }
  return {
    endpoint: one.endpoint,
    replies: one.replies + other.replies,
    zeroInputs: one.zeroInputs + other.zeroInputs,
    ...(pictures === undefined ? {} : { pictures }),
    comparisons: countComparisons.flatMap((compares) => {
      const [before, after] = [one, other].map(({ comparisons }) =>
        comparisons.find((each) => each.compares === compares),
      )
      if (before === undefined || after === undefined) return before ?? after ?? []
      const { example } = before.agreeing === before.pairs ? after : before
      const [pairs, agreeing] = [before.pairs + after.pairs, before.agreeing + after.agreeing]
      return [{ compares, pairs, agreeing, example }]
    }),
  }
}

/** Adds up buckets. A percentile of the result is the bound of its bucket. */
function addedLatency(one: Latency, other: Latency): Latency {
  const counts = new Map(one.buckets.map(({ upTo, count }) => [upTo, count]))
  for (const { upTo, count } of other.buckets) counts.set(upTo, (counts.get(upTo) ?? 0) + count)
  const buckets = [...counts].sort(([a], [b]) => a - b).map(([upTo, count]) => ({ upTo, count }))
  const [count, max] = [one.count + other.count, Math.max(one.max, other.max)]
  const at = (share: number): number => {
    let left = Math.ceil(share * count)
    for (const bucket of buckets) {
      left -= bucket.count
      if (left <= 0) return Math.min(bucket.upTo, max)
    }
    return max
  }
  const middle = { median: at(0.5), p90: at(0.9), p99: at(0.99) }
  return { endpoint: one.endpoint, count, min: Math.min(one.min, other.min), ...middle, max, buckets }
}
