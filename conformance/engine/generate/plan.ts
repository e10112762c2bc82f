import type { Cost, Operation } from '../../core/model/operation.ts'
import { type Case, type Plan, type PlanStream, type Probe, plainCaseId } from '../../core/model/plan.ts'
import { operationsOf, type Requirement } from '../../core/model/requirement.ts'
import { type Capability, type Endpoint, profiles } from '../../core/model/vocabulary.ts'
import { ceilings, mixed, totalOf } from '../plan/budget.ts'
import { acceptable, type Draft, type Scope } from '../plan/draft.ts'
import { documentLanguage } from '../plan/schema/language.ts'
import { aimsOfPlan, aimsOfShare, fewRejections, namedAims, narrowed, reachableAims } from '../plan/selection.ts'
import { shareOf } from '../plan/shard.ts'
import { prove, type Subject, subjectOf } from '../plan/subject.ts'
import { efforts, type OnDrawn, type PlainRequest, type PlanOptions } from './plan-options.ts'
import type { DraftStream } from './stream.ts'

/**
 * Plans a run. A whole plan has only its plain requests at first, and draws the others while those are sent. The plan
 * of a smoke run, of some requirements or of a shard is drawn at once. Equal options give equal requests.
 */
export async function planRun(options: PlanOptions): Promise<Plan> {
  const { profile, wants, shard } = options
  const scope = plainScopeOf(options)
  const isLong = profile !== 'smoke' && scope.plain.some(({ subject }) => subject.root !== undefined)
  if (isLong && wants === undefined && shard === undefined) return streamedPlan(scope, options)
  return planOf(await drawnScope(scope, options), options)
}

/** Draws everything that may become part of a plan. */
export function scopeFor(options: PlanOptions): Promise<DrawnScope> {
  return drawnScope(plainScopeOf(options), options)
}

export function planOf(scope: DrawnScope, { wants, shard }: Pick<PlanOptions, 'wants' | 'shard'>): Plan {
  const kept = wants === undefined ? scope : { ...scope, ...narrowed(scope, wants) }
  const aims = aimsOfPlan(kept, namedAims(kept), wants)
  if (shard === undefined) return planned(kept, aims, scope.further)
  const share = shareOf(kept, shard)
  return planned(share, aimsOfShare(kept, share, aims), scope.further)
}

/** Returns a plan with all its requests drawn. */
export async function wholePlan(plan: Plan, onDrawn?: OnDrawn): Promise<Plan> {
  const { pull, ...known } = plan
  if (pull === undefined) return plan
  const cases = [...plan.cases]
  const stream = pull()
  for await (const one of bothOf(stream)) {
    cases.push(one)
    onDrawn?.(cases.length)
  }
  const { requests, calls, images } = totalOf(cases, plan.probes)
  return { ...known, cases, requests, cost: { calls, images }, further: repeatable(stream.further()) }
}

async function* bothOf({ valid, violations }: PlanStream): AsyncGenerator<Case> {
  yield* valid()
  yield* violations()
}

/** Returns a function that yields the same items each time. It draws each item once. */
function repeatable<T>(source: AsyncGenerator<T>): () => AsyncGenerator<T> {
  const known: T[] = []
  return async function* () {
    for (let index = 0; ; index += 1) {
      if (index === known.length) {
        const next = await source.next()
        if (next.done === true) return
        known.push(next.value)
      }
      yield known[index]!
    }
  }
}

interface PlainScope extends Omit<Scope, 'drafts'> {
  readonly plain: readonly PlainRequest[]
}

/** The drawn requests of a whole plan, and those beyond it. */
interface DrawnScope extends Scope {
  readonly further: NonNullable<Plan['further']>
}

function plainScopeOf(options: PlanOptions): PlainScope {
  const { catalogue, profile, language = documentLanguage } = options
  const unsupported = new Set(options.unsupported ?? [])
  const operations = catalogue.operations.filter(({ id }) => options.operations.includes(id))
  const requirements = catalogue.requirements.filter((one) => isInReach(one, options.operations, unsupported))
  const plain = operations.map((operation) => plainRequest(subjectOf(language, operation, catalogue, unsupported)))
  return { operations, requirements, profile, probes: probesFor(operations, options, unsupported), plain }
}

function plainRequest(subject: Subject): PlainRequest {
  const { operation, templates } = subject
  const [template] = templates
  const proved = template && prove(subject, template.value)
  if (proved === undefined) throw new Error(`${operation.id} has no plain request that is certainly valid`)
  const id = plainCaseId(operation.id)
  return { subject, proved, plain: { planned: acceptable(subject, id, { kind: 'plain' }, proved), kind: 'plain' } }
}

/** Returns the wanted probes, mixed across operations, so that the target has fast and slow work at the same time. */
function probesFor(
  operations: readonly Operation[],
  { catalogue, profile }: PlanOptions,
  unsupported: ReadonlySet<Capability>,
): readonly Probe[] {
  const isWanted = ({ capability, profile: least }: Probe) =>
    (capability === undefined || !unsupported.has(capability)) && profiles.indexOf(least) <= profiles.indexOf(profile)
  return mixed(
    operations.map(({ id }) => catalogue.probes.filter((probe) => probe.operation === id && isWanted(probe))),
  )
}

function isInReach(
  { endpoint, alsoOn = [], capability, behind }: Requirement,
  operations: readonly Endpoint[],
  unsupported: ReadonlySet<Capability>,
): boolean {
  if (behind === true || (capability !== undefined && unsupported.has(capability))) return false
  return [endpoint, ...alsoOn].some((one) => operations.includes(one))
}

/** Draws all requests of a plan. An operation without wanted requirements has only its plain request. */
async function drawnScope(scope: PlainScope, options: PlanOptions): Promise<DrawnScope> {
  const { plain, probes, requirements } = scope
  const { wants, onDrawn } = options
  const wanted = new Set(requirements.filter(({ id }) => wants?.(id) ?? true).flatMap(operationsOf))
  const stream = await loadStream(plain, probes, options, (operation) => wanted.has(operation))
  const drafts = plain.map((one) => one.plain)
  for await (const draft of stream.valid()) {
    drafts.push(draft)
    onDrawn?.(drafts.length)
  }
  // Rules on replies need only a few rejections, whichever they are.
  const isRuleWanted = requirements.some(({ kind, id }) => kind === 'rejection' && (wants?.(id) ?? true))
  let left = isRuleWanted ? Number.POSITIVE_INFINITY : fewRejections * wanted.size
  for await (const draft of stream.violations()) {
    drafts.push(draft)
    onDrawn?.(drafts.length)
    left -= 1
    if (left <= 0) break
  }
  return { ...scope, drafts, further: repeatable(casesOf(stream.further())) }
}

/** Loads the generator, which takes a while, and starts it. */
async function loadStream(
  plain: readonly PlainRequest[],
  probes: readonly Probe[],
  options: PlanOptions,
  isDrawn: (operation: Endpoint) => boolean = () => true,
): Promise<DraftStream> {
  const { streamOf } = await import('./stream.ts')
  return streamOf(plain, probes, options, isDrawn)
}

function planned(
  { drafts, probes }: Pick<Scope, 'drafts' | 'probes'>,
  aims: ReadonlySet<string>,
  further: Plan['further'],
): Plan {
  const cases = drafts.map((draft) => draft.planned)
  const { requests, calls, images } = totalOf(cases, probes)
  return { cases, probes, aims, requests, cost: { calls, images }, further }
}

function streamedPlan(scope: PlainScope, options: PlanOptions): Plan {
  const { plain, probes } = scope
  const cases = plain.map((one) => one.plain.planned)
  const most = ceilings[options.profile]
  const { requests, clients, drawn, violations } = efforts[options.profile]
  const known = totalOf(cases, probes)
  const ceiling = (kind: keyof Cost) =>
    cases.some(({ cost }) => cost[kind] > 0) ? Math.max(most[kind], known[kind]) : 0
  return {
    cases,
    probes,
    aims: aimsOfPlan(scope, reachableAims(scope, plain)),
    requests: Math.min(requests, known.requests + plain.length * (clients + drawn + violations)),
    cost: { calls: ceiling('calls'), images: ceiling('images') },
    pull: () => pulled(plain, probes, options),
  }
}

function pulled(plain: readonly PlainRequest[], probes: readonly Probe[], options: PlanOptions): PlanStream {
  let loaded: Promise<DraftStream> | undefined
  const stream = () => {
    loaded ??= loadStream(plain, probes, options)
    return loaded
  }
  return {
    async *valid() {
      for await (const { planned } of (await stream()).valid()) yield planned
    },
    async *violations() {
      for await (const { planned } of (await stream()).violations()) yield planned
    },
    async *further() {
      yield* casesOf((await stream()).further())
    },
  }
}

async function* casesOf(batches: AsyncIterable<readonly Draft[]>): AsyncGenerator<readonly Case[]> {
  for await (const drafts of batches) yield drafts.map(({ planned }) => planned)
}
