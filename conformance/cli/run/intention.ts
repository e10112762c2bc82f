import { reserveOf } from '../../explore/drive/reserve.ts'
import type { Plan } from '../../model/plan.ts'
import type { RunOptions } from './options/run-options.ts'
import { isEmpty } from './plan/empty-share.ts'
import { mostFetches } from './plan/most-fetches.ts'
import type { Target } from './target/target.ts'

/** What a run is about to send, as one line. Who forgot to name a gateway is to see at once that none is judged. */
export function intention(plan: Plan, target: Target, { maxRequests = Number.POSITIVE_INFINITY }: RunOptions): string {
  const whom = target.embedded ? 'the embedded reference server, for no URL was given' : target.url
  if (isEmpty(plan)) return `sending nothing to ${whom}`
  if (maxRequests <= plan.requests) return `sending at most ${requests(maxRequests)} to ${whom}`
  const { division, tellingApart, shrinking } = reserveOf(plan)
  const fetches = mostFetches(plan)
  const beyond = division.requests + tellingApart.requests + shrinking.requests
  const room = maxRequests - plan.requests
  return [
    `sending ${requests(plan.requests)}${inCases(plan)} to ${whom}`,
    ...(fetches === 0 ? [] : [`fetching at most ${Math.min(fetches, room)} of the images that replies name`]),
    `and at most ${Math.min(beyond, room)} more where something is refused or fails`,
  ].join(', ')
}

function requests(count: number): string {
  return count === 1 ? '1 request' : `${count} requests`
}

/** A probe sends several requests; what was not sent is counted in cases. */
function inCases({ cases, probes, requests }: Plan): string {
  const count = cases.length + probes.length
  return count === requests ? '' : ` (${count} ${count === 1 ? 'case' : 'cases'})`
}
