import { isComplete2xx } from '../../model/observation.ts'
import type { Area } from '../../model/vocabulary.ts'
import { groupBy } from './group-by.ts'
import type { Trace } from './trace.ts'

/** The part of a request that shows whether the target was serving at that time. */
interface Moment {
  readonly startedAt: number
  readonly identity: string
  /** True if it was accepted this time. Set only for a request that was accepted at least once. */
  readonly isServed?: boolean
}

/** Returns the requests of each area in the order of their starts. */
export function momentsByArea(traces: readonly Trace[]): ReadonlyMap<Area, readonly Moment[]> {
  const accepted = new Set(
    traces.filter(({ responseClass }) => isComplete2xx(responseClass)).map(({ identity }) => identity),
  )
  const momentOf = ({ startedAt, identity, responseClass }: Trace): Moment =>
    accepted.has(identity) ? { startedAt, identity, isServed: isComplete2xx(responseClass) } : { startedAt, identity }
  return new Map(
    [...groupBy(traces, ({ area }) => area)].map(([area, own]) => [
      area,
      own.map(momentOf).sort((one, other) => one.startedAt - other.startedAt),
    ]),
  )
}

/**
 * Returns the attempts outside of outages: the request right before was accepted, or the next acceptable one was, or
 * there is none after it.
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
 * Returns whether other requests of the area were accepted between the first and the last of these attempts. Attempts
 * in an outage do not count, since an outage violates no requirement. If times are unknown, any accepted request
 * counts.
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

/** Returns whether several attempts failed while others were served. A single attempt proves nothing. */
export function isNeverServed(attempts: readonly Trace[], moments: ReadonlyMap<Area, readonly Moment[]>): boolean {
  if (attempts.length < 2) return false
  if (attempts.every(({ fate }) => fate === 'failed')) return true
  return attempts.every(({ fate }) => fate === 'failed' || fate === 'broken') && isServedBetween(attempts, moments)
}
