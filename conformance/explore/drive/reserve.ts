import type { Case, Plan } from '../../model/plan.ts'
import type { Endpoint } from '../../model/vocabulary.ts'
import type { Total } from '../plan/budget.ts'
import { usualShrinking } from './shrink.ts'
import { mostToldApart } from './tell-apart.ts'

/** What a run may send beyond its plan, at most, and only where a target refuses what it should take, or fails. */
export interface Reserve {
  /** Packed requests that are refused, divided until one addition or one file stands alone. */
  readonly division: Total
  /** The uses of refused requests, each on its own. */
  readonly tellingApart: Total
  /** Requests of failing requirements, sent again and made smaller. */
  readonly shrinking: Total
}

/** The most images that one request asks for. */
const mostImages = 10

/** What a plan may lead to beyond itself. What a target is too busy for is asked again besides, twice at most. */
export function reserveOf({ cases, probes }: Pick<Plan, 'cases' | 'probes'>): Reserve {
  const divided = cases.map(({ parts = [], cost }) => {
    const { requests, calls, images } = sumOf(parts.map(worst))
    return { requests, calls: Math.max(0, calls - cost.calls), images: Math.max(0, images - cost.images) }
  })
  const fallbacks = probes.flatMap(({ ifRefused }) => ifRefused ?? [])
  const has = (isIt: (operation: Endpoint) => boolean) => cases.some(({ operation }) => isIt(operation))
  const dearest = { calls: has(isModelCall) ? 1 : 0, images: has(isOfImages) ? mostImages : 0 }
  const allOf = (requests: number): Total => ({
    requests,
    calls: requests * dearest.calls,
    images: requests * dearest.images,
  })
  return {
    division: sumOf([...divided, ...fallbacks]),
    tellingApart: allOf(mostToldApart),
    shrinking: allOf(usualShrinking.perRun),
  }
}

/** The requests of a case with all its parts, and what is dearer: that it is accepted, or that its parts are. */
function worst({ cost, parts = [] }: Case): Total {
  const below = sumOf(parts.map(worst))
  return {
    requests: 1 + below.requests,
    calls: Math.max(cost.calls, below.calls),
    images: Math.max(cost.images, below.images),
  }
}

function isOfImages(operation: Endpoint): boolean {
  return operation.startsWith('images.')
}

function isModelCall(operation: Endpoint): boolean {
  return !isOfImages(operation) && operation !== 'usage.token'
}

/** Adds up. */
export function sumOf(totals: readonly Total[]): Total {
  return totals.reduce(
    (sum, { requests, calls, images }) => ({
      requests: sum.requests + requests,
      calls: sum.calls + calls,
      images: sum.images + images,
    }),
    { requests: 0, calls: 0, images: 0 },
  )
}
