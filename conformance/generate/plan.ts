import type { RecordedRequest } from '../model/exchange.ts'
import type { Cost, Operation } from '../model/operation.ts'
import type { Case, Plan, Probe } from '../model/plan.ts'
import { operationsOf, type Requirement } from '../model/requirement.ts'
import type { Catalogue } from '../model/suite.ts'
import { areaOf, type Capability, type Endpoint, type Profile, profiles } from '../model/vocabulary.ts'
import { ceilings, isAffordable, mixed, totalOf } from '../plan/budget.ts'
import { acceptable, type Draft, numbered, rejectable } from '../plan/draft.ts'
import { documentLanguage, type Language } from '../plan/schema/language.ts'
import { aimsOfPlan, aimsOfShare, narrowed, type Scope } from '../plan/selection.ts'
import { type Shard, shareOf } from '../plan/shard.ts'
import { digestOf, prove, type Subject, subjectOf } from '../plan/subject.ts'
import { seedFor } from '../plan/values/seed.ts'
import { type ChosenRequests, chooseRequests, unlimited } from './choose.ts'
import { respelled } from './respelled.ts'
import { spellingFor } from './spelling.ts'
import { type Control, type Violating, violations } from './violate.ts'

/** The options of a plan. */
export interface PlanOptions {
  readonly catalogue: Catalogue
  /** The operations to test. */
  readonly operations: readonly Endpoint[]
  readonly profile: Profile
  readonly seed: number
  /** Capabilities that the vendor declares absent. */
  readonly unsupported?: readonly Capability[]
  /** Limits the plan to some requirements. */
  readonly wants?: (requirementId: string) => boolean
  /** Plans only the share of one of several runs. */
  readonly shard?: Shard
  readonly language?: Language
}

/** The most requests of each kind per operation in a profile. */
interface Effort {
  /** Requests that should be accepted, in addition to the plain one. */
  readonly drawn: number
  /** Plain requests in other spellings, for an operation without parameters. */
  readonly spelled: number
}

const efforts: Readonly<Record<Profile, Effort>> = {
  smoke: { drawn: 1, spelled: 0 },
  standard: { drawn: 48, spelled: 6 },
  thorough: { drawn: 160, spelled: 12 },
}

/** The most requests that a profile plans. Fetches of about 30 images and second attempts come on top. */
const mostRequests: Readonly<Record<Profile, number>> = { smoke: 40, standard: 1150, thorough: 5000 }

/** The number of operations that a smoke run draws requests for. The seed determines which ones. */
const drawnInSmoke = 2

/** Plans all requests of a run. Equal options give equal plans. */
export async function planRun(options: PlanOptions): Promise<Plan> {
  return planOf(await scopeFor(options), options)
}

/** Returns everything that may become part of a plan, before it is limited to the wanted requirements. */
export async function scopeFor(options: PlanOptions): Promise<Scope> {
  const { catalogue, profile, language = documentLanguage } = options
  const unsupported = new Set(options.unsupported ?? [])
  const operations = catalogue.operations.filter(({ id }) => options.operations.includes(id))
  const probes = probesFor(operations, options, unsupported)
  const requirements = catalogue.requirements.filter((one) => isInReach(one, options.operations, unsupported))
  const drafts = await draftsFor(probes, requirements, options)
  return { language, operations, requirements, profile, drafts, probes }
}

/** Returns the plan for the wanted requirements, or one share of it. */
export function planOf(scope: Scope, { wants, shard }: Pick<PlanOptions, 'wants' | 'shard'>): Plan {
  const kept = wants === undefined ? scope : { ...scope, ...narrowed(scope, wants) }
  const aims = aimsOfPlan(kept, wants)
  if (shard === undefined) return planned(kept, aims)
  const share = shareOf(kept, shard)
  return planned(share, aimsOfShare(kept, share, aims))
}

function planned({ drafts, probes }: Pick<Scope, 'drafts' | 'probes'>, aims: ReadonlySet<string>): Plan {
  const cases = drafts.map((draft) => draft.planned)
  const { requests, calls, images } = totalOf(cases, probes)
  return { cases, probes, aims, requests, cost: { calls, images } }
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
  { endpoint, alsoOn = [], capability }: Requirement,
  operations: readonly Endpoint[],
  unsupported: ReadonlySet<Capability>,
): boolean {
  if (capability !== undefined && unsupported.has(capability)) return false
  return [endpoint, ...alsoOn].some((one) => operations.includes(one))
}

/** Returns one violation of each constraint, then further ones of each operation in turn, up to `most`. */
function violatingDrafts(sources: readonly Source[], options: PlanOptions, most: number): readonly Draft[] {
  const streams = sources.map((source) => violationDrafts(source.subject, controlsOf(source), options))
  const first = streams.map((stream): readonly Draft[] => stream.next().value ?? [])
  const chosen = [...mixed(first)].slice(0, most)
  const open = new Set(options.profile === 'smoke' ? [] : streams)
  while (open.size > 0 && chosen.length < most)
    for (const stream of open) {
      const next = stream.next()
      if (next.done === true) open.delete(stream)
      else if (chosen.length < most) chosen.push(...next.value)
    }
  return chosen
}

/** The requests of one operation. */
interface Source {
  readonly subject: Subject
  readonly plain: Draft
  /** Requests that should be accepted, in the order of sending. */
  readonly drawn: Draft[]
  /** The budget that is left for further ones. */
  left: Cost
  readonly rest: Generator<ChosenRequests> | undefined
}

async function sourcesFor(
  { catalogue, operations, seed, unsupported = [], language = documentLanguage }: PlanOptions,
  probes: readonly Probe[],
): Promise<Source[]> {
  const sources: Source[] = []
  for (const operation of catalogue.operations.filter(({ id }) => operations.includes(id))) {
    const subject = subjectOf(language, operation, catalogue, new Set(unsupported))
    const plain = plainDraft(subject)
    const arbitraries = await catalogue.drawing?.get(areaOf[operation.id])?.()
    const proved = prove(subject, subject.templates[0]!.value)!
    const probed = new Set(probes.filter((probe) => probe.operation === operation.id).flatMap(({ aims }) => aims))
    const source: Source = {
      ...{ subject, plain, drawn: [], left: unlimited },
      rest: arbitraries && chooseRequests(subject, arbitraries, seed, proved, probed, () => source.left),
    }
    sources.push(source)
  }
  return sources
}

/**
 * Returns the drafts in order of importance: plain requests, drawn ones, one violation of each constraint, then further
 * violations. Within each group, operations are mixed evenly. An operation without wanted requirements has only its
 * plain request. The budgets of the others are the same as in the whole plan.
 */
async function draftsFor(
  probes: readonly Probe[],
  requirements: readonly Requirement[],
  options: PlanOptions,
): Promise<readonly Draft[]> {
  const { profile, wants } = options
  const sources = await sourcesFor(options, probes)
  const wanted = requirements.filter(({ id }) => wants?.(id)).flatMap(operationsOf)
  const drawing = wants ? sources.filter(({ subject }) => wanted.includes(subject.operation.id)) : sources
  const free = drawing.map((source) => spelledDrafts(source, options))
  fill(sources, drawing, probes, options)
  const known = [...sources.map(({ plain }) => plain), ...mixed(sources.map(({ drawn }) => drawn)), ...free.flat()]
  const { requests } = totalOf(
    known.map((draft) => draft.planned),
    probes,
  )
  const most = ((mostRequests[profile] - requests) * drawing.length) / sources.length
  return [...known, ...violatingDrafts(drawing, options, Math.max(0, Math.floor(most)))]
}

/** The requests of each operation in one batch beyond the plan. */
const batch = { drawn: 3, violations: 2 }

/** Yields requests beyond the plan of these options, in batches. Continues where the plan ended. */
export async function* furtherCases(options: PlanOptions): AsyncGenerator<readonly Case[]> {
  const operations = options.catalogue.operations.filter(({ id }) => options.operations.includes(id))
  const probes = probesFor(operations, options, new Set(options.unsupported ?? []))
  const sources = await sourcesFor(options, probes)
  const before = options.catalogue.operations.map(() => 0)
  for (const source of sources)
    for (let count = 0; count < efforts[options.profile].drawn; count += 1) source.rest?.next()
  for (let round = 1; ; round += 1) {
    const drafts = sources.map((source, index) => {
      const own: Draft[] = []
      for (let turn = 0; turn < batch.drawn; turn += 1) {
        const next = source.rest?.next()
        if (next === undefined || next.done === true) break
        before[index] = (before[index] ?? 0) + 1
        own.push(drawnDraft(source, next.value, efforts[options.profile].drawn + before[index], options.seed))
      }
      source.drawn.push(...own)
      const fresh = { ...source, drawn: own }
      const seed = seedFor(options.seed, `round ${round}`)
      const wrong = violationDrafts(source.subject, controlsOf(fresh), { ...options, seed }, `round-${round}-`)
      return [...own, ...(wrong.next().value ?? []).slice(0, batch.violations)]
    })
    const all = mixed(drafts).map(({ planned }) => planned)
    if (all.length === 0) return
    yield all
  }
}

/**
 * Yields violations in requests of one operation that the target accepted: first one of each requirement, then other
 * values.
 */
export function* violationsOn(
  { catalogue, seed, profile, unsupported = [], language = documentLanguage }: PlanOptions,
  endpoint: Endpoint,
  accepted: readonly { readonly id: string; readonly request: RecordedRequest }[],
): Generator<Case> {
  const operation = catalogue.operations.find(({ id }) => id === endpoint)!
  const subject = subjectOf(language, operation, catalogue, new Set(unsupported))
  const controls = accepted.map(({ id, request }) => controlOf(operation, id, request))
  for (const drafts of violationDrafts(subject, controls, { profile, seed }))
    yield* drafts.map(({ planned }) => planned)
}

function controlOf(operation: Operation, id: string, request: RecordedRequest): Control {
  const value = operation.read(request)
  return { id, value, price: operation.cost(value).images, size: request.body.length }
}

/** Draws requests for each wanted operation, within its share of the profile's ceilings. */
function fill(
  sources: readonly Source[],
  wanted: readonly Source[],
  probes: readonly Probe[],
  { profile, seed }: PlanOptions,
): void {
  const spent = totalOf(
    sources.map(({ plain }) => plain.planned),
    probes,
  )
  const able = sources.filter(({ rest }) => rest !== undefined)
  const turn = seed % Math.max(1, able.length)
  const open = profile === 'smoke' ? [...able.slice(turn), ...able.slice(0, turn)].slice(0, drawnInSmoke) : able
  for (const source of open.filter((one) => wanted.includes(one)))
    drawShare(source, costShare(source, open, spent, profile), { profile, seed })
}

/** Returns the budget of one operation. It is larger for operations with more features. */
function costShare({ subject, plain }: Source, open: readonly Source[], spent: Cost, profile: Profile): Cost {
  const ceiling = ceilings[profile]
  const share = (kind: keyof Cost): number => {
    const alike = open.filter((one) => one.plain.planned.cost[kind] > 0)
    const all = alike.reduce((sum, one) => sum + weightOf(one.subject), 0)
    const left = ceiling[kind] - spent[kind]
    return plain.planned.cost[kind] === 0 ? 0 : Math.floor((left * weightOf(subject)) / all)
  }
  return { calls: share('calls'), images: share('images') }
}

function weightOf({ requirements }: Subject): number {
  return Math.sqrt(1 + [...requirements.values()].filter(({ kind }) => kind === 'acceptance').length)
}

function drawShare(source: Source, share: Cost, { profile, seed }: Pick<PlanOptions, 'profile' | 'seed'>): void {
  source.left = share
  while (source.drawn.length < efforts[profile].drawn) {
    const next = source.rest?.next()
    if (next === undefined || next.done === true) break
    const draft = drawnDraft(source, next.value, source.drawn.length + 1, seed)
    const { calls, images } = draft.planned.cost
    source.left = { calls: source.left.calls - calls, images: source.left.images - images }
    source.drawn.push(draft)
  }
  source.left = unlimited
}

function plainDraft(subject: Subject): Draft {
  const [template] = subject.templates
  const proved = template && prove(subject, template.value)
  if (proved === undefined) throw new Error(`${subject.operation.id} has no plain request that is certainly valid`)
  const id = `${subject.operation.id}/plain`
  return { planned: acceptable(subject, id, { kind: 'plain' }, proved), kind: 'plain' }
}

/** The most covered items that are recorded for a request. */
const mostCovers = 8

/** Returns the draft of a drawn request. Every second one has an unusual spelling. */
function drawnDraft({ subject }: Source, { proved, covers }: ChosenRequests, count: number, seed: number): Draft {
  const { operation } = subject
  const spelling = count % 2 === 0 ? spellingFor(seedFor(seed, operation.id), count / 2 - 1) : undefined
  const request = spelling && respelled(operation, proved.request, spelling)
  const id = `${operation.id}/drawn/${numbered(count)}`
  const why = { kind: 'drawn', covers: covers.slice(0, mostCovers) } as const
  const planned = acceptable(subject, id, why, request === undefined ? proved : { ...proved, request })
  return { planned, kind: 'drawn' }
}

/** Returns the plain request of an operation without parameters, in other spellings. */
function spelledDrafts({ subject, rest, plain }: Source, { profile, seed }: PlanOptions): readonly Draft[] {
  if (rest !== undefined || subject.operation.schemas.request !== undefined) return []
  const proved = prove(subject, subject.templates[0]!.value)!
  return Array.from({ length: efforts[profile].spelled }, (_, index): Draft => {
    const spelling = spellingFor(seedFor(seed, subject.operation.id), index)
    const request = respelled(subject.operation, plain.planned.request, spelling) ?? plain.planned.request
    const id = `${subject.operation.id}/spelled/${numbered(index + 1)}`
    return {
      planned: acceptable(subject, id, { kind: 'spelled' }, { ...proved, request }),
      kind: 'drawn',
    }
  })
}

function controlsOf({ subject: { operation }, plain, drawn }: Source): readonly Control[] {
  return [plain, ...drawn].map(({ planned: { id, request } }) => controlOf(operation, id, request))
}

/**
 * Yields the violations of an operation. The first batch covers each requirement and constraint once; each further
 * batch contains one more violation.
 */
function* violationDrafts(
  subject: Subject,
  controls: readonly Control[],
  { profile, seed }: Pick<PlanOptions, 'profile' | 'seed'>,
  prefix = '',
): Generator<readonly Draft[], undefined> {
  const { operation } = subject
  const met = new Set<string>()
  const draftOf = ({ broken, control }: Violating): readonly Draft[] => {
    const digest = digestOf(broken.request)
    if (met.has(digest) || !isAffordable(operation.cost(operation.read(broken.request)), profile)) return []
    met.add(digest)
    const name = broken.requirement.slice(broken.requirement.indexOf('.') + 1)
    const id = `${operation.id}/violation/${prefix}${numbered(met.size)}-${name}`
    const planned = rejectable(subject, id, broken, control.id)
    return [{ planned, kind: 'violation', control: control.id }]
  }
  const first: Draft[] = []
  let isFirst = true
  for (const violating of violations(subject, controls, seed)) {
    const draft = draftOf(violating)
    if (violating.round === 0) first.push(...draft)
    else {
      if (isFirst) yield first
      isFirst = false
      yield draft
    }
  }
  if (isFirst) yield first
  return undefined
}
