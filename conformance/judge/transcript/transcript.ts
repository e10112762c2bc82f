import type { Use } from '../../../schemas/index.ts'
import { stepsOf } from '../../../schemas/json-pointer.ts'
import { isLetIn } from '../../model/observation.ts'
import type { Endpoint } from '../../model/vocabulary.ts'
import {
  type Canonical,
  controlRequestsIn,
  isPartOf,
  placesOf,
  sameWithout,
  scalarsOf,
  without,
} from './control-requests.ts'
import { groupBy } from './group-by.ts'
import { isNeverServed, isServedBetween, momentsByArea } from './outages.ts'
import { isNeverAnswered } from './rejection.ts'
import { credentialBreach, type Trace } from './trace.ts'

/** All attempts of one and the same request. */
export type Attempts = readonly [Trace, ...Trace[]]

/** Answers the questions of judgements about a whole run. One operation shows nothing about another. */
export interface Transcript {
  /** Returns the single-violation requests for this requirement on an operation, each with its attempts. */
  breachesOf(requirement: string, operation: Endpoint): readonly Attempts[]
  /**
   * Returns the valid requests of an operation, each with its attempts. With `use`, only those that use this feature.
   */
  validRequests(operation: Endpoint, use?: string): readonly Attempts[]
  /**
   * Returns whether the control request was accepted: the same one without the places of its violation. Returns false
   * if every valid request with a member at such a place was rejected: the target rejects the member, not the
   * violation.
   */
  isControlAccepted(trace: Trace): boolean
  /**
   * Returns whether the control request at least got a 2xx, while violations are rejected on the operation. The target
   * then distinguishes them, even if its replies are invalid.
   */
  isControlNotRejected(trace: Trace): boolean
  /** Returns the requests that would have been the control request if the target had accepted them; equal ones once. */
  unacceptedControls(trace: Trace): readonly Trace[]
  /** Returns whether the operation accepted a request with the key in the same form. */
  isKeyServed(trace: Trace): boolean
  /** Returns whether a request got at least one definite answer. */
  isServed(identity: string): boolean
  attemptsOf(identity: string): readonly Trace[]
  /**
   * Returns whether each of several attempts of a valid request failed or got no complete reply, while others of its
   * area were served (interpretation G11).
   */
  isNeverServed(attempts: readonly Trace[]): boolean
  /**
   * Returns whether each of several attempts of an invalid request met a server error, silence, a broken connection or
   * a status that is no rejection, while others of its area were served (interpretation G10).
   */
  isNeverAnswered(attempts: readonly Trace[]): boolean
  /** Returns the acceptance requirements with a use that got a 2xx on an operation. */
  acceptedUses(operation: Endpoint): ReadonlySet<string>
  /** Returns whether the request was rejected even without all the features it uses. Then none of them is to blame. */
  isRejectedBare(trace: Trace): boolean
  /**
   * Returns the uses of the requests with which others of an operation are compared. The plain request uses nothing. If
   * it is rejected itself, returns the smallest sets of uses that got a 2xx; `undefined` if there are none.
   */
  basesFor(operation: Endpoint): readonly (readonly Use[])[] | undefined
  /** Returns the uses of accepted requests that equal the rejected one without some of its uses. */
  neighboursOf(trace: Trace): readonly (readonly Use[])[]
  /** Returns whether a smaller request that is a part of this one was not accepted either. Then that one is judged. */
  isSmallerUnserved(trace: Trace): boolean
  /**
   * Returns whether the request was accepted without this use, although the same feature occurs elsewhere in it. Then
   * another use at the same place is to blame.
   */
  isAcceptedBeside(trace: Trace, use: Use): boolean
  /** Returns whether the same request was accepted with another spelling of its JSON. */
  isAcceptedRespelled(trace: Trace): boolean
  /** Returns whether a request with the same value was accepted. */
  isAcceptedOtherwise(trace: Trace): boolean
}

/** Creates the transcript of a run from its traces, sorted by exchange. */
export function readTranscript(all: readonly Trace[]): Transcript {
  const formOf = ({ operation, elsewhere }: Trace): string => `${operation} ${elsewhere}`
  const formsServed = new Set(all.filter(({ responseClass }) => isLetIn(responseClass)).map(formOf))
  const traces = all.filter((one) => one.elsewhere === undefined || formsServed.has(formOf(one)))
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
  const accepted = groupBy(
    traces.filter(({ control }) => control),
    ({ operation }) => operation,
  )
  const acceptedSpellings = groupBy(
    traces.filter(({ control, unspelled }) => control !== undefined && unspelled !== undefined),
    ({ unspelled }) => unspelled,
  )
  const acceptedTexts = new Set(
    traces.flatMap(({ control, operation }) => (control === undefined ? [] : [`${operation} ${control.text}`])),
  )
  const uses = new Map([...accepted].map(([operation, group]) => [operation, usesOf(group)]))
  const bases = new Map([...accepted].map(([operation, group]) => [operation, basesIn(group)]))
  const plainAccepted = new Set(
    traces.filter((trace) => trace.control && isPlain(trace)).map(({ operation }) => operation),
  )
  const plainRejected = new Set(
    traces
      .filter((trace) => isPlain(trace) && isTurnedDown(trace) && !plainAccepted.has(trace.operation))
      .map(({ operation }) => operation),
  )
  const rejectedBare = new Set(traces.filter((trace) => isPlain(trace) && isTurnedDown(trace)).map(bareOf))
  for (const { operation, control, uses } of traces)
    if (control !== undefined && uses?.length === 0) rejectedBare.delete(bareOf({ operation, bare: control.text }))
  const plainScalars = new Set(
    traces.flatMap((trace) => (trace.control && isPlain(trace) ? scalarsOf(trace.control) : [])),
  )
  const moments = momentsByArea(traces)
  const isUnserved = (attempts: Attempts) =>
    attempts.every(({ control }) => control === undefined) &&
    (attempts.some(({ responseClass }) => responseClass === 'rejected') || isNeverServed(attempts, moments))
  const unserved = new Map(
    [...valid].map(([operation, requests]) => [operation, requests.filter(isUnserved).map(([first]) => first)]),
  )
  const placesAccepted = placesByOperation(traces, ({ control }) => control)
  const placesRejected = placesByOperation([...unserved.values()].flat(), ({ whole }) => whole)
  const rejectedPlacesOf = ({ operation, breach }: Trace): readonly string[] =>
    (breach?.pointers ?? [])
      .map(placeOf)
      .filter(
        (place) =>
          placesRejected.get(operation)?.has(place) === true && placesAccepted.get(operation)?.has(place) !== true,
      )
  const served = new Set(traces.filter(isServed).map(({ identity }) => identity))
  const controls = controlRequestsIn(traces.filter(({ responseClass }) => responseClass === 'accepted'))
  const taken = controlRequestsIn(traces)
  const unaccepted = unacceptedByOperation(traces)
  const telling = new Set(traces.filter(isDistinguished).map(({ operation }) => operation))
  return {
    breachesOf: (requirement, operation) => breaches.get(`${requirement}@${operation}`) ?? [],
    validRequests: (operation, use) =>
      (use === undefined ? valid.get(operation) : using.get(operation)?.get(use)) ?? [],
    isKeyServed: (trace) => accepted.get(trace.operation)?.some((one) => one.elsewhere === trace.elsewhere) === true,
    isServed: (identity) => served.has(identity),
    attemptsOf: (identity) => byIdentity.get(identity) ?? [],
    isNeverServed: (attempts) => isNeverServed(attempts, moments),
    isNeverAnswered: (attempts) => isNeverAnswered(attempts) && isServedBetween(attempts, moments),
    acceptedUses: (operation) => uses.get(operation) ?? new Set(),
    basesFor: (operation) => (plainRejected.has(operation) ? bases.get(operation) : plainBase(accepted.has(operation))),
    neighboursOf: oncePerTrace((trace) => neighboursIn(accepted.get(trace.operation) ?? [], trace)),
    isAcceptedOtherwise: ({ whole, operation, captured }) =>
      whole !== undefined && captured.includes('request-body') && acceptedTexts.has(`${operation} ${whole.text}`),
    isAcceptedRespelled: ({ unspelled, identity }) =>
      unspelled !== undefined && (acceptedSpellings.get(unspelled) ?? []).some((one) => one.identity !== identity),
    isSmallerUnserved: oncePerTrace((trace) =>
      (unserved.get(trace.operation) ?? []).some((one) => isSmaller(one, trace, plainScalars)),
    ),
    isAcceptedBeside: (trace, use) => isAcceptedBeside(accepted.get(trace.operation) ?? [], trace, use, plainScalars),
    isRejectedBare: (trace) => trace.bare !== undefined && rejectedBare.has(bareOf(trace)),
    isControlAccepted: (trace) => controls.has(trace) && rejectedPlacesOf(trace).length === 0,
    unacceptedControls: (trace) => {
      const { breach, operation } = trace
      if (breach === undefined) return []
      const isControl = sameWithout(breach.pointers, breach.remainder)
      const own = (unaccepted.get(operation) ?? []).filter(({ value }) => isControl(value)).map((one) => one.trace)
      const places = rejectedPlacesOf(trace)
      const holding = places.length === 0 ? [] : (unserved.get(operation) ?? []).filter(holdsOneOf(places))
      return [...own, ...holding]
    },
    isControlNotRejected: (trace) => telling.has(trace.operation) && taken.has(trace),
  }
}

/** Caches an answer by trace, since every requirement on a valid request asks the same questions. */
function oncePerTrace<T>(answer: (trace: Trace) => T): (trace: Trace) => T {
  const known = new Map<Trace, T>()
  return (trace) => {
    if (!known.has(trace)) known.set(trace, answer(trace))
    return known.get(trace) as T
  }
}

function isServed({ fate }: Trace): boolean {
  return fate === 'answered'
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

function usesOf(traces: readonly Trace[]): ReadonlySet<string> {
  return new Set(traces.flatMap(({ uses }) => (uses ?? []).map(({ requirement }) => requirement)))
}

/**
 * Returns whether a request was rejected for its violation. For a wrong credential, a denial counts as the rejection.
 */
function isDistinguished({ breach, responseClass }: Trace): boolean {
  if (breach === undefined) return false
  return responseClass === 'rejected' || (breach.requirement === credentialBreach && responseClass === 'denied')
}

function isPlain({ uses }: Trace): boolean {
  return uses !== undefined && uses.length === 0
}

/** Returns the key of a request without all the features it uses, on its operation. */
function bareOf({ operation, bare = '' }: Pick<Trace, 'operation' | 'bare'>): string {
  return `${operation} ${bare}`
}

function isTurnedDown({ responseClass, fate }: Trace): boolean {
  return responseClass === 'rejected' || fate === 'failed'
}

function plainBase(hasAccepted: boolean): readonly (readonly Use[])[] | undefined {
  return hasAccepted ? [[]] : undefined
}

/** Returns the minimal sets of uses: those of which no other accepted set is a proper subset. */
function basesIn(traces: readonly Trace[]): readonly (readonly Use[])[] {
  const certain = traces.flatMap(({ uses }) => (uses === undefined ? [] : [uses]))
  const sets = certain.map((uses) => new Set(uses.map(({ requirement }) => requirement)))
  return certain.filter((_, index) => {
    const own = sets[index]!
    return !sets.some((other) => other.size < own.size && [...other].every((id) => own.has(id)))
  })
}

function neighboursIn(accepted: readonly Trace[], { whole, uses = [] }: Trace): readonly (readonly Use[])[] {
  if (whole === undefined) return []
  return accepted.flatMap(({ control, uses: own }) => {
    if (control === undefined || own === undefined || own.length >= uses.length) return []
    const beyond = uses.filter(({ requirement }) => !own.some((one) => one.requirement === requirement))
    const places = beyond.map(({ pointer }) => pointer)
    return sameWithout(places, without(whole, places))(control) ? [own] : []
  })
}

function isSmaller(one: Trace, other: Trace, usual: ReadonlySet<string>): boolean {
  if (one.whole === undefined || other.whole === undefined || one.identity === other.identity) return false
  const isLess = sizeOf(one.uses) - sizeOf(other.uses) || scalarsOf(one.whole).length - scalarsOf(other.whole).length
  return isLess < 0 && isPartOf(one.whole, other.whole, usual)
}

function sizeOf(uses: readonly Use[] = []): number {
  return uses.length
}

function placesByOperation(
  traces: readonly Trace[],
  requestOf: (trace: Trace) => Canonical | undefined,
): ReadonlyMap<Endpoint, ReadonlySet<string>> {
  const found = new Map<Endpoint, Set<string>>()
  for (const trace of traces) {
    const request = requestOf(trace)
    const places = found.get(trace.operation) ?? new Set()
    found.set(trace.operation, places)
    for (const place of request === undefined ? [] : placesOf(request)) places.add(place)
  }
  return found
}

function holdsOneOf(places: readonly string[]): (trace: Trace) => boolean {
  return ({ whole }) => whole !== undefined && placesOf(whole).some((place) => places.includes(place))
}

/** Returns the place of a pointer, regardless of the indexes of items. */
function placeOf(pointer: string): string {
  return stepsOf(pointer)
    .map((step) => `/${/^\d+$/.test(step) ? '*' : step}`)
    .join('')
}

function isAcceptedBeside(
  accepted: readonly Trace[],
  { whole }: Trace,
  { requirement, pointer }: Use,
  usual: ReadonlySet<string>,
): boolean {
  if (whole === undefined) return false
  const rest = without(whole, [pointer])
  const count = scalarsOf(rest).length
  return accepted.some(
    ({ control, uses = [] }) =>
      control !== undefined &&
      uses.some((one) => one.requirement === requirement) &&
      scalarsOf(control).length === count &&
      isPartOf(control, rest, usual),
  )
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

function attemptsBy(
  traces: readonly Trace[],
  keyOf: (trace: Trace) => string,
): ReadonlyMap<string, readonly Attempts[]> {
  const grouped = [...groupBy(traces, keyOf)]
  return new Map(grouped.map(([key, group]) => [key, [...groupBy(group, ({ identity }) => identity).values()]]))
}
