import { setImmediate } from 'node:timers/promises'
import type { RecordedRequest } from '../../core/model/exchange.ts'
import { type Cost, totalCost } from '../../core/model/operation.ts'
import type { Case, Probe } from '../../core/model/plan.ts'
import type { Endpoint, Profile } from '../../core/model/vocabulary.ts'
import { ceilings, mixed, totalOf } from '../plan/budget.ts'
import type { Draft } from '../plan/draft.ts'
import { documentLanguage } from '../plan/schema/language.ts'
import { digestOf, type Subject, subjectOf } from '../plan/subject.ts'
import { seedFor } from '../plan/values/seed.ts'
import { efforts, type PlainRequest, type PlanOptions } from './plan-options.ts'
import {
  controlsOf,
  drawNext,
  type RequestSource,
  sourcesOf,
  spelledDrafts,
  type ViolationDraft,
  violationDrafts,
} from './source.ts'
import { controlOf } from './violable-constraints.ts'

/** The number of operations that a smoke run draws requests for. The seed determines which ones. */
const drawnInSmoke = 2

/**
 * The drawn requests of a plan, each made when it is asked for. Equal options give equal requests, since nothing depends
 * on replies.
 */
export interface DraftStream {
  /** Yields requests that should be accepted. */
  valid(): AsyncGenerator<Draft>
  /** Yields violations, once `valid` has ended: first one of each requirement, then others. */
  violations(): AsyncGenerator<Draft>
  /** Yields batches beyond the plan, once `violations` has ended. */
  further(): AsyncGenerator<readonly Draft[]>
}

/** Returns the drawn requests for the operations that `isDrawn` selects. The budgets are those of the whole plan. */
export async function streamOf(
  plain: readonly PlainRequest[],
  probes: readonly Probe[],
  options: PlanOptions,
  isDrawn: (operation: Endpoint) => boolean,
): Promise<DraftStream> {
  const all = await sourcesOf(plain, probes, options)
  const drawing = all.filter(({ subject }) => isDrawn(subject.operation.id))
  const planned = totalOf(
    plain.map((one) => one.plain.planned),
    probes,
  )
  let sent = planned.requests
  /** The digests of violations, so that no further one repeats them. */
  const violating = new Set<string>()
  return {
    async *valid() {
      for await (const draft of validDrafts(all, drawing, planned, options)) {
        sent += 1
        yield draft
      }
    },
    async *violations() {
      const { requests, violations: each } = efforts[options.profile]
      const streams = drawing.map((source) => first(violationDrafts(source.subject, controlsOf(source), options), each))
      for await (const draft of inTurn(streams, Math.max(0, requests - sent), options.profile)) {
        violating.add(digestOf(draft.planned.request))
        yield draft
      }
    },
    further: () => furtherDrafts(drawing, options, violating),
  }
}

/**
 * Yields requests of the operations in `drawing`. The budget of each is a share of the whole plan, whose rest costs
 * `planned`.
 */
async function* validDrafts(
  all: readonly RequestSource[],
  drawing: readonly RequestSource[],
  planned: Cost,
  { profile, seed }: PlanOptions,
): AsyncGenerator<Draft> {
  const { clients: mostClients, spelled, drawn } = efforts[profile]
  const able = all.filter(({ rest }) => rest !== undefined)
  const turn = seed % Math.max(1, able.length)
  const chosen = profile === 'smoke' ? [...able.slice(turn), ...able.slice(0, turn)].slice(0, drawnInSmoke) : able
  const open = new Set(chosen.filter((source) => drawing.includes(source)))
  const clients = mixed(able.map((source) => source.clients.slice(0, mostClients)))
  const ofClients = totalOf(
    clients.map((draft) => draft.planned),
    [],
  )
  for (const source of open) source.left = costShare(source, chosen, totalCost([planned, ofClients]), profile)
  const isDrawn = (draft: Draft): boolean =>
    drawing.some(({ subject }) => subject.operation.id === draft.planned.operation)
  yield* clients.filter(isDrawn)
  yield* mixed(drawing.map((source) => spelledDrafts(source, spelled, seed)))
  while (open.size > 0)
    for (const source of open) {
      const draft = source.drawn.length < drawn ? await drawWithin(source, seed) : undefined
      if (draft === undefined) open.delete(source)
      else yield draft
    }
  for (const source of all) source.left = { calls: Number.POSITIVE_INFINITY, images: Number.POSITIVE_INFINITY }
}

/** Yields at most `count` items. */
function* first<T>(all: Iterable<T>, count: number): Generator<T> {
  let left = count
  for (const one of all) {
    if (left === 0) return
    left -= 1
    yield one
  }
}

/** Draws the next request of an operation within its budget. */
async function drawWithin(source: RequestSource, seed: number): Promise<Draft | undefined> {
  const draft = await drawNext(source, source.drawn.length + 1, seed)
  if (draft === undefined) return undefined
  const { calls, images } = draft.planned.cost
  source.left = { calls: source.left.calls - calls, images: source.left.images - images }
  source.drawn.push(draft)
  return draft
}

/** Yields up to `most` violations, of each operation in turn: those of round 0 of all operations, then the others. */
async function* inTurn(
  streams: readonly Generator<ViolationDraft>[],
  most: number,
  profile: Profile,
): AsyncGenerator<Draft> {
  const open = new Set(streams)
  const later = new Map<Generator<ViolationDraft>, Draft>()
  let count = 0
  for (let isFirst = true; open.size > 0 && count < most; ) {
    for (const stream of open) {
      const held = later.get(stream)
      if ((isFirst && held !== undefined) || count === most) continue
      later.delete(stream)
      await setImmediate()
      const next = held === undefined ? stream.next() : { done: false, value: { draft: held, round: 1 } }
      if (next.done === true) open.delete(stream)
      else if (isFirst && next.value.round > 0) later.set(stream, next.value.draft)
      else {
        count += 1
        yield next.value.draft
      }
    }
    if (isFirst && [...open].every((stream) => later.has(stream))) {
      if (profile === 'smoke') return
      isFirst = false
    }
  }
}

/** Returns the budget of one operation. It is larger for operations with more features. */
function costShare(
  { subject, plain }: RequestSource,
  open: readonly RequestSource[],
  spent: Cost,
  profile: Profile,
): Cost {
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

/** The requests of each operation in one batch beyond the plan. */
const batch = { drawn: 3, violations: 2 }

/** Yields requests beyond the plan, in batches: the next ones that would be chosen, and violations in them. */
async function* furtherDrafts(
  sources: readonly RequestSource[],
  { profile, seed }: PlanOptions,
  known: Set<string>,
): AsyncGenerator<readonly Draft[]> {
  for (let round = 1; ; round += 1) {
    const drafts: (readonly Draft[])[] = []
    for (const source of sources) {
      const own: Draft[] = []
      for (let turn = 0; turn < batch.drawn; turn += 1) {
        const draft = await drawNext(source, source.drawn.length + own.length + 1, seed)
        if (draft === undefined) break
        own.push(draft)
      }
      source.drawn.push(...own)
      const options = { profile, seed: seedFor(seed, `round ${round}`) }
      const wrong = violationDrafts(source.subject, controlsOf({ ...source, drawn: own }), options, `round-${round}-`)
      const violating: Draft[] = []
      for (const { draft } of wrong) {
        const digest = digestOf(draft.planned.request)
        if (known.has(digest)) continue
        known.add(digest)
        if (violating.push(draft) === batch.violations) break
      }
      drafts.push([...own, ...violating])
    }
    const all = mixed(drafts)
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
  for (const { draft } of violationDrafts(subject, controls, { profile, seed })) yield draft.planned
}
