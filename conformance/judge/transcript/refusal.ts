import { answerInWords } from '../../model/answer-in-words.ts'
import type { RefusalRequirement } from '../../model/requirement.ts'
import type { LocatedFinding } from '../ruling.ts'
import type { Trace } from './trace.ts'
import type { Attempts, Transcript } from './transcript.ts'

/** What one request says about one rule. */
export type Word =
  | { readonly kind: 'silent'; readonly why: string }
  | { readonly kind: 'kept' }
  | { readonly kind: 'broken' | 'doubted'; readonly finding: LocatedFinding }

/** What one request that breaks one sentence says about that sentence (readings.md G9, G10). */
export function refusalWord(
  { mayBeCutOff = false }: Pick<RefusalRequirement, 'mayBeCutOff'>,
  attempts: Attempts,
  transcript: Transcript,
): Word {
  const [first] = attempts
  const taken = attempts.find(isTaken)
  if (taken !== undefined) return wrong(taken, `answered ${taken.status}`)
  const isBound = transcript.isTwinAccepted(first)
  if (attempts.some(({ reception }) => reception === 'refused')) {
    return isBound ? { kind: 'kept' } : { kind: 'silent', why: 'not exercised: no accepted twin' }
  }
  if (mayBeCutOff && isBound && attempts.every(({ isCutOff }) => isCutOff))
    return { kind: 'silent', why: 'not exercised: the connection was broken off instead, which is allowed here' }
  if (!isBound || !failedTwice(attempts)) return doubted(attempts.at(-1) ?? first)
  return wrong(first, `answered ${first.status} each time`, '; its good twin is served')
}

function isTaken({ reception }: Trace): boolean {
  return reception === 'accepted' || reception === 'unrecognised'
}

function wrong(trace: Trace, what: string, besides = ''): Word {
  const finding = {
    exchange: trace.exchange,
    message: `${what} to a request that breaks this${trace.breach?.words ?? ''}${besides}`,
    at: { in: 'status' },
    expected: 'a refusal with a 4xx status',
    actual: trace.status,
  } as const
  return { kind: 'broken', finding }
}

/** Whether a request met a server error more than once, and nothing else. */
export function failedTwice(attempts: Attempts): boolean {
  return attempts.length > 1 && attempts.every(({ reception }) => reception === 'failed')
}

/** The word of a request whose answers tell nothing. */
export function doubted({ exchange, status, reception, unread }: Trace): Word {
  const why = unread === undefined ? '' : `; ${unread}`
  const answer = (status === undefined ? 'no answer came' : `the answer was ${answerInWords(status, reception)}`) + why
  const message = `${answer}, which neither keeps nor breaks this`
  return { kind: 'doubted', finding: { exchange, doubt: true, message, actual: status } }
}
