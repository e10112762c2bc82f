import { digestWithout, type Fingerprint, placesAt } from './fingerprint.ts'
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
  const accepted = grouped<string>(
    traces.flatMap(({ operation, twin }) => (twin === undefined ? [] : [{ key: operation, twin }])),
  )
  const withoutPlaces = remembering((operation, ...pointers) => byRemainder(accepted.get(operation), pointers))
  const answers = new Map<Trace, boolean>()
  const look = (operation: string, { pointers, remainder, around }: Breach): boolean => {
    // Most places are asked about once, but many of them lie in one region: few requests are the same around that.
    const alike = around && (withoutPlaces(operation, around.region).get(around.remainder) ?? [])
    if (alike === undefined || alike.length > few) return withoutPlaces(operation, ...pointers).has(remainder)
    const places = placesAt(pointers)
    return alike.some((twin) => digestWithout(twin, places) === remainder)
  }
  return {
    has(trace) {
      if (trace.breach === undefined) return false
      const answer = answers.get(trace) ?? look(trace.operation, trace.breach)
      answers.set(trace, answer)
      return answer
    },
  }
}

type ByRemainder = ReadonlyMap<number, readonly Fingerprint[]>

/** Requests by what they come to without some places. */
function byRemainder(twins: readonly Fingerprint[] = [], pointers: readonly string[]): ByRemainder {
  const places = placesAt(pointers)
  return grouped(twins.map((twin) => ({ key: digestWithout(twin, places), twin })))
}

function grouped<Key>(all: readonly { readonly key: Key; readonly twin: Fingerprint }[]): Map<Key, Fingerprint[]> {
  const groups = new Map<Key, Fingerprint[]>()
  for (const { key, twin } of all) {
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [twin])
    else group.push(twin)
  }
  return groups
}

/** Finds an index of requests once. */
function remembering(
  find: (operation: string, ...pointers: readonly string[]) => ByRemainder,
): (operation: string, ...pointers: readonly string[]) => ByRemainder {
  const known = new Map<string, ByRemainder>()
  return (...asked) => {
    const key = asked.join(' ')
    const found = known.get(key) ?? find(...asked)
    known.set(key, found)
    return found
  }
}
