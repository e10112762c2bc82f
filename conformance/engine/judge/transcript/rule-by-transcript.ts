import { notCaptured } from '../../../core/model/exchange.ts'
import type { AcceptanceRequirement, RejectionRequirement, Sentence } from '../../../core/model/requirement.ts'
import type { Endpoint } from '../../../core/model/vocabulary.ts'
import type { KnownExchanges } from '../known-exchanges.ts'
import type { Ruling } from '../ruling.ts'
import { startTally } from '../tally.ts'
import { acceptanceWord } from './acceptance.ts'
import { decidingRequests } from './deciding.ts'
import type { AcceptanceIndex } from './dependence.ts'
import { type RequestWord, rejectionWord } from './rejection.ts'
import type { Trace } from './trace.ts'
import type { Attempts, Transcript } from './transcript.ts'
import { doubtOf, needsProof, withUnproven } from './unproven.ts'

/** Selects the requests of a run to consider. */
type Selection = (attempts: Attempts) => boolean

/**
 * Returns the ruling on an acceptance or rejection requirement on one operation, from the statements of all requests.
 */
export function ruleByTranscript(
  requirement: AcceptanceRequirement | RejectionRequirement,
  operation: Endpoint,
  transcript: Transcript,
  acceptances: AcceptanceIndex,
  known: KnownExchanges,
  isSelected: Selection = () => true,
): Ruling {
  if (requirement.kind === 'rejection') {
    const requests = transcript.breachesOf(requirement.id, operation).filter(isSelected)
    const statements = requests.map((attempts) => {
      const word = asFarAsCaptured(requirement, attempts, rejectionWord(requirement, attempts, transcript))
      return { word, attempts, compared: () => transcript.unacceptedControls(attempts[0]) }
    })
    return summedUp(requirement, operation, statements, transcript, known)
  }
  const use = requirement.speaksOf === 'use' ? requirement.id : undefined
  const requests = transcript.validRequests(operation, use).filter(isSelected)
  const statements = requests.flatMap((attempts) => {
    const word = acceptanceWord(requirement, attempts, transcript, acceptances)
    if (word === undefined) return []
    return [{ word: asFarAsCaptured(requirement, attempts, word), attempts, compared: () => attempts }]
  })
  return summedUp(requirement, operation, statements, transcript, known)
}

/** The statement of one request, and the requests it depends on. */
interface Statement {
  readonly word: RequestWord
  readonly attempts: Attempts
  /** Returns the requests whose rejection prevents a clearer statement. */
  readonly compared: () => readonly Trace[]
}

/** Turns a violation into a doubt if a facet that the requirement needs was not captured. */
function asFarAsCaptured({ needs }: Sentence, attempts: Attempts, word: RequestWord): RequestWord {
  if (word.kind !== 'broken') return word
  const shown = attempts.find(({ exchange }) => exchange === word.finding.exchange) ?? attempts[0]
  const missing = notCaptured(shown, needs)
  if (missing === undefined) return word
  return {
    kind: 'doubted',
    finding: { exchange: shown.exchange, doubt: true, message: missing },
    isUncaptured: true,
  }
}

function summedUp(
  requirement: AcceptanceRequirement | RejectionRequirement,
  operation: Endpoint,
  stated: readonly Statement[],
  transcript: Transcript,
  known: KnownExchanges,
): Ruling {
  const tally = startTally(known)
  const isProven =
    !needsProof(requirement) ||
    stated.some(({ word, attempts }) => word.kind === 'broken' && isShown(word, attempts, transcript))
  const statements = isProven ? stated : stated.map(asFarAsShown)
  const unproven = isProven ? [] : stated.flatMap(({ word }) => (word.kind === 'broken' ? [word.finding.exchange] : []))
  const words = statements.map(({ word }) => word)
  // One accepted request proves that the features it uses are accepted. Doubts from an outage do not change that.
  const isKept = requirement.kind === 'acceptance' && words.some(({ kind }) => kind === 'kept')
  for (const word of words) {
    if (word.kind === 'silent') continue
    if (word.kind === 'doubted' && word.isUncaptured !== true && isKept) continue
    tally.judged(word.kind === 'kept' ? word.exchange : undefined)
    if (word.kind === 'broken' || word.kind === 'doubted') tally.add(word.finding)
  }
  const silence = words.find((word) => word.kind === 'silent')
  const ruling = withUnproven(tally.ruling(requirement, operation), unproven, known)
  if (silence === undefined) return ruling
  const own = ruling.verdict === 'untested' ? statements.filter(({ word }) => isIncomparable(word)) : []
  if (own.length === 0) return { ...ruling, untested: silence.why }
  const compared = own.flatMap((statement) => statement.compared())
  return { ...ruling, untested: silence.why, deciding: decidingRequests(compared, known) }
}

/** Returns whether a violation counts: nothing else explains it, or its request failed again (interpretation G18). */
function isShown(
  { needsProof }: Extract<RequestWord, { kind: 'broken' }>,
  attempts: Attempts,
  transcript: Transcript,
): boolean {
  return needsProof !== true || transcript.isShownAgain(attempts)
}

/** Turns a violation whose request did not fail again into a doubt. */
function asFarAsShown(statement: Statement): Statement {
  const { word } = statement
  if (word.kind !== 'broken') return statement
  return { ...statement, word: { kind: 'doubted', finding: doubtOf(word.finding) } }
}

function isIncomparable(word: RequestWord): boolean {
  return word.kind === 'silent' && word.isIncomparable === true
}
