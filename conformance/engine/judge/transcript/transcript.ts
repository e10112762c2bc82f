import { stepsOf } from '../../../../schemas/json-pointer.ts'
import { isComplete2xx, isSuccess } from '../../../core/model/observation.ts'
import type { Area, Endpoint } from '../../../core/model/vocabulary.ts'
import { type Canonical, placesOf, sameWithout } from './canonical.ts'
import { compareValidRequests, usesOf, type ValidRequestComparisons } from './compare-valid-requests.ts'
import { controlRequestsIn } from './control-requests.ts'
import { groupBy } from './group-by.ts'
import { findRepetitions, type Repetitions } from './repetitions.ts'
import { credentialBreach, isDenied, type Trace, unblamed } from './trace.ts'
import { isNeverAnswered, isUnanswered } from './unanswered.ts'

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

/** The part of a request that shows whether the target was serving at that time. */
interface Moment {
  readonly operation: Endpoint
  readonly startedAt: number
  readonly identity: string
  /** True if it was accepted this time. Set only for a request that was accepted at least once. */
  readonly isServed?: boolean
}

/** Returns the requests of each area in the order of their starts. */
function momentsByArea(traces: readonly Trace[]): ReadonlyMap<Area, readonly Moment[]> {
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
function isServedBetween(attempts: readonly Trace[], moments: ReadonlyMap<Area, readonly Moment[]>): boolean {
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
function isNeverServed(attempts: readonly Trace[], moments: ReadonlyMap<Area, readonly Moment[]>): boolean {
  if (attempts.length < 2) return false
  if (attempts.every(({ fate }) => fate === 'failed')) return outsideOutages(attempts, moments).length > 1
  return attempts.every(({ fate }) => fate === 'failed' || fate === 'broken') && isServedBetween(attempts, moments)
}

/** Finds the control requests of single-violation requests: the same ones without the places of the violation. */
interface ControlFinder {
  /**
   * Returns whether the control request was accepted: the same one without the places of its violation. Returns false
   * if every valid request with a member at such a place was rejected: the target rejects the member, not the
   * violation.
   */
  isControlAccepted(trace: Trace): boolean
  /**
   * Returns whether the control request at least got a 2xx, while violations are rejected on the operation. The target
   * then distinguishes them, even if its replies are invalid. Rejected members count as above.
   */
  isControlNotRejected(trace: Trace): boolean
  /** Returns whether a request was sent that would have been the control request if the target had accepted it. */
  isControlSent(trace: Trace): boolean
  /** Returns the requests that would have been the control request if the target had accepted them; equal ones once. */
  unacceptedControls(trace: Trace): readonly Trace[]
}

/** Finds control requests in a run. `unserved` are the valid requests of each operation that were not accepted. */
function findControls(traces: readonly Trace[], unserved: ReadonlyMap<Endpoint, readonly Trace[]>): ControlFinder {
  const withControl = controlRequestsIn(traces)
  const withAcceptedControl = controlRequestsIn(traces.filter(({ responseClass }) => responseClass === 'accepted'))
  const distinguishing = new Set(traces.filter(isDistinguished).map(({ operation }) => operation))
  const unaccepted = unacceptedByOperation(traces)
  const rejectedPlaces = rejectedPlacesIn(traces, unserved)
  const rejectedPlacesOf = ({ operation, breach }: Trace): readonly string[] =>
    (breach?.pointers ?? []).map(placeOf).filter((place) => rejectedPlaces.get(operation)?.has(place) === true)
  const unacceptedControls = (trace: Trace): readonly Trace[] => {
    const { breach, operation } = trace
    if (breach === undefined) return []
    const isControl = sameWithout(breach.pointers, breach.remainder)
    const own = (unaccepted.get(operation) ?? []).filter(({ value }) => isControl(value)).map((one) => one.trace)
    const places = rejectedPlacesOf(trace)
    const holding = places.length === 0 ? [] : (unserved.get(operation) ?? []).filter(holdsOneOf(places))
    return [...own, ...holding]
  }
  return {
    isControlAccepted: (trace) => withAcceptedControl.has(trace) && rejectedPlacesOf(trace).length === 0,
    isControlSent: (trace) => withControl.has(trace) || unacceptedControls(trace).length > 0,
    isControlNotRejected: (trace) =>
      distinguishing.has(trace.operation) && withControl.has(trace) && rejectedPlacesOf(trace).length === 0,
    unacceptedControls,
  }
}

/**
 * Returns whether a request was rejected for its violation. For a wrong credential, a denial counts as the rejection.
 */
function isDistinguished({ breach, responseClass }: Trace): boolean {
  if (breach === undefined) return false
  return responseClass === 'rejected' || (breach.requirement === credentialBreach && responseClass === 'denied')
}

/** Returns the requests without a violation that were not accepted, by operation. */
function unacceptedByOperation(
  traces: readonly Trace[],
): ReadonlyMap<Endpoint, readonly { readonly trace: Trace; readonly value: Canonical }[]> {
  const distinct = new Map<string, { readonly trace: Trace; readonly value: Canonical }>()
  for (const trace of traces) {
    const value = trace.responseClass === 'accepted' ? undefined : (trace.whole ?? trace.control)
    if (value !== undefined) distinct.set(`${trace.operation} ${value.text}`, { trace, value })
  }
  return groupBy([...distinct.values()], ({ trace }) => trace.operation)
}

/** Returns the places that only valid requests have that were not accepted, by operation. */
function rejectedPlacesIn(
  traces: readonly Trace[],
  unserved: ReadonlyMap<Endpoint, readonly Trace[]>,
): ReadonlyMap<Endpoint, ReadonlySet<string>> {
  const found = new Map<Endpoint, Set<string>>()
  for (const [operation, rejected] of unserved) {
    if (rejected.length === 0) continue
    const places = new Set(rejected.flatMap(({ whole }) => (whole === undefined ? [] : [...placesOf(whole)])))
    for (const { operation: own, control } of traces)
      if (own === operation && control !== undefined) for (const place of placesOf(control)) places.delete(place)
    found.set(operation, places)
  }
  return found
}

/** Returns the place of a pointer, regardless of the indexes of items. */
function placeOf(pointer: string): string {
  return stepsOf(pointer)
    .map((step) => `/${/^\d+$/.test(step) ? '*' : step}`)
    .join('')
}

function holdsOneOf(places: readonly string[]): (trace: Trace) => boolean {
  return ({ whole }) => whole !== undefined && placesOf(whole).some((place) => places.includes(place))
}
