import type { KnownExchanges } from '../known-exchanges.ts'
import type { Incomparable } from '../ruling.ts'
import type { Trace } from './trace.ts'

/**
 * Returns the requests that were not accepted, and the features they use. Empty if a control request was never sent.
 */
export function incomparable(traces: readonly Trace[], { caseOf }: KnownExchanges): Incomparable {
  return {
    uses: new Set(
      traces.flatMap(({ uses, awkwardUses = [] }) => (uses ?? awkwardUses).map(({ requirement }) => requirement)),
    ),
    cases: new Set(traces.map(({ exchange }) => caseOf(exchange))),
  }
}
