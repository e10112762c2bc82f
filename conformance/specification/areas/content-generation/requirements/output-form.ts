import { itemsOf, membersOf } from '../../../../../schemas/json.ts'
import { requirement } from '../../../../core/model/build.ts'
import { isLossy, isPlainlyValid, type Observation } from '../../../../core/model/observation.ts'
import type { ExchangeRequirement } from '../../../../core/model/requirement.ts'
import { isBeginningOfJson } from '../../../../core/wire/json-beginning.ts'
import { parseJson } from '../../../../core/wire/parse-json.ts'
import { unmixedCandidatesOf } from '../answered.ts'
import { askedOf } from '../asked.ts'
import { misfits } from '../output-schema.ts'
import { type Candidate, isFinished, textOf } from '../whole.ts'

const about = {
  section: '2.6',
  endpoint: 'content.generate',
  dimension: 'field',
  interpretation: 'C8',
  // A reply need not contain a finish reason (interpretation G4).
  conditional: true,
  needs: ['request-body', 'response-body'],
} as const

/** Requirements on the format of an answer, which the request sets. */
export default [
  parsing({
    ...about,
    id: 'content.json-mode-parses',
    level: 'stated',
    statement: 'With `application/json` the text of a complete answer is JSON.',
  }),
  parsing({
    ...about,
    id: 'content.stream-json-mode-parses',
    endpoint: 'content.stream',
    level: 'implied',
    interpretation: 'C10',
    statement: 'With `application/json` the joined texts of a stream are JSON if the answer is complete.',
  }),
  requirement({
    ...about,
    id: 'content.json-mode-cut-begins-json',
    alsoOn: ['content.stream'],
    level: 'implied',
    statement: 'With `application/json` the text of an answer that was cut is the beginning of a JSON text.',
    appliesTo: (seen) => cutAnswersIn(seen, 'application/json').length > 0,
    *check(seen) {
      for (const { candidate, text } of cutAnswersIn(seen, 'application/json')) {
        if (isBeginningOfJson(text)) continue
        yield { message: 'text does not begin a JSON text', at: candidate.at, expected: 'JSON', actual: text }
      }
    },
  }),
  requirement({
    ...about,
    id: 'content.json-mode-fits-schema',
    alsoOn: ['content.stream'],
    level: 'implied',
    statement: 'With `application/json` the answer matches `responseSchema`, including date formats.',
    appliesTo: (seen) => parsedAnswers(seen).length > 0,
    *check(seen) {
      const { responseSchema } = askedOf(seen)
      for (const { candidate, value } of parsedAnswers(seen)) {
        for (const { message } of misfits(responseSchema, value)) {
          yield { message: `JSON answer: ${message}`, at: candidate.at, actual: value }
        }
      }
    },
  }),
  requirement({
    ...about,
    id: 'content.enum-mode-member',
    alsoOn: ['content.stream'],
    level: 'implied',
    statement: 'With `text/x.enum` the answer is a member of the enum.',
    appliesTo: (seen) => answersIn(seen, 'text/x.enum').length > 0,
    *check(seen) {
      const expected = itemsOf(membersOf(askedOf(seen).responseSchema)['enum'])
      for (const { candidate, text } of answersIn(seen, 'text/x.enum')) {
        if (expected.includes(text.trim())) continue
        yield { message: 'text is not one of the enum values', at: candidate.at, expected, actual: text }
      }
    },
  }),
] as const

function parsing<const Id extends string>(
  own: Omit<ExchangeRequirement<Id>, 'kind' | 'appliesTo' | 'check'>,
): ExchangeRequirement<Id> {
  return requirement({
    ...own,
    appliesTo: (seen) => answersIn(seen, 'application/json').length > 0,
    *check(seen) {
      for (const { candidate, text } of answersIn(seen, 'application/json')) {
        if (parseJson(text) !== undefined) continue
        yield { message: 'text is not JSON', at: candidate.at, expected: 'JSON', actual: text }
      }
    },
  })
}

interface Answer {
  readonly candidate: Candidate
  readonly text: string
}

/** Returns the answers to a request for this mime type that are complete. */
function answersIn(seen: Observation, mimeType: string): readonly Answer[] {
  return mayBeStopped(seen) ? [] : textsIn(seen, mimeType, isFinished)
}

/** Returns the answers that a limit cut, or that a stop sequence may have cut. */
function cutAnswersIn(seen: Observation, mimeType: string): readonly Answer[] {
  const isCut = (candidate: Candidate): boolean =>
    candidate.finishReason === 'MAX_TOKENS' || (mayBeStopped(seen) && isFinished(candidate))
  return textsIn(seen, mimeType, isCut)
}

/** An answer that a stop sequence cuts also has the finish reason `STOP`. */
function mayBeStopped(seen: Observation): boolean {
  return 'stopSequences' in askedOf(seen).config
}

function textsIn(seen: Observation, mimeType: string, isMeant: (one: Candidate) => boolean): readonly Answer[] {
  if (askedOf(seen).responseMimeType !== mimeType || !isPlainlyValid(seen)) return []
  return unmixedCandidatesOf(seen)
    .filter(isMeant)
    .flatMap((candidate) => {
      const text = textOf(candidate)
      return text === undefined || isLossy(seen, text) ? [] : [{ candidate, text }]
    })
}

function parsedAnswers(seen: Observation) {
  if (askedOf(seen).responseSchema === undefined) return []
  return textsIn(seen, 'application/json', isFinished).flatMap(({ candidate, text }) => {
    const value = parseJson(text)
    // The beginning of a number is a number. The beginning of another JSON text is not a whole one.
    const isWhole = typeof value !== 'number' || !mayBeStopped(seen)
    return value === undefined || !isWhole ? [] : [{ candidate, value }]
  })
}
