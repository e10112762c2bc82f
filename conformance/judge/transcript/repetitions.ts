import { isComplete2xx } from '../../model/observation.ts'
import type { Endpoint } from '../../model/vocabulary.ts'
import { groupBy } from './group-by.ts'
import { isDenied, type Trace } from './trace.ts'

/** Answers whether failures were shown again (interpretation G18). */
export interface Repetitions {
  /**
   * Returns whether attempts of one request that all fail show the target rather than chance: two of them in a row, and
   * between the first and the last an accepted request of the operation, sent twice in a row too. A target that serves
   * some requests only when they are sent again needs more attempts. Recorded traffic cannot be sent again, so it
   * counts as it is.
   */
  isShownAgain(attempts: readonly Trace[]): boolean
}

/** Two ways to fail. A target that fails at random may still reject the same requests each time. */
type Failing = 'rejected' | 'failed'

/** Finds the repetitions in the traces of a source. */
export function findRepetitions(traces: readonly Trace[]): Repetitions {
  const inOrder = traces.filter(isOfRun).sort((one, other) => one.startedAt - other.startedAt)
  const inRow = new Set(inOrder.filter((trace, at) => at > 0 && inOrder[at - 1]?.identity === trace.identity))
  const served = [...inRow].filter(
    ({ responseClass, control }) => isComplete2xx(responseClass) && control !== undefined,
  )
  const servedOn = groupBy(served, ({ operation }) => operation)
  const servedIn = groupBy(served, ({ area }) => area)
  const accepting = new Set(inOrder.filter(({ control }) => control).map(({ operation }) => operation))
  const acceptingAreas = new Set(inOrder.filter(({ control }) => control).map(({ area }) => area))
  const servedFor = ({ operation, area }: Trace): readonly Trace[] | undefined => {
    if (accepting.has(operation)) return servedOn.get(operation) ?? []
    return acceptingAreas.has(area) ? (servedIn.get(area) ?? []) : undefined
  }
  const needed = attemptsNeeded(inOrder)
  return {
    isShownAgain: (attempts) => {
      const [first] = attempts
      if (first === undefined || !attempts.every(isOfRun)) return true
      if (attempts.length < needed(first) || !attempts.some((one) => inRow.has(one))) return false
      const times = attempts.map(({ startedAt }) => startedAt)
      const [least, most] = [Math.min(...times), Math.max(...times)]
      const others = servedFor(first)
      return others === undefined || others.some(({ startedAt }) => startedAt > least && startedAt < most)
    },
  }
}

function isOfRun(trace: Trace): boolean {
  return trace.isOfRun === true
}

/** The attempts that all have to fail: usually, and if the target seldom or often serves what is sent again. */
const mostNeeded = { usually: 3, seldom: 5, often: 12, slow: 4 }

/** The share of requests that are served when sent again, up to which that is seldom. */
const seldom = 0.1

/** Returns the number of attempts that a failure needs on its operation. */
function attemptsNeeded(traces: readonly Trace[]): (failing: Trace) => number {
  const served = new Map<Endpoint, number>()
  const changed = new Map<string, number>()
  for (const attempts of groupBy(traces, ({ identity }) => identity).values()) {
    const [{ operation }] = attempts
    if (!attempts.some(isAnsweredRightly)) continue
    served.set(operation, (served.get(operation) ?? 0) + 1)
    const ways = new Set(attempts.flatMap((one) => (isAnsweredRightly(one) ? [] : (wayOf(one) ?? []))))
    if (hasSeveralRejections(attempts)) ways.add('rejected')
    for (const way of ways) {
      const key = keyOf(operation, way)
      changed.set(key, (changed.get(key) ?? 0) + 1)
    }
  }
  return (failing) => {
    const way = wayOf(failing) ?? 'rejected'
    const count = changed.get(keyOf(failing.operation, way)) ?? 0
    if (count === 0) return mostNeeded.usually
    // Each attempt of a request that hangs takes as long as an exchange may.
    if (failing.isTimedOut === true) return mostNeeded.slow
    const share = count / (served.get(failing.operation) ?? 1)
    return way === 'failed' && share < seldom ? mostNeeded.seldom : mostNeeded.often
  }
}

function keyOf(operation: Endpoint, way: Failing): string {
  return `${operation} ${way}`
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
