import {
  type Detail,
  details,
  type Exchange,
  endNotCaptured,
  type Facet,
  facets,
  type LostParts,
  notCaptured,
  type Shown,
} from '../../core/model/exchange.ts'
import type { Observation } from '../../core/model/observation.ts'
import type { RepeatedExchanges } from '../../core/model/report.ts'
import {
  appliesTo,
  type ExchangeRequirement,
  isOfSchema,
  operationsOf,
  type Requirement,
  type RunFacts,
  type TranscriptRequirement,
} from '../../core/model/requirement.ts'
import type { Catalogue } from '../../core/model/suite.ts'
import type { UnmatchedExchange } from '../../core/model/unmatched-exchange.ts'
import type { Endpoint, Verdict } from '../../core/model/vocabulary.ts'
import { checkExchange } from './check-exchange.ts'
import { byExchange, type Collection, startCollection } from './collection.ts'
import { type ExchangeFact, exchangeFact, unmatchedFact } from './exchange-fact.ts'
import { type KnownExchanges, startKnownExchanges } from './known-exchanges.ts'
import { observe } from './read/observe.ts'
import { unmatchedExchange } from './read/unmatched-exchange.ts'
import { startRejectionEvaluator } from './rejection-evaluator.ts'
import type { Ruling } from './ruling.ts'
import { startTally } from './tally.ts'
import type { Happening } from './transcript/circumstances.ts'
import { addDecidingRequests } from './transcript/deciding.ts'
import { type AcceptanceIndex, acceptancesOf } from './transcript/dependence.ts'
import { ruleByTranscript } from './transcript/rule-by-transcript.ts'
import { findShared, type SharedFinder } from './transcript/shared.ts'
import { type SharedFacts, type Trace, traceOf } from './transcript/trace.ts'
import { type Attempts, readTranscript, type Transcript } from './transcript/transcript.ts'
import { startUnservedEvaluator } from './unserved-evaluator.ts'

/**
 * Judges a run as its exchanges arrive. The rulings depend only on the set of exchanges, not on their order. Keeps no
 * bodies.
 */
export interface Judge {
  /**
   * Applies the requirements on single exchanges, and records the facts for the others. Returns `undefined` for an
   * unmatched or cancelled exchange, and for one of the experiment behind the gateway.
   */
  see(exchange: Exchange): Observation | undefined
  /**
   * Returns a ruling on every requirement and each of its operations, in the catalogue's order. May be called again
   * after more exchanges. `run` has facts for the reasons, at the end of a run.
   */
  conclude(run?: RunFacts): readonly Ruling[]
  /**
   * Returns a function that returns the verdict of a requirement on these exchanges alone, for the operation of the
   * first, compared with the other exchanges so far. Several exchanges are attempts of one request, or the steps of a
   * probe.
   */
  retry(...exchanges: readonly [Exchange, ...Exchange[]]): (requirementId: string) => Verdict
  /** Returns a fact for each exchange so far. `summarize` derives the causes of failures from them. */
  facts(): readonly ExchangeFact[]
  /** Returns how many exchanges of recorded traffic repeat the request of another. */
  repeated(): RepeatedExchanges
  /** Returns the circumstance in which valid requests of an operation are not served that are served at other times. */
  unservedOnly: SharedFinder['unservedOnly']
  /** Returns the kinds of characters with which an operation rejects every valid request. */
  charactersRejected: SharedFinder['charactersRejected']
  /** Returns how many exchanges were matched to an operation. */
  recognised(): number
}

/** Starts judging by this catalogue. */
export function startJudge(catalogue: Catalogue): Judge {
  const known = startKnownExchanges()
  const traces: Trace[] = []
  const left: Happening[] = []
  const facts: ExchangeFact[] = []
  const evaluators = catalogue.requirements.flatMap((requirement) => evaluatorsFor(requirement, known))
  const ofOperation = byOperation(evaluators.filter(({ requirement }) => requirement.behind !== true))
  const behindGateway = new Set(evaluators.flatMap(({ requirement, see }) => (requirement.behind && see) || []))
  const acceptances = acceptancesOf(catalogue)
  const gaps = startGaps()
  const shared: SharedFacts = { additions: new Map(), parts: [] }
  const ofUnmatched = evaluators.filter((evaluator) => evaluator.seeUnmatched !== undefined)
  let isPlayed = false
  const factOf = (seen: Observation): ExchangeFact => exchangeFact(seen, catalogue.featuresOf?.get(seen.operation.area))
  const seeBehind = (seen: Observation): void => {
    isPlayed = true
    facts.push(factOf(seen))
    const trace = traceOf(seen, acceptances)
    for (const see of behindGateway) see(seen, trace)
  }
  const noteUnmatched = (unmatched: UnmatchedExchange): void => {
    facts.push(unmatchedFact(unmatched))
    for (const evaluator of ofUnmatched) evaluator.seeUnmatched?.(unmatched)
  }
  return {
    see: (exchange) => {
      // An exchange that the suite itself cancelled shows nothing about the target, except behind it.
      if (exchange.ended === 'cancelled' && exchange.behind === undefined) {
        if (exchange.response !== null) left.push(leftBy(exchange, catalogue))
        return undefined
      }
      known.note(exchange)
      const seen = observe(catalogue.operations, exchange)
      if (exchange.behind !== undefined) {
        if (seen !== undefined) seeBehind(seen)
        return undefined
      }
      if (seen === undefined) return void noteUnmatched(unmatchedExchange(exchange))
      const trace = traceOf(seen, acceptances, shared)
      traces.push(trace)
      known.noteRequest(exchange, trace.identity)
      facts.push(factOf(seen))
      gaps.note(seen)
      const own = ofOperation.get(seen.operation.id)
      if (own !== undefined) show(seen, trace, own)
      return seen
    },
    conclude: (run) => {
      const transcript = readTranscript([...traces].sort(byExchange))
      const withDeciding = addDecidingRequests(transcript, acceptances, known)
      const shared = findShared(traces, left, catalogue.requirements)
      // Requirements behind the gateway have no place in the report of a run without the experiment.
      const asked = evaluators.filter(({ requirement }) => isPlayed || requirement.behind !== true)
      return asked.map((evaluator) =>
        shared.add(withDeciding(gaps.withGaps(evaluator.rule(transcript, acceptances, run)))),
      )
    },
    retry: (...exchanges) => retry(catalogue, acceptances, traces, exchanges),
    facts: () => facts,
    repeated: known.repeated,
    unservedOnly: (operation) => findShared(traces, left).unservedOnly(operation),
    charactersRejected: (operation) => findShared(traces, left).charactersRejected(operation),
    recognised: () => traces.length,
  }
}

/** Returns an exchange whose client went away, as a circumstance of later ones. */
function leftBy({ id, startedAt, durationMs, connection, request }: Exchange, { operations }: Catalogue): Happening {
  const operation = operations.find((one) => one.matches(request))?.id
  return { exchange: id, operation, startedAt, endedAt: startedAt + durationMs, connection, outcome: 'left' }
}

/** Gathers evidence for one requirement on one operation. */
interface Evaluator {
  readonly requirement: Requirement
  readonly operation: Endpoint
  /** Looks at an exchange as it arrives; absent if the traces at the end suffice. */
  see?(seen: Observation, trace: Trace): void
  /** Absent unless the requirement is about unmatched exchanges. */
  seeUnmatched?(unmatched: UnmatchedExchange): void
  rule(transcript: Transcript, acceptances: AcceptanceIndex, run?: RunFacts): Ruling
}

type See = Required<Evaluator>['see']

/**
 * The evaluators of an operation. Those of schema requirements see only exchanges in which the schema applied the
 * requirement.
 */
interface OfOperation {
  readonly always: See[]
  /** Those of `always` that also see replies to another request. */
  readonly ofAnyReply: See[]
  readonly ofSchema: Map<string, See>
}

function byOperation(evaluators: readonly Evaluator[]): ReadonlyMap<string, OfOperation> {
  const found = new Map<string, OfOperation>()
  for (const { requirement, operation, see } of evaluators) {
    if (see === undefined) continue
    const own: OfOperation = found.get(operation) ?? { always: [], ofAnyReply: [], ofSchema: new Map() }
    found.set(operation, own)
    if (isOfSchema(requirement)) own.ofSchema.set(requirement.id, see)
    else own.always.push(see)
    if (isAlsoOfReplyToAnother(requirement)) own.ofAnyReply.push(see)
  }
  return found
}

function isAlsoOfReplyToAnother(requirement: Requirement): boolean {
  return requirement.kind === 'transcript' && requirement.alsoRepliesToAnother === true
}

function show(seen: Observation, trace: Trace, { always, ofSchema, ofAnyReply }: OfOperation): void {
  if (seen.operation.isReplyToAnother?.(seen) === true) {
    for (const see of ofAnyReply) see(seen, trace)
    return
  }
  for (const see of always) see(seen, trace)
  for (const id of seen.spoken) ofSchema.get(id)?.(seen, trace)
}

function evaluatorsFor(requirement: Requirement, known: KnownExchanges): readonly Evaluator[] {
  const operations = operationsOf(requirement)
  if (requirement.kind !== 'transcript')
    return operations.map((operation) => evaluatorFor(requirement, operation, known))
  if (requirement.acrossOperations !== true)
    return operations.map((operation) => collector(requirement, operation, startCollection(requirement, known)))
  const shared = startCollection(requirement, known)
  return operations.map((operation) => collector(requirement, operation, shared))
}

function evaluatorFor(
  requirement: Exclude<Requirement, TranscriptRequirement>,
  operation: Endpoint,
  known: KnownExchanges,
): Evaluator {
  if (requirement.kind === 'exchange')
    return { requirement, operation, ...exchangeEvaluator(requirement, operation, known) }
  return {
    requirement,
    operation,
    rule: (transcript, index) => ruleByTranscript(requirement, operation, transcript, index, known),
  }
}

function exchangeEvaluator(
  requirement: ExchangeRequirement,
  operation: Endpoint,
  known: KnownExchanges,
): Pick<Evaluator, 'see' | 'rule'> {
  if (requirement.needsControlRequest === true) return startRejectionEvaluator(requirement, operation, known)
  const tally = startTally(known)
  const doubts = startUnservedEvaluator(known)
  const ends = startOpenEnds(requirement)
  return {
    see: (seen, trace) => {
      ends.note(seen)
      if (!doubts.takes(requirement, seen, trace)) checkExchange(requirement, seen, tally)
    },
    rule: (transcript) => ends.withReason(doubts.added(tally.ruling(requirement, operation), transcript)),
  }
}

/**
 * Evaluates a requirement that considers several operations together. They share one collection, and each operation
 * takes its own part of the ruling.
 */
function collector(requirement: TranscriptRequirement, operation: Endpoint, collection: Collection): Evaluator {
  return {
    requirement,
    operation,
    see: collection.collect,
    ...(requirement.collectUnmatched === undefined ? {} : { seeUnmatched: collection.collectUnmatched }),
    rule: (_transcript, _acceptances, run) => collection.ruling(operation, run),
  }
}

function retry(
  catalogue: Catalogue,
  acceptances: AcceptanceIndex,
  traces: readonly Trace[],
  exchanges: readonly Exchange[],
): (requirementId: string) => Verdict {
  const known = startKnownExchanges()
  for (const exchange of exchanges) known.note(exchange)
  const observed = exchanges.flatMap((exchange) => observe(catalogue.operations, exchange) ?? [])
  const operation = observed[0]?.operation.id
  // The question is whether these show the failure, not whether it came again.
  const fresh = observed.map((seen) => ({ seen, trace: { ...traceOf(seen, acceptances), isOfRun: undefined } }))
  const identities = new Set(fresh.map(({ trace }) => trace.identity))
  const others = traces.filter(({ identity }) => !identities.has(identity))
  const transcript = readTranscript([...others, ...fresh.map(({ trace }) => trace)])
  const isSame = ([first]: Attempts) => identities.has(first.identity)
  return (id) => {
    const requirement = catalogue.requirements.find((candidate) => candidate.id === id)
    const evaluators = requirement === undefined ? [] : evaluatorsFor(requirement, known)
    const evaluator = evaluators.find((one) => one.operation === operation)
    if (requirement === undefined || operation === undefined || evaluator === undefined) return 'inapplicable'
    const isBehind = exchanges[0]?.behind !== undefined
    if (isBehind !== (requirement.behind === true)) return 'inapplicable'
    for (const { seen, trace } of fresh) {
      if (seen.operation.isReplyToAnother?.(seen) === true && !isAlsoOfReplyToAnother(requirement)) continue
      evaluators.find((one) => one.operation === seen.operation.id)?.see?.(seen, trace)
    }
    if (requirement.kind === 'exchange' || requirement.kind === 'transcript')
      return evaluator.rule(transcript, acceptances).verdict
    return ruleByTranscript(requirement, operation, transcript, acceptances, known, isSame).verdict
  }
}

/** The facets that the sources of a run did not capture. */
interface Gaps {
  note(seen: Observation): void
  /** Returns the ruling. If it is "not tested" without a reason, the missing capture becomes the reason. */
  withGaps(ruling: Ruling): Ruling
}

/** Starts recording the missing facets, by operation. */
function startGaps(): Gaps {
  const lacking = new Map<string, Map<Facet | Detail, Set<string>>>()
  return {
    note: ({ operation, exchange: { captured, lost = {} } }) => {
      const missing = [...facets.filter((facet) => !captured.includes(facet)), ...details.filter((one) => one in lost)]
      if (missing.length === 0) return
      const known = lacking.get(operation.id) ?? new Map<Facet | Detail, Set<string>>()
      lacking.set(operation.id, known)
      for (const part of missing) {
        const reasons = known.get(part) ?? new Set()
        known.set(part, reasons)
        if (reasons.size < mostReasons) reasons.add(lost[part] ?? '')
      }
    },
    withGaps: (ruling) => {
      if (ruling.verdict !== 'untested' || ruling.untested !== undefined || lacking.size === 0) return ruling
      const missing = lacking.get(ruling.operation) ?? new Map<Facet | Detail, Set<string>>()
      const why = notCaptured(allBut(missing), neededBy(ruling.requirement))
      return why === undefined ? ruling : { ...ruling, untested: `not tested: ${why}` }
    },
  }
}

/** The maximum number of reasons that are named for one missing part. */
const mostReasons = 3

/** Returns an exchange without these parts. A part that some exchanges lack for no known reason has no reason. */
function allBut(missing: ReadonlyMap<Facet | Detail, ReadonlySet<string>>): Shown {
  const known = [...missing].filter(([, reasons]) => !reasons.has(''))
  const lost: LostParts = Object.fromEntries(known.map(([part, reasons]) => [part, [...reasons].join('; ')]))
  return { captured: facets.filter((facet) => !missing.has(facet)), lost }
}

/**
 * Returns the facets that a requirement needs. An acceptance or rejection proves nothing if the headers, and thus the
 * key, were not captured.
 */
function neededBy({ kind, needs }: Requirement): readonly (Facet | Detail)[] {
  return kind === 'acceptance' || kind === 'rejection'
    ? [...new Set<Facet | Detail>(['request-headers', ...needs])]
    : needs
}

/** Explains that a requirement was not tested because a recording does not show how exchanges ended. */
interface OpenEnds {
  note(seen: Observation): void
  /** Returns the ruling, with this reason if nothing was tested. */
  withReason(ruling: Ruling): Ruling
}

/** Starts recording the exchanges to which a requirement would apply if they were complete. */
function startOpenEnds(requirement: ExchangeRequirement): OpenEnds {
  let isAny = false
  return {
    note: (seen) => {
      if (isAny || seen.exchange.trouble !== endNotCaptured) return
      isAny = !applies(requirement, seen) && applies(requirement, { ...seen, complete: true })
    },
    withReason: (ruling) =>
      isAny && ruling.verdict === 'untested' && ruling.untested === undefined
        ? { ...ruling, untested: `not tested: ${endNotCaptured}` }
        : ruling,
  }
}

function applies(requirement: ExchangeRequirement, seen: Observation): boolean {
  try {
    return appliesTo(requirement, seen)
  } catch {
    return false
  }
}
