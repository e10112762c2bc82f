import { type Canonical, sameWithout } from './canonical.ts'
import { groupBy } from './group-by.ts'
import type { Trace } from './trace.ts'

/** The accepted requests of a run, among which control requests are found. */
export interface ControlRequests {
  /** Returns whether they include the same request without the places of its violation. */
  has(trace: Trace): boolean
}

export function controlRequestsIn(traces: readonly Trace[]): ControlRequests {
  const accepted = groupBy(
    traces.filter(({ control }) => control),
    ({ operation }) => operation,
  )
  const controls = new Map([...accepted].map(([operation, group]) => [operation, different(group)]))
  return {
    has: ({ operation, breach }) =>
      breach !== undefined && (controls.get(operation) ?? []).some(sameWithout(breach.pointers, breach.remainder)),
  }
}

/** Returns the distinct control requests of traces. */
function different(traces: readonly Trace[]): readonly Canonical[] {
  return [...new Map(traces.flatMap(({ control }) => (control ? [[control.text, control] as const] : []))).values()]
}
