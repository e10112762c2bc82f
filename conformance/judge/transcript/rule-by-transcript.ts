import { notCaptured } from '../../model/exchange.ts'
import type { AcceptanceRequirement, RejectionRequirement, Sentence } from '../../model/requirement.ts'
import type { Endpoint } from '../../model/vocabulary.ts'
import type { KnownExchanges } from '../known-exchanges.ts'
import type { Ruling } from '../ruling.ts'
import { startTally } from '../tally.ts'
import { acceptanceWord } from './acceptance.ts'
import type { AcceptanceIndex } from './dependence.ts'
import { rejectionWord, type Word } from './rejection.ts'
import type { Attempts, Transcript } from './transcript.ts'

/** Which requests of a run are looked at. */
type Selection = (attempts: Attempts) => boolean

/** The ruling on an acceptance or rejection requirement on one operation, from all requests that say something about it. */
export function ruleByTranscript(
  requirement: AcceptanceRequirement | RejectionRequirement,
  operation: Endpoint,
  transcript: Transcript,
  acceptances: AcceptanceIndex,
  known: KnownExchanges,
  isSelected: Selection = () => true,
): Ruling {
  const words =
    requirement.kind === 'rejection'
      ? transcript
          .breachesOf(requirement.id, operation)
          .filter(isSelected)
          .map((attempts) => asFarAsCaptured(requirement, attempts, rejectionWord(requirement, attempts, transcript)))
      : acceptanceWords(requirement, operation, transcript, acceptances, isSelected)
  return summedUp(requirement, operation, words, known)
}

function acceptanceWords(
  requirement: AcceptanceRequirement,
  operation: Endpoint,
  transcript: Transcript,
  acceptances: AcceptanceIndex,
  isSelected: Selection,
): readonly Word[] {
  const use = requirement.speaksOf === 'use' ? requirement.id : undefined
  const requests = transcript.validRequests(operation, use).filter(isSelected)
  return requests.flatMap((attempts) => {
    const word = acceptanceWord(requirement, attempts, transcript, acceptances)
    return word === undefined ? [] : [asFarAsCaptured(requirement, attempts, word)]
  })
}

/** Of a request that seems to break a sentence, all that the sentence needs must have been captured. */
function asFarAsCaptured({ needs }: Sentence, attempts: Attempts, word: Word): Word {
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
  words: readonly Word[],
  known: KnownExchanges,
): Ruling {
  const tally = startTally(known)
  // One accepted request shows that what it uses is accepted; what came of others in an outage takes nothing away from that.
  const isShown = requirement.kind === 'acceptance' && words.some(({ kind }) => kind === 'kept')
  for (const word of words) {
    if (word.kind === 'silent') continue
    if (word.kind === 'doubted' && word.isUncaptured !== true && isShown) continue
    tally.judged(word.kind === 'kept' ? word.exchange : undefined)
    if (word.kind === 'broken' || word.kind === 'doubted') tally.add(word.finding)
  }
  const silence = words.find((word) => word.kind === 'silent')
  return { ...tally.ruling(requirement, operation), ...(silence === undefined ? {} : { untested: silence.why }) }
}
