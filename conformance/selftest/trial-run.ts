import { catalogue, catalogueOf } from '../catalogue.ts'
import { leftOpen, type Ruling } from '../judge/index.ts'
import type { Exchange } from '../model/exchange.ts'
import { type Limit, limitsIn } from '../model/limit.ts'
import type { Plan } from '../model/plan.ts'
import type { Report } from '../model/report.ts'
import { resultKey } from '../model/requirement.ts'
import type { Area, Profile } from '../model/vocabulary.ts'
import { type CertifyOptions, certified } from '../run/certify.ts'
import { planFor } from '../run/plan/plan-for.ts'
import { type PricedOptions, promiseOf } from '../run/plan/promise.ts'
import type { Finished, Plans } from '../run/run.ts'

/** What a trial runs against, and how much it sends. */
export interface TrialOptions {
  readonly url: string
  readonly areas: readonly Area[]
  readonly profile: Profile
  readonly seed: number
  /** This many requests more are drawn. */
  readonly explore?: number | undefined
  /** True if failing requests are made smaller, which changes no verdict. */
  readonly shrink?: boolean
}

/** What the run said of the areas that were asked for. */
export interface TrialRun {
  readonly rulings: readonly Ruling[]
  readonly requests: number
  readonly report: Report
  /** The results of the plan that stayed undecided, and that no failure explains. */
  readonly leftOpen: readonly string[]
  /** The results that the report says are blocked, each with the failures that block it. */
  readonly blocked: ReadonlyMap<string, readonly string[]>
  /** What was exchanged, by id, where failing requests were made smaller; otherwise empty. */
  readonly exchanges: ReadonlyMap<string, Exchange>
  /** What time cut off, in words: of what was not sent nobody can say that it was missed. */
  readonly cutShort?: string
}

/** The key that trials are run with. */
export const trialKey = 'test-key'

/** What a user of the reference server would configure: without it two requirements are never tested. */
const configuration: CertifyOptions = {
  key: trialKey,
  betas: ['first-feature', 'second-feature'],
  speech: { model: 'content-model-1', voice: 'a-voice', languageCode: 'en-US' },
}

/**
 * One run of the product, as its users run it; only shrinking is left out unless it is asked for. A fault that leaves no
 * point in a run of its areas alone is looked for in a run of all.
 */
export async function trialRun({
  url,
  areas,
  profile,
  seed,
  explore,
  shrink = false,
}: TrialOptions): Promise<TrialRun> {
  const own = new Set(catalogueOf(areas).requirements.map(({ id }) => id))
  const further = explore === undefined ? {} : { explore }
  const common = { ...configuration, ...further, target: url, profile, seed, concurrency: 8, timeout: 20, env: {} }
  const exchanges = new Map<string, Exchange>()
  const onExchange = shrink ? (exchange: Exchange) => exchanges.set(exchange.id, exchange) : undefined
  const run = (narrow: CertifyOptions) => certified({ ...common, ...narrow, shrink, onExchange, plans: keptPlan })
  const narrow = await run({ areas })
  const finished = narrow.isHalted ? await run({}) : narrow
  const { report, rulings, plan } = finished
  const open = leftOpen(rulings, plan.aims, () => undefined)
  expectPromiseKept(finished, { profile, explore: explore === undefined ? undefined : { requests: explore } })
  const cutShort = cutByTime(limitsIn(report))
  return {
    rulings: rulings.filter(({ requirement }) => own.has(requirement.id)),
    requests: report.summary.requests,
    report,
    exchanges,
    leftOpen: open.map(({ requirement, operation }) => resultKey(requirement.id, operation)),
    blocked: blockedIn(report, own),
    ...(cutShort === undefined ? {} : { cutShort }),
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

/** Whatever a target does, no run costs more than was promised at worst: one that does is a defect of ours. */
function expectPromiseKept({ report, plan }: Finished, wanted: Pick<PricedOptions, 'profile' | 'explore'>): void {
  const { requests, billed } = report.summary
  const limits = { maxRequests: undefined, maxBilled: undefined, maxImages: undefined }
  const { worst } = promiseOf(plan, { ...limits, ...wanted }, catalogue.operations)
  const isKept =
    requests <= (worst.requests ?? requests) && billed.calls <= worst.calls && billed.images <= worst.images
  if (isKept) return
  const cost = JSON.stringify({ requests, ...billed })
  throw new Error(`a run cost ${cost}, more than the ${JSON.stringify(worst)} that were promised at worst`)
}

/** The limit of a run that says that time ran out, not that the target did something. */
export function cutByTime(limits: readonly Limit[]): string | undefined {
  return limits.find(({ kind }) => kind === 'time')?.text
}

/** Plans hold uploads of many megabytes: only the latest are kept. */
const kept = 4

const plans = new Map<string, Plan>()

/** The plan of a run; the same one is not made twice in a row. */
const keptPlan: Plans = async (input, catalogue) => {
  const { selection, profile, seed, betas, speech, shard } = input
  const name = JSON.stringify({ selection, profile, seed, betas, speech, shard })
  const known = plans.get(name)
  if (known !== undefined) return known
  const fresh = await planFor(input, catalogue)
  plans.set(name, fresh)
  for (const oldest of [...plans.keys()].slice(0, -kept)) plans.delete(oldest)
  return fresh
}
