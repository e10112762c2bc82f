import type { Plan } from '../../model/plan.ts'
import { type Endpoint, endpoints } from '../../model/vocabulary.ts'
import { mostFetches } from './most-fetches.ts'

interface Share {
  readonly requests: number
  readonly calls: number
  readonly images: number
}

/** What a plan would send and what it would cost, for people. Sends nothing. */
export function planInWords(plan: Plan): string {
  const { cases, probes, aims, requests, cost } = plan
  const fetches = mostFetches(plan)
  const rows = endpoints.map((endpoint) => [endpoint, shareOf(endpoint, { cases, probes })] as const)
  const lines = [
    ...rows.filter(([, share]) => share.requests > 0).map(([endpoint, share]) => row(endpoint, share)),
    row('at most', { requests, ...cost }),
    ...(fetches === 0
      ? []
      : ['', `Besides, at most ${fetches} images that replies name are fetched, which costs nothing.`]),
    '',
    `This sets out to exercise ${aims.size} requirements. Nothing was sent.`,
  ]
  return `${[`${''.padEnd(20)}requests  model calls  images`, ...lines].join('\n')}\n`
}

function shareOf(endpoint: Endpoint, { cases, probes }: Pick<Plan, 'cases' | 'probes'>): Share {
  const own = cases.filter(({ operation }) => operation === endpoint)
  const probing = probes.filter(({ operation }) => operation === endpoint)
  const costs = [...own, ...probing].map(({ cost }) => cost)
  return {
    requests: own.length + sum(probing.map((probe) => probe.requests)),
    calls: sum(costs.map(({ calls }) => calls)),
    images: sum(costs.map(({ images }) => images)),
  }
}

function row(name: string, { requests, calls, images }: Share): string {
  return `${name.padEnd(20)}${String(requests).padStart(8)}  ${String(calls).padStart(11)}  ${String(images).padStart(6)}`
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
