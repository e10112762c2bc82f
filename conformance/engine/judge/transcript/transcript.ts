import { isComplete2xx, isSuccess } from '../../../core/model/observation.ts'
import type { Endpoint } from '../../../core/model/vocabulary.ts'
import { compareValidRequests, usesOf, type ValidRequestComparisons } from './compare-valid-requests.ts'
import { type ControlFinder, findControls } from './find-controls.ts'
import { groupBy } from './group-by.ts'
import { isNeverServed, isServedBetween, momentsByArea } from './outages.ts'
import { isNeverAnswered, isUnanswered } from './rejection.ts'
import { findRepetitions, type Repetitions } from './repetitions.ts'
import { isDenied, type Trace, unblamed } from './trace.ts'

/** All attempts of one and the same request. */
export type Attempts = readonly [Trace, ...Trace[]]

/** Answers the questions of judgements about a whole run. One operation shows nothing about another. */
export interface Transcript extends ControlFinder, ValidRequestComparisons, Repetitions {
  /** Returns the single-violation requests for this requirement on an operation, each with its attempts. */
  breachesOf(requirement: string, operation: Endpoint): readonly Attempts[]
  /**
   * Returns the valid requests of an operation, each with its attempts. With `use`, only those that use this feature.
   */
  validRequests(operation: Endpoint, use?: string): readonly Attempts[]
  /**
   * Returns whether the operation accepted a request with the key in the same form, and did not deny one that it had
   * accepted before: a quota may be used up, or a key withdrawn, in the middle of a run.
   */
  isKeyServed(trace: Trace): boolean
  /** Returns whether a request got at least one definite answer. */
  isServed(identity: string): boolean
  attemptsOf(identity: string): readonly Trace[]
  /**
   * Returns whether each attempt of a valid request failed or got no complete reply. Recorded attempts must be several,
   * while others of the area were served (interpretation G11). Of a run, `isShownAgain` decides whether they count.
   */
  isNeverServed(attempts: readonly Trace[]): boolean
  /**
   * Returns whether each attempt of an invalid request met a server error, silence, a broken connection or a status that
   * is no rejection. Recorded attempts must be several, while others of the area were served (interpretation G10). Of a
   * run, `isShownAgain` decides whether they count.
   */
  isNeverAnswered(attempts: readonly Trace[]): boolean
}

/** Creates the transcript of a run from its traces, sorted by exchange. */
export function readTranscript(all: readonly Trace[]): Transcript {
  const traces = withoutBlameOfEnvelopes(all.filter(isInServedForm(all)))
  const byIdentity = groupBy(traces, ({ identity }) => identity)
  const breaches = attemptsBy(
    traces.filter(({ breach }) => breach),
    ({ breach, operation }) => `${breach?.requirement ?? ''}@${operation}`,
  )
  const valid = attemptsBy(
    traces.filter(({ uses }) => uses),
    ({ operation }) => operation,
  )
  const using = new Map([...valid].map(([operation, requests]) => [operation, byUse(requests)]))
  const accepted = new Set(traces.filter(({ control }) => control).map(({ identity }) => identity))
  const acceptable = groupBy(
    traces
      .filter((trace) => accepted.has(trace.identity) && (trace.control !== undefined || isDenied(trace)))
      .sort((one, other) => one.startedAt - other.startedAt),
    keyFormOf,
  )
  const moments = momentsByArea(traces)
  const isLost = (attempts: readonly Trace[]) =>
    isAllOfRun(attempts) ? attempts.every(isUnserved) : isNeverServed(attempts, moments)
  const isRejectedOrLost = (attempts: Attempts) =>
    attempts.every(({ control }) => control === undefined) &&
    (attempts.some(({ responseClass }) => responseClass === 'rejected') || isLost(attempts))
  const unserved = new Map(
    [...valid].map(([operation, requests]) => [operation, requests.filter(isRejectedOrLost).map(([first]) => first)]),
  )
  const limiting = new Set(
    traces.filter(({ status, breach }) => status === 429 && breach === undefined).map(({ area }) => area),
  )
  const served = new Set(traces.filter(({ fate }) => fate === 'answered').map(({ identity }) => identity))
  return {
    breachesOf: (requirement, operation) => breaches.get(`${requirement}@${operation}`) ?? [],
    validRequests: (operation, use) =>
      (use === undefined ? valid.get(operation) : using.get(operation)?.get(use)) ?? [],
    isKeyServed: (trace) => {
      const own = acceptable.get(keyFormOf(trace)) ?? []
      const next = own.find(({ startedAt }) => startedAt > trace.startedAt)
      return own.length > 0 && (next === undefined || !isDenied(next))
    },
    isServed: (identity) => served.has(identity),
    attemptsOf: (identity) => byIdentity.get(identity) ?? [],
    isNeverServed: isLost,
    isNeverAnswered: (attempts) => {
      const isLimiting = attempts.some(({ area }) => limiting.has(area))
      if (isAllOfRun(attempts)) return isUnanswered(attempts, isLimiting)
      return isNeverAnswered(attempts, isLimiting) && isServedBetween(attempts, moments)
    },
    ...findRepetitions(traces),
    ...compareValidRequests(traces, unserved),
    ...findControls(traces, unserved),
  }
}

function isAllOfRun(attempts: readonly Trace[]): boolean {
  return attempts.length > 0 && attempts.every(({ isOfRun }) => isOfRun === true)
}

function isUnserved({ fate }: Trace): boolean {
  return fate === 'failed' || fate === 'broken'
}

/** Returns the key of an operation and of the place of the key, if the key was sent in the form of another area. */
function keyFormOf({ operation, elsewhere }: Trace): string {
  return `${operation} ${elsewhere}`
}

/** Returns whether a request counts. One with the key in the form of another area counts only if that form is accepted. */
function isInServedForm(all: readonly Trace[]): (trace: Trace) => boolean {
  const formsServed = new Set(all.filter(({ responseClass }) => isComplete2xx(responseClass)).map(keyFormOf))
  return (trace) => trace.elsewhere === undefined || formsServed.has(keyFormOf(trace))
}

/**
 * Blames nothing for valid requests that were not served in an envelope which their operation never served, although it
 * served others: the envelope may be the reason, and the specification does not speak of it.
 */
function withoutBlameOfEnvelopes(traces: readonly Trace[]): readonly Trace[] {
  const served = groupBy(
    traces.filter(({ control, responseClass }) => control !== undefined && isComplete2xx(responseClass)),
    ({ operation }) => operation,
  )
  const parts = new Map([...served].map(([operation, own]) => [operation, new Set(own.flatMap(partsIn))]))
  return traces.map((trace) => {
    const known = parts.get(trace.operation)
    if (known === undefined || trace.control !== undefined || isSuccess(trace.status)) return trace
    return partsIn(trace).every((part) => known.has(part)) ? trace : unblamed(trace)
  })
}

function partsIn({ envelope = [] }: Trace): readonly string[] {
  return envelope
}

function attemptsBy<Key>(
  traces: readonly Trace[],
  keyOf: (trace: Trace) => Key,
): ReadonlyMap<Key, readonly Attempts[]> {
  const grouped = [...groupBy(traces, keyOf)]
  return new Map(grouped.map(([key, group]) => [key, [...groupBy(group, ({ identity }) => identity).values()]]))
}

function byUse(requests: readonly Attempts[]): ReadonlyMap<string, readonly Attempts[]> {
  const found = new Map<string, Attempts[]>()
  for (const attempts of requests) {
    for (const use of usesOf(attempts.slice(0, 1))) {
      const others = found.get(use)
      if (others === undefined) found.set(use, [attempts])
      else others.push(attempts)
    }
  }
  return found
}
