import type { Cost } from '../../model/operation.ts'
import type { Case, Probe } from '../../model/plan.ts'
import type { Draft } from './draft.ts'
import type { Drafts } from './drafts.ts'

/** What a profile may come to; a plan that would be larger leaves out random requests, and smoke violations. */
export const ceilings = {
  smoke: { requests: 40, calls: 150, images: 80 },
  standard: { requests: Number.POSITIVE_INFINITY, calls: 150, images: 80 },
  thorough: { requests: Number.POSITIVE_INFINITY, calls: Number.POSITIVE_INFINITY, images: Number.POSITIVE_INFINITY },
} as const

/** The most that a plan's requests come to. */
export interface Total extends Cost {
  readonly requests: number
}

/** Adds up what cases and probes come to, nothing being refused or sent again. */
export function totalOf(cases: readonly Case[], probes: readonly Probe[]): Total {
  const costs = [...cases, ...probes].map(({ cost }) => cost)
  return {
    requests: cases.length + probes.reduce((sum, { requests }) => sum + requests, 0),
    calls: costs.reduce((sum, { calls }) => sum + calls, 0),
    images: costs.reduce((sum, { images }) => sum + images, 0),
  }
}

/** As many of the drafts as fit below a ceiling, taken in turns, so that no operation goes without. */
export function asManyAsFit(lists: readonly (readonly Draft[])[], spent: Total, ceiling: Total): readonly Draft[] {
  const chosen: Draft[] = []
  let total = spent
  for (const draft of inTurns(lists)) {
    const { calls, images } = draft.planned.cost
    const next = { requests: total.requests + 1, calls: total.calls + calls, images: total.images + images }
    if (next.requests > ceiling.requests || next.calls > ceiling.calls || next.images > ceiling.images) continue
    chosen.push(draft)
    total = next
  }
  return chosen
}

function* inTurns(lists: readonly (readonly Draft[])[]): Generator<Draft> {
  const longest = Math.max(0, ...lists.map((list) => list.length))
  for (let index = 0; index < longest; index += 1) {
    for (const list of lists) {
      const draft = list[index]
      if (draft !== undefined) yield draft
    }
  }
}

/** A handful of an operation's violations, each of another kind where there are that many. */
export function handful({ violations }: Drafts): readonly Draft[] {
  const byKind = new Map<string, Draft[]>()
  for (const draft of violations) {
    const [, kind = ''] = /^breaks (\S+)/.exec(draft.planned.purpose) ?? []
    byKind.set(kind, [...(byKind.get(kind) ?? []), draft])
  }
  return [...inTurns([...byKind.values()])].slice(0, 4)
}
