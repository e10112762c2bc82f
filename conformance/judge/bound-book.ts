import type { Observation } from '../model/observation.ts'
import { appliesTo, type ExchangeRequirement } from '../model/requirement.ts'
import { checkExchange } from './check-exchange.ts'
import { startDoubtBook } from './doubt-book.ts'
import type { Ruling } from './ruling.ts'
import { startTally } from './tally.ts'
import type { Trace } from './transcript/trace.ts'
import type { Transcript } from './transcript/transcript.ts'

/** The book of one requirement about refusals: a refusal that keeps it counts once its good twin was accepted. */
export interface BoundBook {
  see(seen: Observation, trace: Trace): void
  rule(transcript: Transcript): Ruling
}

/** Opens the book of a requirement that is bound to good twins (readings.md G9). */
export function startBoundBook(requirement: ExchangeRequirement): BoundBook {
  const judged = startTally()
  const doubts = startDoubtBook()
  const kept: Trace[] = []
  return {
    see: (seen, trace) => {
      if (!seems(requirement, seen)) return
      if (doubts.takes(requirement, seen, trace)) return
      const alone = startTally()
      checkExchange(requirement, seen, alone)
      const { verdict } = alone.ruling(requirement)
      if (verdict === 'pass') kept.push(trace)
      else if (verdict !== 'untested') checkExchange(requirement, seen, judged)
    },
    rule: (transcript) => {
      const bound = kept.filter((trace) => transcript.isTwinAccepted(trace)).length
      const ruling = doubts.added(judged.ruling(requirement), transcript)
      if (bound > 0) return { ...ruling, verdict: worseThanPass(ruling), exchanges: ruling.exchanges + bound }
      return kept.length > 0 ? { ...ruling, untested: 'not exercised: no accepted twin' } : ruling
    },
  }
}

/** Whether it is worth a tally of its own; what fails on our side is told by the check. */
function seems(requirement: ExchangeRequirement, seen: Observation): boolean {
  try {
    return appliesTo(requirement, seen)
  } catch {
    return true
  }
}

function worseThanPass({ verdict }: Ruling): Ruling['verdict'] {
  return verdict === 'untested' ? 'pass' : verdict
}
