import { type Limit, limitsIn } from '../../core/model/limit.ts'
import type { Plan } from '../../core/model/plan.ts'
import type { Report } from '../../core/model/report.ts'
import { resultKey } from '../../core/model/requirement.ts'
import type { Area, Profile } from '../../core/model/vocabulary.ts'
import { wholePlan } from '../../engine/generate/plan.ts'
import { type Ruling, unexplainedUndecided } from '../../engine/judge/index.ts'
import { type CertifyOptions, certified } from '../../product/run/certify.ts'
import { planFor } from '../../product/run/plan/plan-for.ts'
import { costEstimateOf, type PricedOptions } from '../../product/run/plan/promise.ts'
import type { Finished, Plans } from '../../product/run/run.ts'
import { catalogue, catalogueOf } from '../../specification/catalogue.ts'

/** The server of a trial, and the size of its run. */
export interface TrialOptions {
  readonly url: string
  readonly areas: readonly Area[]
  readonly profile: Profile
  readonly seed: number
  /** The number of additional drawn requests. */
  readonly explore?: number | undefined
  /** Returns the part of the plan to send; by default all of it. */
  readonly narrow?: ((plan: Plan) => Plan) | undefined
}

/** The results of a run for the given areas. */
export interface TrialRun {
  readonly rulings: readonly Ruling[]
  readonly requests: number
  readonly report: Report
  /** The results of the plan that are undecided without a failure that explains it. */
  readonly leftOpen: readonly string[]
  /** The blocked results in the report, each with the failures that block it. */
  readonly blocked: ReadonlyMap<string, readonly string[]>
  /** The reason in words if the time ran out. Requests that were not sent do not count as missed. */
  readonly cutShort?: string
}

/** The configuration of a user of the reference server. Without it two requirements are never tested. */
const configuration: CertifyOptions = {
  key: 'test-key',
  betas: ['first-feature', 'second-feature'],
  speech: { model: 'content-model-1', voice: 'a-voice', languageCode: 'en-US' },
}

/**
 * Runs the suite as its users do, but without minimising, which changes no verdict. If a run of the fault's areas alone
 * is halted, it runs all areas.
 */
export async function trialRun({
  url,
  areas,
  profile,
  seed,
  explore,
  narrow: partOf = (plan) => plan,
}: TrialOptions): Promise<TrialRun> {
  const own = new Set(catalogueOf(areas).requirements.map(({ id }) => id))
  const further = explore === undefined ? {} : { explore }
  const common = {
    ...configuration,
    ...further,
    target: url,
    profile,
    seed,
    concurrency: 8,
    timeout: 20,
    env: {},
    catalogue,
  }
  const run = (scope: CertifyOptions, plans: Plans) => certified({ ...common, ...scope, shrink: false, plans })
  const narrow = await run({ areas }, async (input, all) => partOf(await keptPlan(input, all)))
  const finished = narrow.isHalted ? await run({}, keptPlan) : narrow
  const { report, rulings, plan } = finished
  const open = unexplainedUndecided(rulings, plan.aims, () => undefined)
  expectPromiseKept(finished, { profile, explore: explore === undefined ? undefined : { requests: explore } })
  const cutShort = cutByTime(limitsIn(report))
  return {
    rulings: rulings.filter(({ requirement }) => own.has(requirement.id)),
    requests: report.summary.requests,
    report,
    leftOpen: open.map(({ requirement, operation }) => resultKey(requirement.id, operation)),
    blocked: blockedIn(report, own),
    cutShort,
  }
}

function blockedIn({ requirements }: Report, own: ReadonlySet<string>): TrialRun['blocked'] {
  const results = requirements.filter(({ id }) => own.has(id))
  return new Map(
    results.flatMap(({ id, operations }) =>
      operations.flatMap(({ operation, blockedBy }) =>
        blockedBy === undefined ? [] : [[resultKey(id, operation), blockedBy] as const],
      ),
    ),
  )
}

/** Throws if a run cost more than was promised at worst. */
function expectPromiseKept({ report, plan }: Finished, wanted: Pick<PricedOptions, 'profile' | 'explore'>): void {
  const { requests, billed } = report.summary
  const limits = { maxRequests: undefined, maxBilled: undefined, maxImages: undefined }
  const { worst } = costEstimateOf(plan, { ...limits, ...wanted }, catalogue.operations)
  const isKept =
    requests <= (worst.requests ?? requests) && billed.calls <= worst.calls && billed.images <= worst.images
  if (isKept) return
  const cost = JSON.stringify({ requests, ...billed })
  throw new Error(`a run cost ${cost}, more than the ${JSON.stringify(worst)} that were promised at worst`)
}

/** Returns the limit of a run whose time ran out; `undefined` if it did not. */
export function cutByTime(limits: readonly Limit[]): string | undefined {
  return limits.find(({ kind }) => kind === 'time')?.text
}

/** The number of recent plans in the cache. Plans contain uploads of many megabytes. */
const kept = 4

const plans = new Map<string, Plan>()

/** Returns the plan of a run of the built-in catalogue from the cache, or makes it. */
export const keptPlan: Plans = async (input, catalogue) => {
  const { selection, profile, seed, betas, speech, shard } = input
  const name = JSON.stringify({ selection, profile, seed, betas, speech, shard })
  const known = plans.get(name)
  if (known !== undefined) return known
  const fresh = await wholePlan(await planFor(input, catalogue))
  plans.set(name, fresh)
  for (const oldest of [...plans.keys()].slice(0, -kept)) plans.delete(oldest)
  return fresh
}
