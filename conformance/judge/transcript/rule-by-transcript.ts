import { notCaptured } from '../../model/exchange.ts'
import type { AcceptanceRequirement, RefusalRequirement, Sentence } from '../../model/requirement.ts'
import type { Ruling } from '../ruling.ts'
import { startTally } from '../tally.ts'
import { acceptanceWord } from './acceptance.ts'
import type { AcceptanceIndex } from './dependence.ts'
import { refusalWord, type Word } from './refusal.ts'
import type { Attempts, Transcript } from './transcript.ts'

/** Which requests of a run are looked at. */
type Selection = (attempts: Attempts) => boolean

/** The ruling on an acceptance or refusal requirement, from all requests of a run that say something about it. */
export function ruleByTranscript(
  requirement: AcceptanceRequirement | RefusalRequirement,
  transcript: Transcript,
  acceptances: AcceptanceIndex,
  isSelected: Selection = () => true,
): Ruling {
  if (requirement.kind === 'refusal') {
    const requests = transcript.breachesOf(requirement.id).filter(isSelected)
    return summedUp(
      requirement,
      requests.map((attempts) =>
        asFarAsCaptured(requirement, attempts, refusalWord(requirement, attempts, transcript)),
      ),
    )
  }
  const operations = [requirement.endpoint, ...(requirement.alsoOn ?? [])]
  const use = requirement.speaksOf === 'use' ? requirement.id : undefined
  const requests = transcript.validRequests(operations, use).filter(isSelected)
  const words = requests.flatMap((attempts) => {
    const word = acceptanceWord(requirement, attempts, transcript, acceptances)
    return word === undefined ? [] : [asFarAsCaptured(requirement, attempts, word)]
  })
  return summedUp(requirement, words)
}

/** Of a request that seems to break a sentence, all that the sentence needs must have been captured. */
function asFarAsCaptured({ needs }: Sentence, attempts: Attempts, word: Word): Word {
  if (word.kind !== 'broken') return word
  const shown = attempts.find(({ exchange }) => exchange === word.finding.exchange) ?? attempts[0]
  const missing = notCaptured(shown, needs)
  if (missing === undefined) return word
  return { kind: 'doubted', finding: { exchange: shown.exchange, doubt: true, message: missing } }
}

function summedUp(requirement: AcceptanceRequirement | RefusalRequirement, words: readonly Word[]): Ruling {
  const tally = startTally()
  for (const word of words) {
    if (word.kind === 'silent') continue
    tally.judged()
    if (word.kind === 'broken' || word.kind === 'doubted') tally.add(word.finding)
  }
  const silence = words.find((word) => word.kind === 'silent')
  return { ...tally.ruling(requirement), ...(silence === undefined ? {} : { untested: silence.why }) }
}
