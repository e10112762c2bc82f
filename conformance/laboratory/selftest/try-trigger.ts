import { faultById, startReferenceServer } from '../../../reference-server/index.ts'
import { resultKey } from '../../core/model/requirement.ts'
import type { Endpoint } from '../../core/model/vocabulary.ts'
import type { Ruling } from '../../engine/judge/index.ts'
import { resultsOf } from '../../product/cli/faults/operations-of.ts'
import { brokenOf } from './broken-of.ts'
import type { Broken, Finish, Task, Trial } from './trial.ts'
import { trialRun } from './trial-run.ts'

/**
 * Runs against a reference server with one fault that shows under a trigger. The fault is detected if at least one
 * requirement that its effect violates fails on its operation.
 */
export async function tryTrigger(task: Task): Promise<Trial> {
  const { id, areas, profile, seed, explore } = task
  const { trigger, breaks = [], on: [on] = [] } = faultById(id) ?? {}
  if (trigger === undefined || on === undefined) throw new Error(`there is no fault ${id}`)
  const server = await startReferenceServer({ faults: [id] })
  try {
    const { url } = server
    const run = await trialRun({ url, areas, profile, seed, explore })
    const broken = brokenOf(run.rulings, [])
    const expected = breaks.length > 0 ? resultsOf({ on: [on] }, breaks) : rejectedOn(on, run.rulings, broken)
    const failed = new Set(brokenOf(run.rulings, expected).map(({ result }) => result))
    const found = expected.filter((result) => failed.has(result))
    const surplus = broken.filter(({ result }) => !result.endsWith(`@${on}`))
    const { chances = 0, shown = 0 } = server.showings()[0] ?? {}
    const counted = { trigger, chances, shown, isDetected: found.length > 0 }
    const compared = { expected, missing: expected.filter((result) => !failed.has(result)), surplus }
    const finish = finishOf(counted, surplus)
    if (finish === 'missed' && run.cutShort !== undefined) throw new Error(`the run was cut off: ${run.cutShort}`)
    return { ...task, finish, requests: run.requests, ...compared, ...counted }
  } finally {
    await server.close()
  }
}

/**
 * Returns the failed results of a fault that rejects requests. It may fail every requirement of its operation that is
 * not unspecified.
 */
function rejectedOn(on: Endpoint, rulings: readonly Ruling[], broken: readonly Broken[]): readonly string[] {
  const firm = rulings.filter(({ requirement }) => requirement.level !== 'unspecified')
  const names = new Set(firm.map(({ requirement, operation }) => resultKey(requirement.id, operation)))
  return broken.map(({ result }) => result).filter((result) => result.endsWith(`@${on}`) && names.has(result))
}

function finishOf({ shown, isDetected }: { shown: number; isDetected: boolean }, surplus: readonly Broken[]): Finish {
  if (surplus.length > 0) return 'accused'
  if (isDetected) return 'exact'
  return shown > 0 ? 'missed' : 'unprovoked'
}
