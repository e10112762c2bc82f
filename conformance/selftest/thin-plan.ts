import { createHash } from 'node:crypto'
import type { Case, Plan, Probe } from '../model/plan.ts'
import { resultKey } from '../model/requirement.ts'
import { totalOf } from '../plan/budget.ts'
import { requirementOf } from './operations-of.ts'

/** One in this many of the requests that cannot show a fault is sent all the same. */
const sampled = 4

/** One in this many faults gets the whole plan, another twentieth with each seed. */
const wholeOf = 20

/** Returns whether the fault is one of the twentieth that gets the whole plan with this seed. */
export function getsWholePlan(fault: string, seed: number): boolean {
  return numberFor(fault) % wholeOf === seed % wholeOf
}

/**
 * Returns what can show a fault that breaks the given results, and a sample of the rest that differs from fault to
 * fault: the valid requests and the probes of the operations, the violations that the results are about, and the plain
 * requests and control requests of all that is kept.
 */
export function thinned(plan: Plan, fault: string, results: readonly string[]): Plan {
  const requirements = new Set(results.map(requirementOf))
  const operations = new Set(results.map((result) => result.slice(requirementOf(result).length + 1)))
  const isSampled = ({ id }: Case | Probe) => numberFor(`${fault} ${id}`) % sampled === 0
  const isAimed = ({ aims }: Case | Probe) => aims.some((id) => requirements.has(id))
  const isChosen = (one: Case) =>
    one.why.kind === 'plain' ||
    (operations.has(one.operation) && (one.why.kind !== 'violation' || isAimed(one))) ||
    isSampled(one)
  const chosen = plan.cases.filter(isChosen)
  const controls = new Set(chosen.flatMap(({ why }) => (why.kind === 'violation' ? [why.control] : [])))
  const kept = new Set(chosen)
  const cases = plan.cases.filter((one) => kept.has(one) || controls.has(one.id))
  const probes = plan.probes.filter((one) => operations.has(one.operation) || isAimed(one) || isSampled(one))
  const { requests, calls, images } = totalOf(cases, probes)
  const named = namedIn(plan)
  const left = namedIn({ cases, probes })
  const isOwed = (key: string) =>
    named.has(key) ? left.has(key) : operations.has(key.slice(requirementOf(key).length + 1))
  return { cases, probes, aims: new Set([...plan.aims].filter(isOwed)), requests, cost: { calls, images } }
}

/** Returns the results that cases and probes aim at by name. */
function namedIn({ cases, probes }: Pick<Plan, 'cases' | 'probes'>): ReadonlySet<string> {
  return new Set([...cases, ...probes].flatMap(({ aims, operation }) => aims.map((id) => resultKey(id, operation))))
}

function numberFor(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE(0)
}
