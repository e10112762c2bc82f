import { setImmediate } from 'node:timers/promises'
import type { Cost } from '../model/operation.ts'
import type { Probe } from '../model/plan.ts'
import type { Profile } from '../model/vocabulary.ts'
import { ceilings, totalOf } from '../plan/budget.ts'
import type { Subject } from '../plan/subject.ts'
import { unlimited } from './choose.ts'
import type { PlanOptions } from './plan.ts'
import { drawNext, efforts, type RequestSource } from './request-source.ts'

/** The number of operations that a smoke run draws requests for. The seed determines which ones. */
const drawnInSmoke = 2

/** Draws requests for each wanted operation, within its share of the profile's ceilings. */
export async function drawShares(
  sources: readonly RequestSource[],
  wanted: readonly RequestSource[],
  probes: readonly Probe[],
  { profile, seed }: PlanOptions,
): Promise<void> {
  const spent = totalOf(
    sources.map(({ plain }) => plain.planned),
    probes,
  )
  const able = sources.filter(({ rest }) => rest !== undefined)
  const turn = seed % Math.max(1, able.length)
  const open = profile === 'smoke' ? [...able.slice(turn), ...able.slice(0, turn)].slice(0, drawnInSmoke) : able
  for (const source of open.filter((one) => wanted.includes(one)))
    await drawShare(source, costShare(source, open, spent, profile), { profile, seed })
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

async function drawShare(
  source: RequestSource,
  share: Cost,
  { profile, seed }: Pick<PlanOptions, 'profile' | 'seed'>,
): Promise<void> {
  source.left = share
  while (source.drawn.length < efforts[profile].drawn) {
    // Planning takes seconds, in which the program must still respond.
    await setImmediate()
    const draft = drawNext(source, source.drawn.length + 1, seed)
    if (draft === undefined) break
    const { calls, images } = draft.planned.cost
    source.left = { calls: source.left.calls - calls, images: source.left.images - images }
    source.drawn.push(draft)
  }
  source.left = unlimited
}
