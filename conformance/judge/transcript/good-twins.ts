import { digestWithout, type Fingerprint, type Places, placesAt } from './fingerprint.ts'
import type { Breach, Trace } from './trace.ts'

/** The accepted requests of a run, to be asked for good twins. */
export interface GoodTwins {
  /** Whether there is the same request without the places that break the sentence. */
  has(trace: Trace): boolean
}

/** Gathers the accepted requests among traces. */
export function goodTwinsIn(traces: readonly Trace[]): GoodTwins {
  const accepted = new Map<string, Fingerprint[]>()
  for (const { operation, twin } of traces) {
    if (twin === undefined) continue
    const known = accepted.get(operation)
    if (known === undefined) accepted.set(operation, [twin])
    else known.push(twin)
  }
  const answers = new Map<Trace, boolean>()
  const remainders = new Map<string, Remainders>()
  const look = (operation: string, { pointers, remainder }: Breach): boolean => {
    const key = [operation, ...pointers].join(' ')
    const asked = remainders.get(key) ?? remaindersOf(accepted.get(operation) ?? [], placesAt(pointers))
    remainders.set(key, asked)
    return asked.has(remainder)
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

/** What requests come to without some places. */
interface Remainders {
  has(remainder: number): boolean
}

/** Most places are asked about once: then it is quicker to look through the requests than to gather what they come to. */
function remaindersOf(twins: readonly Fingerprint[], places: Places): Remainders {
  let asked = 0
  let gathered: ReadonlySet<number> | undefined
  return {
    has(remainder) {
      asked += 1
      if (asked === 1) return twins.some((twin) => digestWithout(twin, places) === remainder)
      gathered ??= new Set(twins.map((twin) => digestWithout(twin, places)))
      return gathered.has(remainder)
    },
  }
}
