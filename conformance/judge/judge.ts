import type { Exchange } from '../model/exchange.ts'
import type { Observation } from '../model/observation.ts'
import type { ExchangeRequirement, Requirement, TranscriptRequirement } from '../model/requirement.ts'
import type { Stray } from '../model/stray.ts'
import type { Catalogue } from '../model/suite.ts'
import type { Verdict } from '../model/vocabulary.ts'
import { startBoundBook } from './bound-book.ts'
import { checkExchange } from './check-exchange.ts'
import { byExchange, startCollection } from './collection.ts'
import { startDoubtBook } from './doubt-book.ts'
import { startGaps } from './gaps.ts'
import { observe } from './read/observe.ts'
import { strayOf } from './read/stray.ts'
import type { Ruling } from './ruling.ts'
import { startTally } from './tally.ts'
import { type AcceptanceIndex, acceptancesOf } from './transcript/dependence.ts'
import { ruleByTranscript } from './transcript/rule-by-transcript.ts'
import { type Trace, traceOf } from './transcript/trace.ts'
import { readTranscript, type Transcript } from './transcript/transcript.ts'

/**
 * Judges a run as its exchanges come in. A function of what it is shown: the same exchanges in any order give the
 * same rulings. Keeps no bodies.
 */
export interface Judge {
  /** Judges what can be said of one exchange alone and remembers the rest. `undefined` when no operation knows it. */
  see(exchange: Exchange): Observation | undefined
  /** What is to be said of every requirement, in the catalogue's order. May be asked again when more was seen. */
  conclude(): readonly Ruling[]
  /** The verdict that one requirement would reach by this exchange alone, with what was accepted so far as its twins. */
  retry(requirementId: string, exchange: Exchange): Verdict
  /** How many exchanges were recognised as some operation's. */
  recognised(): number
}

/** Starts judging by the given catalogue. */
export function startJudge(catalogue: Catalogue): Judge {
  const traces: Trace[] = []
  const clerks = catalogue.requirements.map(clerkFor)
  const onlookers = clerks.filter(isOnlooker)
  const byOperation = new Map(
    catalogue.operations.map(({ id }) => [id, onlookers.filter((clerk) => clerk.speaksOn(id))]),
  )
  const acceptances = acceptancesOf(catalogue)
  const gaps = startGaps()
  const strayClerks = clerks.filter((clerk) => clerk.seeStray !== undefined)
  const noteStray = (stray: Stray): void => {
    for (const clerk of strayClerks) clerk.seeStray?.(stray)
  }
  return {
    see: (exchange) => {
      // What this side broke off shows nothing about the target.
      if (exchange.ended === 'cancelled') return undefined
      const seen = observe(catalogue.operations, exchange)
      if (seen === undefined) return void noteStray(strayOf(exchange))
      const trace = traceOf(seen, acceptances)
      traces.push(trace)
      gaps.note(seen)
      for (const clerk of byOperation.get(seen.operation.id) ?? []) clerk.see(seen, trace)
      return seen
    },
    conclude: () => {
      const transcript = readTranscript([...traces].sort(byExchange))
      return clerks.map((clerk) => gaps.told(clerk.rule(transcript, acceptances)))
    },
    retry: (id, exchange) => retry(catalogue, acceptances, traces, id, exchange),
    recognised: () => traces.length,
  }
}

/** Who keeps the books of one requirement. */
interface Clerk {
  speaksOn(operation: string): boolean
  /** Looks at an exchange as it comes in; absent where the traces at the end are enough. */
  see?(seen: Observation, trace: Trace): void
  /** Absent for requirements that say nothing of exchanges that no operation knows. */
  seeStray?(stray: Stray): void
  rule(transcript: Transcript, acceptances: AcceptanceIndex): Ruling
}

function isOnlooker(clerk: Clerk): clerk is Clerk & Required<Pick<Clerk, 'see'>> {
  return clerk.see !== undefined
}

function clerkFor(requirement: Requirement): Clerk {
  const speaksOn = (operation: string) =>
    requirement.endpoint === operation || requirement.alsoOn?.some((other) => other === operation) === true
  switch (requirement.kind) {
    case 'exchange':
      return { speaksOn, ...exchangeClerk(requirement) }
    case 'transcript':
      return { speaksOn, ...transcriptClerk(requirement) }
    case 'acceptance':
    case 'refusal':
      return { speaksOn, rule: (transcript, index) => ruleByTranscript(requirement, transcript, index) }
  }
}

function exchangeClerk(requirement: ExchangeRequirement): Pick<Clerk, 'see' | 'rule'> {
  if (requirement.boundToTwin === true) return startBoundBook(requirement)
  const tally = startTally()
  const doubts = startDoubtBook()
  return {
    see: (seen, trace) => {
      if (!doubts.takes(requirement, seen, trace)) checkExchange(requirement, seen, tally)
    },
    rule: (transcript) => doubts.added(tally.ruling(requirement), transcript),
  }
}

function transcriptClerk(requirement: TranscriptRequirement): Pick<Clerk, 'see' | 'seeStray' | 'rule'> {
  const { collect, collectStray, ruling } = startCollection(requirement)
  return { see: collect, ...(requirement.collectStray === undefined ? {} : { seeStray: collectStray }), rule: ruling }
}

function retry(
  catalogue: Catalogue,
  acceptances: AcceptanceIndex,
  traces: readonly Trace[],
  id: string,
  exchange: Exchange,
): Verdict {
  const requirement = catalogue.requirements.find((candidate) => candidate.id === id)
  const seen = observe(catalogue.operations, exchange)
  if (requirement === undefined || seen === undefined) return 'inapplicable'
  const fresh = traceOf(seen, acceptances)
  const clerk = clerkFor(requirement)
  clerk.see?.(seen, fresh)
  const others = traces.filter(({ twin, identity }) => twin !== undefined && identity !== fresh.identity)
  const transcript = readTranscript([...others, fresh])
  if (requirement.kind === 'exchange' || requirement.kind === 'transcript')
    return clerk.rule(transcript, acceptances).verdict
  return ruleByTranscript(requirement, transcript, acceptances, ([first]) => first.identity === fresh.identity).verdict
}
