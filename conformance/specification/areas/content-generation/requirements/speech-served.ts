import { itemsOf, membersOf } from '../../../../../schemas/json.ts'
import { acrossExchanges } from '../../../../core/model/build.ts'
import { hasValidKey, type Observation } from '../../../../core/model/observation.ts'
import type { Collected } from '../../../../core/model/requirement.ts'
import { askedOf } from '../asked.ts'
import { speechModel } from '../operations.ts'

/** A request for speech and its result. */
export interface SpeechRequest {
  /** The language code, if it names one. */
  readonly language: unknown
  readonly isAccepted: boolean
  readonly status: number | undefined
}

const about = {
  section: '2.6',
  endpoint: 'content.generate',
  dimension: 'status',
  level: 'stated',
  interpretation: 'C6',
  conditional: true,
  capability: 'speech',
  needs: ['request-headers', 'request-body'],
  collect: askedFor,
} as const

/** Requirements on speech from the configured model with the configured voice. */
export default [
  acrossExchanges<'content.speech-served', SpeechRequest>({
    ...about,
    id: 'content.speech-served',
    statement: 'A request for `AUDIO` in the configured voice is accepted.',
    isExercised: (collected) => collected.some(({ fact }) => fact.language === undefined),
    check: (collected) =>
      rejectedOnly(
        collected.filter(({ fact }) => fact.language === undefined),
        'AUDIO',
      ),
  }),
  acrossExchanges<'content.speech-language-served', SpeechRequest>({
    ...about,
    id: 'content.speech-language-served',
    statement: 'A request for speech in a listed language is accepted.',
    isExercised: (collected) => isSpoken(collected) && collected.some(({ fact }) => fact.language !== undefined),
    *check(collected) {
      const named = collected.filter(({ fact }) => fact.language !== undefined)
      for (const language of new Set(named.map(({ fact }) => fact.language)))
        yield* rejectedOnly(
          named.filter(({ fact }) => fact.language === language),
          'a listed languageCode',
        )
    },
  }),
] as const

/**
 * Returns the facts of a request if it violates no rule and requests only speech of the configured model. Other members
 * would be combinations, which are only implied (interpretation G2).
 */
function askedFor(seen: Observation): SpeechRequest | undefined {
  const { value, violations } = seen.request
  const { responseModalities, speechConfig, ...others } = askedOf(seen).config
  if (value.path?.['model'] !== speechModel || violations.length > 0 || !hasValidKey(seen)) return undefined
  if (itemsOf(responseModalities)[0] !== 'AUDIO' || !('voiceConfig' in membersOf(speechConfig))) return undefined
  const { contents: _, generationConfig: __, ...beside } = membersOf(value.body)
  if (Object.keys(others).length + Object.keys(beside).length > 0) return undefined
  if (seen.responseClass !== 'accepted' && seen.responseClass !== 'rejected') return undefined
  const isAccepted = seen.responseClass === 'accepted'
  return { language: membersOf(speechConfig)['languageCode'], isAccepted, status: seen.status }
}

/**
 * Returns whether speech without a language was accepted. In that case, a rejection with a language concerns the
 * language.
 */
function isSpoken(collected: readonly Collected<SpeechRequest>[]): boolean {
  return collected.some(({ fact }) => fact.language === undefined && fact.isAccepted)
}

/** Yields the rejections, unless one request was accepted: that shows that all are (interpretation G2). */
function* rejectedOnly(collected: readonly Collected<SpeechRequest>[], what: string) {
  if (collected.some(({ fact }) => fact.isAccepted)) return
  for (const { exchange, fact } of collected) yield { exchange, ...rejected(fact, what) }
}

function rejected({ status }: SpeechRequest, what: string) {
  return {
    message: `returned ${status} for a request for ${what}`,
    at: { in: 'status' },
    expected: '2xx',
    actual: status,
  } as const
}
