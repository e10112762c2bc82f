import type { Observation } from '../../core/model/observation.ts'
import type { ExchangeRequirement, Requirement } from '../../core/model/requirement.ts'
import { checkExchange } from './check-exchange.ts'
import type { KnownExchanges } from './known-exchanges.ts'
import { findingsKept, type LocatedFinding, type Ruling } from './ruling.ts'
import { startTally } from './tally.ts'
import { neverServedInWords } from './transcript/rejection.ts'
import type { Trace } from './transcript/trace.ts'
import type { Transcript } from './transcript/transcript.ts'
import { withUnproven } from './transcript/unproven.ts'

/**
 * Collects inconclusive findings on requests that were not served. They no longer count if a later attempt is served.
 */
export interface UnservedEvaluator {
  /** Judges an exchange. Keeps it and returns true if its request was not served and the result is inconclusive. */
  takes(requirement: ExchangeRequirement, seen: Observation, trace: Trace): boolean
  /** Returns the ruling with the findings on requests that are still not served. */
  added(ruling: Ruling, transcript: Transcript): Ruling
}

interface Doubted {
  readonly trace: Trace
  readonly alone: Ruling
}

/** Starts without findings (interpretation G11: the result after retries counts). */
export function startUnservedEvaluator(known: KnownExchanges): UnservedEvaluator {
  const doubts: Doubted[] = []
  return {
    takes(requirement, seen, trace) {
      if (trace.fate === 'answered') return false
      const tally = startTally(known)
      checkExchange(requirement, seen, tally)
      const alone = tally.ruling(requirement, trace.operation)
      if (alone.verdict !== 'inconclusive') return false
      doubts.push({ trace, alone })
      return true
    },
    added(ruling, transcript) {
      const open = doubts.filter(({ trace }) => !transcript.isServed(trace.identity))
      if (open.length === 0) return ruling
      const broken = open.filter((one) => isBroken(ruling.requirement, one, transcript))
      const isProven = broken.some(({ trace }) => transcript.isShownAgain(transcript.attemptsOf(trace.identity)))
      const findings = open
        .flatMap((one) => (isProven && broken.includes(one) ? violationsOf(one, transcript) : one.alone.findings))
        .sort((one, other) => (one.exchange < other.exchange ? -1 : 1))
      const violations = findings.filter(({ doubt }) => doubt !== true)
      const unproven = isProven ? [] : broken.map(({ trace }) => trace.exchange)
      const added = {
        ...ruling,
        verdict: worst(ruling, violations.length > 0),
        violating: ruling.violating + new Set(violations.map(({ exchange }) => exchange)).size,
        exchanges: ruling.exchanges + open.length,
        findings: [...violations, ...ruling.findings, ...findings.filter(({ doubt }) => doubt === true)].slice(
          0,
          findingsKept,
        ),
        findingsTotal: ruling.findingsTotal + open.reduce((sum, { alone }) => sum + alone.findingsTotal, 0),
      }
      return withUnproven(added, unproven, known)
    },
  }
}

function worst({ verdict }: Ruling, isViolated: boolean): Ruling['verdict'] {
  if (verdict === 'error' || verdict === 'fail') return verdict
  return isViolated ? 'fail' : 'inconclusive'
}

/**
 * Returns whether the reply broke off on every attempt: the target itself may end it early (interpretation S7). It
 * counts once others were complete.
 */
function isBroken(requirement: Requirement, { trace }: Doubted, transcript: Transcript): boolean {
  const wantsTheEnd = requirement.kind === 'exchange' && requirement.wantsTheEnd === true
  return wantsTheEnd && transcript.isNeverServed(transcript.attemptsOf(trace.identity))
}

function violationsOf({ trace, alone }: Doubted, transcript: Transcript): readonly LocatedFinding[] {
  const message = neverServedInWords(transcript.attemptsOf(trace.identity))
  return alone.findings.map(({ doubt: _doubt, ...finding }) => ({ ...finding, message }))
}
