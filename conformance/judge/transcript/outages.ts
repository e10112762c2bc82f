import { isLetIn } from '../../model/observation.ts'
import type { Area } from '../../model/vocabulary.ts'
import { groupBy } from './group-by.ts'
import type { Trace } from './trace.ts'

/** A request, as far as it tells whether the target serves others at that time. */
interface Moment {
  readonly startedAt: number
  readonly identity: string
  /** Set for a request that was accepted at least once: whether it was this time. */
  readonly isServed?: boolean
}

/** The requests of each area in the order in which they began. */
export function momentsByArea(traces: readonly Trace[]): ReadonlyMap<Area, readonly Moment[]> {
  const accepted = new Set(traces.filter(({ responseClass }) => isLetIn(responseClass)).map(({ identity }) => identity))
  const momentOf = ({ startedAt, identity, responseClass }: Trace): Moment =>
    accepted.has(identity) ? { startedAt, identity, isServed: isLetIn(responseClass) } : { startedAt, identity }
  return new Map(
    [...groupBy(traces, ({ area }) => area)].map(([area, own]) => [
      area,
      own.map(momentOf).sort((one, other) => one.startedAt - other.startedAt),
    ]),
  )
}

/**
 * The attempts that met no outage: the request right before them was served, or the next acceptable one did not fail.
 */
function outsideOutages(attempts: readonly Trace[], moments: ReadonlyMap<Area, readonly Moment[]>): readonly Trace[] {
  return attempts.filter(({ area, startedAt, identity }) => {
    const all = moments.get(area) ?? []
    const before = all.findLast((one) => one.startedAt < startedAt)
    const next = all.find((one) => one.isServed !== undefined && one.startedAt > startedAt && one.identity !== identity)
    return before?.isServed === true || next?.isServed !== false
  })
}

/**
 * Returns whether others of the area were served after the first of these attempts and before the last one: an outage serves nobody
 * and breaks no sentence. Attempts in an outage do not count. Where nothing is known of times, any that was served counts.
 */
export function isServedBetween(attempts: readonly Trace[], moments: ReadonlyMap<Area, readonly Moment[]>): boolean {
  const [first, ...others] = outsideOutages(attempts, moments)
  if (first === undefined || others.length === 0) return false
  const times = [first, ...others].map(({ startedAt }) => startedAt)
  const [least, most] = [Math.min(...times), Math.max(...times)]
  return (moments.get(first.area) ?? []).some(
    ({ isServed, startedAt }) => isServed === true && startedAt >= least && startedAt <= most,
  )
}

/** Once is no proof. */
export function isNeverServed(attempts: readonly Trace[], moments: ReadonlyMap<Area, readonly Moment[]>): boolean {
  if (attempts.length < 2) return false
  if (attempts.every(({ fate }) => fate === 'failed')) return true
  return attempts.every(({ fate }) => fate === 'failed' || fate === 'broken') && isServedBetween(attempts, moments)
}
