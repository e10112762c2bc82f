import type { Operation } from '../../../core/model/operation.ts'
import type { Case, Plan, Probe } from '../../../core/model/plan.ts'
import type { ItemCoverage } from '../../../core/model/report.ts'
import type { Endpoint } from '../../../core/model/vocabulary.ts'
import type { Why } from '../../../core/model/why.ts'
import { coverageOfRequests } from '../../../engine/coverage/index.ts'
import type { Total } from '../../../engine/plan/budget.ts'
import { plainCases } from '../../../engine/plan/plain-cases.ts'
import { type CostEstimate, costEstimateOf, type PricedOptions } from './promise.ts'

/** The origins of requests that a plan distinguishes. */
export type Origin = 'preflight' | 'coverage' | 'violation' | 'exploration' | 'probe' | 'declaration'

/** The requests and cost of a plan, for people and for machines. */
export interface Account {
  readonly total: Total
  /** The number of requirements that it aims at. */
  readonly aims: number
  readonly operations: readonly {
    readonly endpoint: Endpoint
    readonly total: Total
    readonly why: readonly Reason[]
  }[]
  readonly why: readonly Reason[]
  /** The worst cost of the run, whatever the target does. */
  readonly worst: CostEstimate['worst']
  /** The most requests that may come on top of the plan, by reason. */
  readonly beyond: CostEstimate['beyond']
  /**
   * The number of constraints of the request schemas that the cases satisfy and violate. The probes' share is unknown
   * in advance.
   */
  readonly constraints: {
    readonly all: number
    readonly valid: number
    readonly violating: number
  }
  /** The items that the valid requests cover, by operation. */
  readonly items: readonly (ItemCoverage & { readonly endpoint: Endpoint })[]
}

export interface Reason {
  readonly origin: Origin
  readonly total: Total
}

const origins: readonly Origin[] = ['preflight', 'coverage', 'violation', 'exploration', 'probe', 'declaration']

/** Returns the account of a plan: by operation, by reason, and what it may lead to. */
export function accountFor(plan: Plan, options: PricedOptions, operations: readonly Operation[]): Account {
  const { worst, beyond } = costEstimateOf(plan, options, operations)
  const first = new Set(plainCases(plan))
  const entries = [...plan.cases.map((one) => entryOf(one, first)), ...plan.probes.map(probeEntry)]
  const endpoints = operations.map(({ id }) => id).filter((id) => entries.some(({ endpoint }) => endpoint === id))
  return {
    total: { requests: plan.requests, ...plan.cost },
    aims: new Set([...plan.aims].map((key) => key.split('@')[0])).size,
    operations: endpoints.map((endpoint) => {
      const own = entries.filter((entry) => entry.endpoint === endpoint)
      return { endpoint, total: sumOf(own), why: reasonsOf(own) }
    }),
    why: reasonsOf(entries),
    worst,
    beyond,
    ...coverageOfRequests(
      operations,
      plan.cases.map(({ request }) => request),
    ),
  }
}

interface Entry extends Total {
  readonly endpoint: Endpoint
  readonly origin: Origin
}

function entryOf(planned: Case, first: ReadonlySet<Case>): Entry {
  const { operation: endpoint, cost } = planned
  const origin = first.has(planned) ? 'preflight' : originOf(planned)
  return { endpoint, origin, requests: 1, calls: cost.calls, images: cost.images }
}

export function originOf({ why: { kind } }: Case): Origin {
  return originByKind[kind] ?? 'coverage'
}

const originByKind: Partial<Readonly<Record<Why['kind'], Origin>>> = {
  violation: 'violation',
  stored: 'exploration',
  declaration: 'declaration',
}

function probeEntry({ operation: endpoint, requests, cost }: Probe): Entry {
  return { endpoint, origin: 'probe', requests, calls: cost.calls, images: cost.images }
}

function reasonsOf(entries: readonly Entry[]): readonly Reason[] {
  return origins.flatMap((origin) => {
    const own = entries.filter((entry) => entry.origin === origin)
    return own.length === 0 ? [] : [{ origin, total: sumOf(own) }]
  })
}

function sumOf(totals: readonly Total[]): Total {
  return totals.reduce(
    (sum, { requests, calls, images }) => ({
      requests: sum.requests + requests,
      calls: sum.calls + calls,
      images: sum.images + images,
    }),
    { requests: 0, calls: 0, images: 0 },
  )
}
