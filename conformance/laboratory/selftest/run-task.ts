import { faultById, startReferenceServer } from '../../../reference-server/index.ts'
import { startVariant, type Variant, variants } from '../../../reference-server/variants/index.ts'
import type { Report } from '../../core/model/report.ts'
import { operationsOf, requirementOf, resultKey } from '../../core/model/requirement.ts'
import type { Endpoint } from '../../core/model/vocabulary.ts'
import type { Ruling } from '../../engine/judge/index.ts'
import { resultsOf } from '../../product/cli/faults/operations-of.ts'
import { catalogueOf } from '../../specification/catalogue.ts'
import { brokenOf } from './broken-of.ts'
import { tryTogether } from './together/try-together.ts'
import { type Broken, brokenDown, type Finish, type Task, type Trial } from './trial.ts'
import { trialRun } from './trial-run.ts'
import { tryFault } from './try-fault.ts'
import { faithfulVariants, faultyGateways } from './upstream/gateways.ts'
import { resultsWith } from './upstream/try-gateway.ts'

const attempts = {
  fault: tryFault,
  variant: tryVariant,
  together: tryTogether,
  trigger: tryTrigger,
  upstream: tryUpstream,
} satisfies Record<Task['kind'], (task: Task) => Promise<Trial>>

/** Runs one task. An error of the suite becomes part of the trial and is never thrown. */
export async function runTask(task: Task): Promise<Trial> {
  try {
    return await attempts[task.kind](task)
  } catch (error) {
    return brokenDown(task, error instanceof Error ? error.message : String(error))
  }
}

/**
 * Runs against a reference server with one fault that shows under a trigger. The fault is detected if at least one
 * requirement that its effect violates fails on its operation.
 */
async function tryTrigger(task: Task): Promise<Trial> {
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
    const finish = triggerFinish(counted, surplus)
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

function triggerFinish(
  { shown, isDetected }: { shown: number; isDetected: boolean },
  surplus: readonly Broken[],
): Finish {
  if (surplus.length > 0) return 'accused'
  if (isDetected) return 'exact'
  return shown > 0 ? 'missed' : 'unprovoked'
}

/** Runs against a conforming gateway with unusual habits. Only the requirements that it declares may fail. */
export async function tryVariant(task: Task): Promise<Trial> {
  const variant = variants.find(({ id }) => id === task.id)
  if (variant === undefined) throw new Error(`there is no variant ${task.id}`)
  const { rulings, requests, altered } = await rulingsOn(variant, task)
  const isOwned = ({ requirement }: Ruling): boolean => Object.hasOwn(variant.warns ?? {}, requirement.id)
  const expected = rulings.filter(isOwned).map(({ requirement, operation }) => resultKey(requirement.id, operation))
  const judged = rulings.filter(({ requirement }) => requirement.level !== 'unspecified')
  const broken = brokenOf(judged, expected)
  const warned = new Set(broken.map(({ result }) => requirementOf(result)))
  const missing = expected.filter((result) => !warned.has(requirementOf(result)))
  const surplus = broken.filter(({ result }) => !expected.includes(result))
  const compared = { requests, expected, missing, surplus }
  const trouble = troubleWith(rulings, task)
  if (trouble !== undefined) return { ...task, finish: 'broken-down', ...compared, trouble }
  return { ...task, finish: altered === 0 ? 'unprovoked' : exactnessOf(missing, surplus), ...compared }
}

/** Runs areas one by one, so that the variants share their plans. */
async function rulingsOn(variant: Variant, { areas, profile, seed, explore }: Task) {
  const gateway = await startVariant(variant)
  try {
    const rulings: Ruling[] = []
    let requests = 0
    for (const area of areas) {
      const run = await trialRun({ url: gateway.url, areas: [area], profile, seed, explore })
      rulings.push(...run.rulings)
      requests += run.requests
    }
    return { rulings, requests, altered: gateway.altered() }
  } finally {
    await gateway.close()
  }
}

/** Returns a problem if the run judged too little to prove anything. */
function troubleWith(rulings: readonly Ruling[], { profile }: Task): string | undefined {
  const passed = rulings.filter(({ verdict }) => verdict === 'pass').length
  const enough = profile === 'smoke' ? 1 : Math.floor(rulings.length / 2) + 1
  return passed < enough ? `only ${passed} of ${rulings.length} requirements passed` : undefined
}

function exactnessOf(missing: Trial['missing'], surplus: Trial['surplus']): Finish {
  if (surplus.length > 0) return 'accused'
  return missing.length > 0 ? 'missed' : 'exact'
}

/** Runs the suite on both sides of a gateway with one fault, or of a faithful one with habits of its own. */
async function tryUpstream(task: Task): Promise<Trial> {
  const gateway = [...faultyGateways, ...faithfulVariants].find(({ id }) => id === task.id)
  if (gateway === undefined) throw new Error(`there is no gateway ${task.id}`)
  const { report } = await gateway.try(task.areas)
  const behind = catalogueOf(task.areas).requirements.filter((one) => one.behind === true)
  const possible = new Set(behind.flatMap((one) => operationsOf(one).map((operation) => resultKey(one.id, operation))))
  const expected = gateway.breaks.filter((result) => possible.has(result))
  const failed = resultsWith(report, 'fail')
  const { verdict, reason, sent } = report.upstream!
  const compared = {
    requests: sent,
    expected,
    missing: expected.filter((result) => !failed.includes(result)),
    surplus: failed.filter((result) => !expected.includes(result)).map((result) => brokenIn(report, result)),
  }
  if (verdict === 'inconclusive') return { ...brokenDown(task, reason), ...compared }
  return { ...task, ...compared, finish: exactnessOf(compared.missing, compared.surplus) }
}

function brokenIn({ requirements }: Report, result: string): Broken {
  const found = requirements
    .flatMap(({ id, operations }) => operations.map((one) => ({ id, ...one })))
    .find(({ id, operation }) => resultKey(id, operation) === result)
  const [finding] = found?.findings ?? []
  return { result, message: finding?.message ?? '', exchange: finding?.exchange ?? '' }
}
