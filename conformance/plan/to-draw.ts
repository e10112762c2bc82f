import type { RecordedRequest } from '../model/exchange.ts'
import type { Operation } from '../model/operation.ts'
import type { Plan } from '../model/plan.ts'
import type { Requirement } from '../model/requirement.ts'
import type { Profile } from '../model/vocabulary.ts'
import type { PlanOptions } from './ahead.ts'
import { asManyAsFit, type Draws, drawsOf, isAffordable, mixed, repeatsForNothing, type Total } from './budget.ts'
import type { Draft } from './draft.ts'
import { noneOf } from './drafts.ts'
import { documentLanguage } from './schema/language.ts'
import { type Scope, speaksOn } from './selection.ts'
import { type Subject, subjectOf } from './subject.ts'

/** What is to be drawn for one operation. */
export interface ToDraw {
  readonly operation: Operation
  readonly draws: Draws
  /** What it is drawn from: for one drawing, since it remembers all that was tried. */
  from(): DrawnFrom
}

/** What requests are drawn from: they stand beside the fixed requests without a violation. */
interface DrawnFrom {
  readonly subject: Subject
  readonly controls: readonly Draft[]
  readonly seed: number
  readonly draws: Draws
  /** Whether a request is none that is sent anyway. */
  isNew(request: RecordedRequest): boolean
}

/** What chance adds to an operation. */
export interface DrawnCases {
  readonly valid: readonly Draft[]
  readonly broken: readonly Draft[]
}

/** What the fixed requests come to, and what they may come to with those that are drawn. */
export interface Room {
  readonly spent: Total
  readonly ceiling: Total
}

/** What is to be drawn for an operation beside its fixed requests; nothing where nobody wants it. */
export function toDrawFor(operation: Operation, drafts: readonly Draft[], options: PlanOptions): readonly ToDraw[] {
  const { catalogue, profile, seed, wants, language = documentLanguage, unsupported = [] } = options
  const fixed = drafts.filter(({ planned }) => planned.operation === operation.id)
  const isWanted = (kind: Requirement['kind']) =>
    wants === undefined ||
    catalogue.requirements.some((one) => one.kind === kind && wants(one.id) && speaksOn(one, operation))
  const draws = { ...drawsFor(operation, profile, isWanted), ...(wants === undefined ? {} : { unspecified: 0 }) }
  if (fixed.length === 0 || Object.values(draws).every((count) => count === 0)) return []
  const from = (): DrawnFrom => {
    const subject = subjectOf(language, operation, catalogue, new Set(unsupported))
    const controls = fixed.filter(({ control }) => control === undefined)
    return { subject, controls, seed, draws, isNew: noneOf(fixed) }
  }
  return [{ operation, draws, from }]
}

function drawsFor(operation: Operation, profile: Profile, isWanted: (kind: Requirement['kind']) => boolean): Draws {
  const { valid, unspecified, spelled, broken } = drawsOf[profile]
  const { calls, images } = operation.cost({})
  const isFree = calls + images === 0
  const takesNothing = operation.schemas.request === undefined
  return {
    valid: isWanted('acceptance') && !takesNothing ? valid : 0,
    unspecified: isWanted('acceptance') && !takesNothing ? unspecified : 0,
    // Of images few are to be made: those drawn are spelled in other ways too.
    spelled: !isWanted('acceptance') || images > 0 ? 0 : isFree && spelled > 0 ? repeatsForNothing : spelled,
    broken: isWanted('rejection') && !takesNothing ? broken : 0,
  }
}

/** Without what should be rejected and would cost more, if it is accepted, than is left for that. */
export function affordable(drawn: readonly DrawnCases[], { catalogue, profile }: PlanOptions): readonly DrawnCases[] {
  const isWithinMeans = ({ planned: { operation: id, request } }: Draft) => {
    const operation = catalogue.operations.find((one) => one.id === id)
    return operation === undefined || isAffordable(operation.cost(operation.read(request)), profile)
  }
  return drawn.map(({ valid, broken }) => ({ valid, broken: broken.filter(isWithinMeans) }))
}

/** As many of the drawn requests as fit beside the fixed ones. */
export function chosen(drawn: readonly DrawnCases[], { spent, ceiling }: Room): readonly Draft[] {
  const valid = drawn.map((one) => one.valid)
  return [...asManyAsFit(valid, spent, ceiling), ...mixed(drawn.map(({ broken }) => broken))]
}

/** Those that serve the requirements wanted, and whose control request is sent. */
export function servingDrawn(
  drawn: readonly Draft[],
  { drafts }: Scope,
  wants: PlanOptions['wants'],
): readonly Draft[] {
  if (wants === undefined) return drawn
  const sent = new Set(drafts.map(({ planned }) => planned.id))
  return drawn.filter(
    ({ planned, control }) => planned.aims.some(wants) && (control === undefined || sent.has(control)),
  )
}

/** A plan with room for what is still to be drawn: never less than it will come to. */
export function allowing(plan: Plan, toDraw: readonly ToDraw[], { spent, ceiling }: Room): Plan {
  const most = { calls: 0, images: 0, free: 0 }
  for (const { operation, draws } of toDraw) {
    const { calls, images } = operation.cost({})
    most.free += draws.broken + (calls + images === 0 ? draws.spelled : 0)
    const billed = draws.valid + draws.unspecified + draws.spelled
    most.calls += calls > 0 ? billed : 0
    most.images += images > 0 ? billed : 0
  }
  const calls = Math.min(most.calls, Math.max(0, ceiling.calls - spent.calls))
  const room = Math.max(0, ceiling.images - spent.images)
  const requests = Math.min(
    calls + Math.min(most.images, room) + most.free,
    Math.max(0, ceiling.requests - spent.requests),
  )
  const images = Math.min(most.images * mostImages, room)
  const cost = { calls: plan.cost.calls + calls, images: plan.cost.images + images }
  return { ...plan, requests: plan.requests + requests, cost }
}

/** The most images that one request asks for. */
const mostImages = 10
