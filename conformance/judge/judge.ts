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
  const onlookers = onlookersByOperation(clerks)
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
      const own = onlookers.get(seen.operation.id)
      if (own !== undefined) show(seen, trace, own)
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
  readonly requirement: Requirement
  /** Looks at an exchange as it comes in; absent where the traces at the end are enough. */
  see?(seen: Observation, trace: Trace): void
  /** Absent for requirements that say nothing of exchanges that no operation knows. */
  seeStray?(stray: Stray): void
  rule(transcript: Transcript, acceptances: AcceptanceIndex): Ruling
}

type See = Required<Clerk>['see']

/** Who looks at the exchanges of an operation. Those who speak where a schema does are asked only there. */
interface Onlookers {
  readonly always: See[]
  readonly ofSchema: Map<string, See>
}

function onlookersByOperation(clerks: readonly Clerk[]): ReadonlyMap<string, Onlookers> {
  const found = new Map<string, Onlookers>()
  for (const { requirement, see } of clerks) {
    if (see === undefined) continue
    for (const operation of [requirement.endpoint, ...(requirement.alsoOn ?? [])]) {
      const own: Onlookers = found.get(operation) ?? { always: [], ofSchema: new Map() }
      found.set(operation, own)
      if (isOfSchema(requirement)) own.ofSchema.set(requirement.id, see)
      else own.always.push(see)
    }
  }
  return found
}

function isOfSchema(requirement: Requirement): boolean {
  return requirement.kind === 'exchange' && requirement.appliesTo === undefined
}

function show(seen: Observation, trace: Trace, { always, ofSchema }: Onlookers): void {
  for (const see of always) see(seen, trace)
  for (const id of seen.spoken) ofSchema.get(id)?.(seen, trace)
}

function clerkFor(requirement: Requirement): Clerk {
  switch (requirement.kind) {
    case 'exchange':
      return { requirement, ...exchangeClerk(requirement) }
    case 'transcript':
      return { requirement, ...transcriptClerk(requirement) }
    case 'acceptance':
    case 'refusal':
      return { requirement, rule: (transcript, index) => ruleByTranscript(requirement, transcript, index) }
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
