import { setImmediate } from 'node:timers/promises'
import { configured } from '../../areas/configured.ts'
import type { RunOptions } from '../../config/run-options.ts'
import { operationsOf, wantedBy } from '../../config/selection.ts'
import type { Case, Drawing, Plan } from '../../model/plan.ts'
import type { Catalogue } from '../../model/suite.ts'
import { UsageError } from '../../model/usage-error.ts'
import { capabilities } from '../../model/vocabulary.ts'
import type { Ahead, PlanOptions } from '../../plan/ahead.ts'
import { totalOf } from '../../plan/budget.ts'
import { canBeginAtOnce, committedAhead } from '../../plan/committed.ts'
import type { DrawnCases, ToDraw } from '../../plan/to-draw.ts'
import { declarationCases } from './declaration-cases.ts'
import { isEmpty } from './empty-share.ts'

/** What a plan depends on. */
export type PlanInput = Pick<RunOptions, 'selection' | 'profile' | 'seed' | 'betas' | 'speech' | 'shard'>

/** The whole plan of a run with these options. */
export async function planFor(input: PlanInput, catalogue: Catalogue): Promise<Plan> {
  const { toDraw, finish } = committedAhead(planOptions(input, catalogue))
  return withCases(finish(await drawnFor(toDraw)), declarationCases(input.selection, catalogue))
}

/** Begins to draw the random requests of a plan, or is ready to; `inPlace` draws them when they are asked for. */
export type StartDrawing = (input: PlanInput, catalogue: Catalogue, inPlace: () => Promise<readonly Case[]>) => Drawing

const drawInPlace: StartDrawing = (_input, _catalogue, cases) => ({ cases })

/** The plan of a run, to begin with, without its random requests wherever the rest is committed. */
export async function planToBegin(
  input: PlanInput,
  catalogue: Catalogue,
  startDrawing: StartDrawing = drawInPlace,
): Promise<Plan> {
  if (!canBeginAtOnce(input.profile, input.shard)) return planFor(input, catalogue)
  const ahead = committedAhead(planOptions(input, catalogue))
  const plan = withCases(ahead.known, declarationCases(input.selection, catalogue))
  return ahead.toDraw.length === 0 ? plan : { ...plan, toCome: startDrawing(input, catalogue, () => drawnBy(ahead)) }
}

/** The random requests of a plan that begins without them. */
export async function randomCases(input: PlanInput, catalogue: Catalogue): Promise<readonly Case[]> {
  return drawnBy(committedAhead(planOptions(input, catalogue)))
}

/** A plan with the random requests that were still to come. */
export function withDrawn({ toCome: _, ...plan }: Plan, drawn: readonly Case[]): Plan {
  const cases = [...plan.cases, ...drawn]
  const { requests, calls, images } = totalOf(cases, plan.probes)
  return { ...plan, cases, requests, cost: { calls, images } }
}

async function drawnBy({ known, toDraw, finish }: Ahead): Promise<readonly Case[]> {
  return finish(await drawnFor(toDraw)).cases.slice(known.cases.length)
}

/** Draws for one operation after the other: an interruption is heard in between. What draws is loaded when it is needed. */
async function drawnFor(toDraw: readonly ToDraw[]): Promise<readonly DrawnCases[]> {
  if (toDraw.length === 0) return []
  const { drawnCases } = await import('../../explore/drawn.ts')
  const drawn: DrawnCases[] = []
  for (const one of toDraw) {
    drawn.push(drawnCases(one))
    await setImmediate()
  }
  return drawn
}

function planOptions({ selection, profile, seed, betas, speech, shard }: PlanInput, catalogue: Catalogue): PlanOptions {
  const { unsupported } = selection
  const wants = wantedBy(selection)
  return {
    catalogue: configured(catalogue, { betas, speech }),
    profile,
    seed,
    ...(shard === undefined ? {} : { shard }),
    operations: operationsOf(selection),
    unsupported: capabilities.filter((capability) => unsupported.includes(capability)),
    ...(wants === undefined ? {} : { wants }),
  }
}

function withCases(plan: Plan, more: readonly Case[]): Plan {
  const { calls, images } = totalOf(more, [])
  return {
    ...plan,
    cases: [...plan.cases, ...more],
    requests: plan.requests + more.length,
    cost: { calls: plan.cost.calls + calls, images: plan.cost.images + images },
  }
}

/** A plan without requests proves nothing, and is rejected before it is carried out. Of one that has some, a share may be empty. */
export function rejectEmpty(plan: Plan, { selection: { areas, requirements }, profile }: PlanInput): void {
  if (!isEmpty(plan)) return
  throw new UsageError(
    `the profile ${profile} sends nothing for ${requirements.join(', ') || areas.join(', ')}; try --profile thorough`,
  )
}
