import type { Observation } from '../model/observation.ts'
import type { ExchangeRequirement } from '../model/requirement.ts'
import { checkExchange } from './check-exchange.ts'
import { findingsKept, type Ruling } from './ruling.ts'
import { startTally } from './tally.ts'
import type { Trace } from './transcript/trace.ts'
import type { Transcript } from './transcript/transcript.ts'

/** Doubts about requests that were not served; those that were served when they were sent again doubt nothing. */
export interface DoubtBook {
  /** Judges an exchange and keeps it, if it shows nothing but doubts about a request that was not served. */
  takes(requirement: ExchangeRequirement, seen: Observation, trace: Trace): boolean
  /** The ruling with the doubts that are still open. */
  added(ruling: Ruling, transcript: Transcript): Ruling
}

/** Opens the book of one requirement (readings.md G11: what counts is how a request fares after polite retries). */
export function startDoubtBook(): DoubtBook {
  const doubts: { readonly identity: string; readonly alone: Ruling }[] = []
  return {
    takes(requirement, seen, { identity, reception }) {
      if (reception !== 'busy' && reception !== 'failed') return false
      const tally = startTally()
      checkExchange(requirement, seen, tally)
      const alone = tally.ruling(requirement)
      if (alone.verdict !== 'inconclusive') return false
      doubts.push({ identity, alone })
      return true
    },
    added(ruling, transcript) {
      const open = doubts.filter(({ identity }) => !transcript.isServed(identity)).map(({ alone }) => alone)
      if (open.length === 0) return ruling
      const findings = open
        .flatMap((alone) => alone.findings)
        .sort((one, other) => (one.exchange < other.exchange ? -1 : 1))
      return {
        ...ruling,
        verdict: ruling.verdict === 'fail' || ruling.verdict === 'error' ? ruling.verdict : 'inconclusive',
        exchanges: ruling.exchanges + open.length,
        findings: [...ruling.findings, ...findings].slice(0, findingsKept),
        findingsTotal: ruling.findingsTotal + open.reduce((sum, { findingsTotal }) => sum + findingsTotal, 0),
      }
    },
  }
}
