import { type Fault, faults, startReferenceServer } from '../../reference-server/index.ts'
import { catalogueOf } from '../catalogue.ts'
import type { Ruling } from '../judge/index.ts'
import type { Plan } from '../model/plan.ts'
import { resultKey } from '../model/requirement.ts'
import { brokenOf } from './broken-of.ts'
import { testedIn } from './clean-run.ts'
import { requirementOf, resultsOf } from './operations-of.ts'
import { getsWholePlan, thinned } from './thin-plan.ts'
import type { Finish, Task, Trial } from './trial.ts'
import { trialRun } from './trial-run.ts'

/**
 * Runs against a reference server with one fault and compares the failures with the requirements that the fault breaks.
 * Most faults are sent only what can show them and a sample of the rest. What is not exact then gets the whole plan,
 * and that run counts.
 */
export async function tryFault(task: Task): Promise<Trial> {
  const { id, profile, seed, explore } = task
  const isThinned = profile !== 'smoke' && explore === undefined && !getsWholePlan(id, seed)
  const thin = isThinned ? await tryWith(task, isThinned) : undefined
  return thin?.finish === 'exact' ? thin : { ...(await tryWith(task, false)), isWhole: true }
}

async function tryWith(task: Task, isThinned: boolean): Promise<Trial> {
  const { id, areas, profile, seed, every, on, explore } = task
  const own = new Set<string>(catalogueOf(areas).requirements.map((requirement) => requirement.id))
  const certain = mayFail(task, own)
  const may = [...certain, ...mayFailByChance(task, own)]
  const tested = every === undefined ? await testedIn(task) : undefined
  const expected = tested === undefined ? certain : mustFail(certain, tested)
  const server = await startReferenceServer(serverOf(task))
  try {
    const { url } = server
    const narrow = isThinned ? (plan: Plan) => thinned(plan, id, may) : undefined
    const run = await trialRun({ url, areas, profile, seed, explore, narrow })
    const { rulings, requests, cutShort } = run
    const leftOpen = every === undefined ? run.leftOpen : []
    const blockedInVain = tested === undefined ? [] : [...run.blocked.keys()].filter((result) => !tested.has(result))
    const broken = brokenOf(rulings, may)
    const failed = new Set(broken.map(({ result }) => result))
    const missing = expected.filter((result) => !failed.has(result))
    const surplus = broken.filter(({ result }) => !may.includes(result))
    const [showing] = server.showings()
    const compared = {
      expected,
      missing,
      surplus,
      leftOpen,
      blockedInVain,
      ...(showing === undefined ? {} : { chances: showing.chances }),
    }
    const isUnasked = tested !== undefined && on !== undefined && isNeverAsked(rulings, may, tested)
    const finish = isUnasked && surplus.length === 0 ? 'unprovoked' : finishOf(compared, task)
    if (finish === 'missed' && cutShort !== undefined) throw new Error(`the run was cut off: ${cutShort}`)
    return { ...task, finish, requests, ...compared }
  } finally {
    await server.close()
  }
}

function serverOf({ id, every, on, seed }: Task): Parameters<typeof startReferenceServer>[0] {
  const fault = every === undefined ? id : `${id}@1/${every}`
  return { faults: [fault], faultSeed: seed, ...(on === undefined ? {} : { on }) }
}

/** Returns all results that the fault breaks. If it shows now and then, replies that should agree break more. */
function mayFail(task: Task, own: ReadonlySet<string>): readonly string[] {
  const { breaks = [], mayBreak = [] } = faultOf(task)
  return resultsOn(task, task.every === undefined ? breaks : [...breaks, ...mayBreak], own)
}

/** Returns the results that it also breaks if the seed draws a request that shows it. */
function mayFailByChance(task: Task, own: ReadonlySet<string>): readonly string[] {
  return resultsOn(task, faultOf(task).breaksByChance ?? [], own)
}

function faultOf({ id }: Task): Partial<Fault> {
  return faults.get(id) ?? {}
}

function resultsOn(task: Task, breaks: readonly string[], own: ReadonlySet<string>): readonly string[] {
  const broken = new Set(breaks)
  const operations = task.on === undefined ? faultOf(task).on : [task.on]
  return resultsOf(
    operations === undefined ? {} : { on: operations },
    [...broken].filter((requirement) => own.has(requirement)),
  )
}

/** Returns the results that the same requests test on a server without faults; all if that is true of no operation. */
export function mustFail(may: readonly string[], tested: ReadonlySet<string>): readonly string[] {
  const withTested = new Set(may.filter((result) => tested.has(result)).map(requirementOf))
  return may.filter((result) => tested.has(result) || !withTested.has(requirementOf(result)))
}

/**
 * Returns whether no request tests the broken results on the operation to which the fault is limited, with it or
 * without.
 */
export function isNeverAsked(rulings: readonly Ruling[], may: readonly string[], tested: ReadonlySet<string>): boolean {
  const judged = rulings.filter(({ verdict }) => verdict !== 'untested' && verdict !== 'inapplicable')
  const known = new Set([
    ...tested,
    ...judged.map(({ requirement, operation }) => resultKey(requirement.id, operation)),
  ])
  return !may.some((result) => known.has(result))
}

type Compared = Pick<Trial, 'expected' | 'missing' | 'surplus' | 'leftOpen' | 'blockedInVain' | 'chances'>

/** Returns the finish of a trial. A fault that shows now and then need not show all that it breaks. */
function finishOf(compared: Compared, { every }: Task): Finish {
  const { expected, missing, surplus, leftOpen = [], blockedInVain = [], chances = 0 } = compared
  if (surplus.length > 0) return 'accused'
  if (every === undefined && missing.length > 0) return 'missed'
  if (blockedInVain.length > 0) return 'misblamed'
  if (every === undefined) return leftOpen.length > 0 ? 'undecided' : 'exact'
  if (chances < every) return 'unprovoked'
  return missing.length === expected.length ? 'missed' : 'exact'
}
