import { stepsOf } from '../../../../schemas/json-pointer.ts'
import type { Endpoint } from '../../../core/model/vocabulary.ts'
import { type Canonical, controlRequestsIn, placesOf, sameWithout } from './control-requests.ts'
import { groupBy } from './group-by.ts'
import { credentialBreach, type Trace } from './trace.ts'

/** Finds the control requests of single-violation requests: the same ones without the places of the violation. */
export interface ControlFinder {
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
  /** Returns the requests that would have been the control request if the target had accepted them; equal ones once. */
  unacceptedControls(trace: Trace): readonly Trace[]
}

/** Finds control requests in a run. `unserved` are the valid requests of each operation that were not accepted. */
export function findControls(
  traces: readonly Trace[],
  unserved: ReadonlyMap<Endpoint, readonly Trace[]>,
): ControlFinder {
  const withControl = controlRequestsIn(traces)
  const withAcceptedControl = controlRequestsIn(traces.filter(({ responseClass }) => responseClass === 'accepted'))
  const distinguishing = new Set(traces.filter(isDistinguished).map(({ operation }) => operation))
  const unaccepted = unacceptedByOperation(traces)
  const rejectedPlaces = rejectedPlacesIn(traces, unserved)
  const rejectedPlacesOf = ({ operation, breach }: Trace): readonly string[] =>
    (breach?.pointers ?? []).map(placeOf).filter((place) => rejectedPlaces.get(operation)?.has(place) === true)
  return {
    isControlAccepted: (trace) => withAcceptedControl.has(trace) && rejectedPlacesOf(trace).length === 0,
    isControlNotRejected: (trace) =>
      distinguishing.has(trace.operation) && withControl.has(trace) && rejectedPlacesOf(trace).length === 0,
    unacceptedControls: (trace) => {
      const { breach, operation } = trace
      if (breach === undefined) return []
      const isControl = sameWithout(breach.pointers, breach.remainder)
      const own = (unaccepted.get(operation) ?? []).filter(({ value }) => isControl(value)).map((one) => one.trace)
      const places = rejectedPlacesOf(trace)
      const holding = places.length === 0 ? [] : (unserved.get(operation) ?? []).filter(holdsOneOf(places))
      return [...own, ...holding]
    },
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
