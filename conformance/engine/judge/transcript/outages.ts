import { isComplete2xx } from '../../../core/model/observation.ts'
import type { Area, Endpoint } from '../../../core/model/vocabulary.ts'
import { groupBy } from './group-by.ts'
import type { Trace } from './trace.ts'

/** The part of a request that shows whether the target was serving at that time. */
interface Moment {
  readonly operation: Endpoint
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
  const momentOf = ({ operation, startedAt, identity, responseClass }: Trace): Moment => {
    const moment = { operation, startedAt, identity }
    return accepted.has(identity) ? { ...moment, isServed: isComplete2xx(responseClass) } : moment
  }
  return new Map(
    [...groupBy(traces, ({ area }) => area)].map(([area, own]) => [
      area,
      own.map(momentOf).sort((one, other) => one.startedAt - other.startedAt),
    ]),
  )
}

/**
 * Returns the requests that show whether the operation of a request is served: its own ones, or those of its area if it
 * accepted none.
 */
function momentsFor({ area, operation }: Trace, moments: ReadonlyMap<Area, readonly Moment[]>): readonly Moment[] {
  const all = moments.get(area) ?? []
  const own = all.filter((one) => one.operation === operation)
  return own.some(({ isServed }) => isServed !== undefined) ? own : all
}

/**
 * Returns the attempts outside of outages: the request right before was accepted, or the next acceptable one was, or
 * there is none after it.
 */
function outsideOutages(attempts: readonly Trace[], moments: ReadonlyMap<Area, readonly Moment[]>): readonly Trace[] {
  return attempts.filter((attempt) => {
    const { startedAt, identity } = attempt
    const all = momentsFor(attempt, moments)
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

/**
 * Returns whether several attempts failed outside of outages. A single attempt proves nothing. Other failures than a
 * 500 prove something only while others are served.
 */
export function isNeverServed(attempts: readonly Trace[], moments: ReadonlyMap<Area, readonly Moment[]>): boolean {
  if (attempts.length < 2) return false
  if (attempts.every(({ fate }) => fate === 'failed')) return outsideOutages(attempts, moments).length > 1
  return attempts.every(({ fate }) => fate === 'failed' || fate === 'broken') && isServedBetween(attempts, moments)
}
