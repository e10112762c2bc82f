import type { KnownExchanges } from '../known-exchanges.ts'
import type { Incomparable } from '../ruling.ts'
import type { Trace } from './trace.ts'

/** Returns which requests were not served, and what they use. There may be none: a control request that was never sent. */
export function incomparable(traces: readonly Trace[], { caseOf }: KnownExchanges): Incomparable {
  return {
    uses: new Set(
      traces.flatMap(({ uses, awkwardUses = [] }) => (uses ?? awkwardUses).map(({ requirement }) => requirement)),
    ),
    cases: new Set(traces.map(({ exchange }) => caseOf(exchange))),
  }
}
