import { isComplete2xx } from '../../../core/model/observation.ts'
import { groupBy } from './group-by.ts'
import { isDenied, type Trace } from './trace.ts'

/** Answers whether failures were shown again (interpretation G18). */
export interface Repetitions {
  /**
   * Returns whether attempts of one request that all fail show the target rather than chance: several, two of them in a
   * row, and between the first and the last an accepted request of the operation. A target that serves some requests
   * only when they are sent again needs more attempts, and an operation that never ends a response fewer. Recorded
   * traffic cannot be sent again, so it counts as it is.
   */
  isShownAgain(attempts: readonly Trace[]): boolean
}

/** Two ways to fail. A target that fails at random may still reject the same requests each time. */
type Failing = 'rejected' | 'failed'

export function findRepetitions(traces: readonly Trace[]): Repetitions {
  const inOrder = traces.filter(isOfRun).sort((one, other) => one.startedAt - other.startedAt)
  const inRow = new Set(inOrder.filter((trace, at) => at > 0 && inOrder[at - 1]?.identity === trace.identity))
  const served = inOrder.filter(isServed)
  const servedOn = groupBy(served, ({ operation }) => operation)
  const servedIn = groupBy(served, ({ area }) => area)
  const accepting = new Set(inOrder.filter(({ control }) => control).map(({ operation }) => operation))
  const acceptingAreas = new Set(inOrder.filter(({ control }) => control).map(({ area }) => area))
  const servedFor = ({ operation, area }: Trace): readonly Trace[] | undefined => {
    if (accepting.has(operation)) return servedOn.get(operation) ?? []
    return acceptingAreas.has(area) ? (servedIn.get(area) ?? []) : undefined
  }
  const needs = attemptsNeeded(inOrder)
  const isOftenEnough = (attempts: readonly Trace[]): boolean =>
    attempts.length >= needs(attempts[0]!) && attempts.some((one) => inRow.has(one))
  return {
    isShownAgain: (attempts) => {
      const [first] = attempts
      if (first === undefined || !attempts.every(isOfRun)) return true
      const isHanging = attempts.every(({ isTimedOut }) => isTimedOut) && !accepting.has(first.operation)
      if (isHanging ? attempts.length < needed.hanging : !isOftenEnough(attempts)) return false
      const times = attempts.map(({ startedAt }) => startedAt)
      const [least, most] = [Math.min(...times), Math.max(...times)]
      const others = servedFor(first)
      if (others === undefined) return !isHanging
      return others.some(({ startedAt }) => startedAt > least && startedAt < most)
    },
  }
}

function isServed({ responseClass, control }: Trace): boolean {
  return isComplete2xx(responseClass) && control !== undefined
}

function isOfRun(trace: Trace): boolean {
  return trace.isOfRun === true
}

/**
 * The attempts of a request that all have to fail: at least, at most, of one that hangs, and of one that hangs like every
 * request of its operation.
 */
const needed = { least: 4, most: 12, slow: 4, hanging: 3 }

/** The chance of a false accusation, for one request, that is small enough. */
const smallEnough = 1e-4

/** The attempts of requests that are served at some time, and those that were not. */
interface Steadiness {
  attempts: number
  unserved: number
}

/**
 * Returns the number of attempts that a failure needs: so many that it is improbable by the share of attempts that are
 * not served of requests that are served at other times. Valid and invalid requests of an operation, and rejections and
 * failures, are counted apart.
 */
function attemptsNeeded(traces: readonly Trace[]): (failing: Trace) => number {
  const known = new Map<string, Steadiness>()
  for (const attempts of groupBy(traces, ({ identity }) => identity).values()) {
    if (!attempts.some(isAnsweredRightly)) continue
    for (const way of ['rejected', 'failed'] as const) {
      const isMixed = way === 'rejected' && hasSeveralRejections(attempts)
      const unserved = isMixed ? attempts.length / 2 : attempts.filter((one) => isUnservedIn(way, one)).length
      // Few requests use what one of several replicas rejects, so only those that it rejected at some time count.
      if (way === 'rejected' && unserved === 0) continue
      const key = keyOf(attempts[0], way)
      const { attempts: all, unserved: before } = known.get(key) ?? { attempts: 0, unserved: 0 }
      known.set(key, { attempts: all + attempts.length, unserved: before + unserved })
    }
  }
  return (failing) => {
    const { attempts, unserved } = known.get(keyOf(failing, wayOf(failing) ?? 'rejected')) ?? never
    if (unserved === 0) return needed.least
    // Each attempt of a request that hangs takes as long as an exchange may.
    if (failing.isTimedOut === true) return needed.slow
    const enough = Math.ceil(Math.log(smallEnough) / Math.log(unserved / (attempts + 1)))
    return Math.min(Math.max(enough, needed.least), needed.most)
  }
}

const never: Steadiness = { attempts: 0, unserved: 0 }

function keyOf({ operation, breach }: Trace, way: Failing): string {
  return `${operation} ${way} ${breach === undefined ? 'valid' : 'invalid'}`
}

/** Returns whether a request was not served in this way. An invalid one should be rejected, with its usual status. */
function isUnservedIn(way: Failing, trace: Trace): boolean {
  return wayOf(trace) === way && !isAnsweredRightly(trace)
}

/** Returns whether a request got the answer that it should: a 2xx if it is valid, and a rejection if it is not. */
function isAnsweredRightly({ responseClass, breach, uses }: Trace): boolean {
  if (uses !== undefined) return isComplete2xx(responseClass)
  return breach !== undefined && (responseClass === 'rejected' || responseClass === 'denied')
}

function wayOf(trace: Trace): Failing | undefined {
  const { fate, responseClass } = trace
  if (responseClass === 'rejected' || isDenied(trace)) return 'rejected'
  return fate === 'failed' || fate === 'overloaded' || fate === 'broken' ? 'failed' : undefined
}

/** Returns whether an invalid request was rejected with different statuses. */
function hasSeveralRejections(attempts: readonly Trace[]): boolean {
  const statuses = attempts.filter(({ responseClass }) => responseClass === 'rejected').map(({ status }) => status)
  return new Set(statuses).size > 1
}
