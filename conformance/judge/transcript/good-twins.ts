import { digestWithout, type Fingerprint, placesAt } from './fingerprint.ts'
import { groupBy } from './group-by.ts'
import type { Breach, Trace } from './trace.ts'

/** The accepted requests of a run, to be asked for good twins. */
export interface GoodTwins {
  /** Whether there is the same request without the places that break the sentence. */
  has(trace: Trace): boolean
}

/** So many requests are sooner looked at one by one than gathered anew by what they come to without some places. */
const usualFew = 32

/** Gathers the accepted requests among traces. */
export function goodTwinsIn(traces: readonly Trace[], few = usualFew): GoodTwins {
  const accepted = groupBy(traces.filter(isTwin), ({ operation }) => operation)
  const known = new Map<string, ByRemainder>()
  const withoutPlaces = (operation: Trace['operation'], pointers: readonly string[]): ByRemainder => {
    const key = JSON.stringify([operation, pointers])
    const found = known.get(key) ?? byRemainder(accepted.get(operation) ?? [], pointers)
    known.set(key, found)
    return found
  }
  const look = (operation: Trace['operation'], { pointers, remainder, around }: Breach): boolean => {
    // Most places are asked about once, but many of them lie in one region: few requests are the same around that.
    const alike = around && (withoutPlaces(operation, [around.region]).get(around.remainder) ?? [])
    if (alike === undefined || alike.length > few) return withoutPlaces(operation, pointers).has(remainder)
    const places = placesAt(pointers)
    return alike.some(({ twin }) => digestWithout(twin, places) === remainder)
  }
  const answers = new Map<Trace, boolean>()
  return {
    has(trace) {
      if (trace.breach === undefined) return false
      const answer = answers.get(trace) ?? look(trace.operation, trace.breach)
      answers.set(trace, answer)
      return answer
    },
  }
}

type Accepted = Trace & { readonly twin: Fingerprint }

function isTwin(trace: Trace): trace is Accepted {
  return trace.twin !== undefined
}

/** Requests by what they come to without some places. */
type ByRemainder = ReadonlyMap<number, readonly Accepted[]>

function byRemainder(accepted: readonly Accepted[], pointers: readonly string[]): ByRemainder {
  const places = placesAt(pointers)
  return groupBy(accepted, ({ twin }) => digestWithout(twin, places))
}
