import { createHash } from 'node:crypto'
import { faults, startReferenceServer } from '../../../reference-server/index.ts'
import type { Case, Plan, Probe } from '../../core/model/plan.ts'
import { requirementOf, resultKey } from '../../core/model/requirement.ts'
import type { Ruling } from '../../engine/judge/index.ts'
import { totalOf } from '../../engine/plan/budget.ts'
import { resultsOf } from '../../product/cli/faults/operations-of.ts'
import { catalogueOf } from '../../specification/catalogue.ts'
import { brokenOf } from './broken-of.ts'
import { testedIn } from './clean-run.ts'
import type { Finish, Task, Trial } from './trial.ts'
import { trialRun } from './trial-run.ts'

/**
 * Runs against a reference server with one fault and compares the failures with the requirements that the fault breaks.
 * Most faults get only the requests that can show them and a sample of the rest. If the result is not exact, the whole
 * plan is sent, and that run counts.
 */
export async function tryFault(task: Task): Promise<Trial> {
  const { id, profile, seed, explore } = task
  const isThinned = profile !== 'smoke' && explore === undefined && !getsWholePlan(id, seed)
  const thin = isThinned ? await tryWith(task, isThinned) : undefined
  return thin?.finish === 'exact' ? thin : { ...(await tryWith(task, false)), isWhole: true }
}

async function tryWith(task: Task, isThinned: boolean): Promise<Trial> {
  const { id, areas, profile, seed, on, explore } = task
  const own = new Set<string>(catalogueOf(areas).requirements.map((requirement) => requirement.id))
  const { breaks = [], breaksByChance = [] } = faults.get(task.id) ?? {}
  const certain = resultsOn(task, breaks, own)
  const may = [...certain, ...resultsOn(task, breaksByChance, own)]
  const tested = await testedIn(task)
  const expected = mustFail(certain, tested)
  const server = await startReferenceServer({ faults: [task.id], on })
  try {
    const { url } = server
    const narrow = isThinned ? (plan: Plan) => thinned(plan, id, may) : undefined
    const run = await trialRun({ url, areas, profile, seed, explore, narrow })
    const { rulings, requests, leftOpen, cutShort } = run
    const blockedInVain = [...run.blocked.keys()].filter((result) => !tested.has(result))
    const broken = brokenOf(rulings, may)
    const failed = new Set(broken.map(({ result }) => result))
    const missing = expected.filter((result) => !failed.has(result))
    const surplus = broken.filter(({ result }) => !may.includes(result))
    const compared = { expected, missing, surplus, leftOpen, blockedInVain }
    const isUnasked = on !== undefined && isNeverTested(rulings, may, tested)
    const finish = isUnasked && surplus.length === 0 ? 'unprovoked' : finishOf(compared)
    if (finish === 'missed' && cutShort !== undefined) throw new Error(`the run was cut off: ${cutShort}`)
    return { ...task, finish, requests, ...compared }
  } finally {
    await server.close()
  }
}

function resultsOn(task: Task, breaks: readonly string[], own: ReadonlySet<string>): readonly string[] {
  const broken = new Set(breaks)
  const operations = task.on === undefined ? faults.get(task.id)?.on : [task.on]
  return resultsOf(
    operations === undefined ? {} : { on: operations },
    [...broken].filter((requirement) => own.has(requirement)),
  )
}

/**
 * Returns the results that must fail: those that the same requests test on a server without faults. If a requirement is
 * tested on no operation there, all of its results.
 */
export function mustFail(may: readonly string[], tested: ReadonlySet<string>): readonly string[] {
  const withTested = new Set(may.filter((result) => tested.has(result)).map(requirementOf))
  return may.filter((result) => tested.has(result) || !withTested.has(requirementOf(result)))
}

/**
 * Returns whether no request tests the expected results on the operation to which the fault is limited, neither with
 * the fault nor without.
 */
export function isNeverTested(
  rulings: readonly Ruling[],
  may: readonly string[],
  tested: ReadonlySet<string>,
): boolean {
  const judged = rulings.filter(({ verdict }) => verdict !== 'untested' && verdict !== 'inapplicable')
  const known = new Set([
    ...tested,
    ...judged.map(({ requirement, operation }) => resultKey(requirement.id, operation)),
  ])
  return !may.some((result) => known.has(result))
}

type Compared = Required<Pick<Trial, 'missing' | 'surplus' | 'leftOpen' | 'blockedInVain'>>

/** Returns the finish of a trial whose run was complete. An accusation counts more than a miss. */
export function finishOf({ missing, surplus, leftOpen, blockedInVain }: Compared): Finish {
  if (surplus.length > 0) return 'accused'
  if (missing.length > 0) return 'missed'
  if (blockedInVain.length > 0) return 'misblamed'
  return leftOpen.length > 0 ? 'undecided' : 'exact'
}

/** One in this many requests that cannot show a fault is sent anyway. */
const sampled = 4

/** One in this many faults gets the whole plan. Which ones depends on the seed. */
const wholeOf = 20

export function getsWholePlan(fault: string, seed: number): boolean {
  return numberFor(fault) % wholeOf === seed % wholeOf
}

/**
 * Returns the part of the plan that can show a fault with the given results, and a sample of the rest that depends on
 * the fault. The part consists of the valid requests and probes of the operations, the violations that the results are
 * about, and all plain requests and the control requests.
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

/** Returns the results that cases and probes list as aims. */
function namedIn({ cases, probes }: Pick<Plan, 'cases' | 'probes'>): ReadonlySet<string> {
  return new Set([...cases, ...probes].flatMap(({ aims, operation }) => aims.map((id) => resultKey(id, operation))))
}

function numberFor(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE(0)
}
