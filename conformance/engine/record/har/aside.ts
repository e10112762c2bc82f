import { type Members, membersOf } from '../../../../schemas/json.ts'
import { isRedirect } from '../../../core/model/observation.ts'
import { brokenOff, brokenOffByTarget } from './ending.ts'
import { asNumber, asText, headerLines } from './har-json.ts'

/** The reasons why entries for the target are not judged, as the end of "1 entry …" and "2 entries …". */
export const asides = {
  unanswered: 'without an answer',
  illegible: 'whose response.status could not be read',
  'broken-off': 'broken off by the client',
  redirected: 'redirected',
  cached: 'from a cache or a service worker',
  twice: 'recorded twice',
} as const

export type AsideReason = keyof typeof asides

/** Returns why an entry of another program shows no complete exchange with the target; `undefined` if it shows one. */
export function asideOf(entry: Members): AsideReason | undefined {
  const response = membersOf(entry['response'])
  const status = asNumber(response['status']) ?? 0
  if (isCached(entry, response) || status === 304) return 'cached'
  const isByTarget = brokenOffByTarget(entry) !== undefined
  if (brokenOff(entry) !== undefined && !isByTarget) return 'broken-off'
  if (status < 100 && !isByTarget) return isAnswer(response) ? 'illegible' : 'unanswered'
  if (isRedirect(status)) return 'redirected'
  return undefined
}

/** Returns whether a response has headers or a body, so that its status was written in a form that is not known. */
function isAnswer({ status, headers, content }: Members): boolean {
  const isZero = asNumber(status) !== undefined
  return !isZero && (headerLines(headers).length > 0 || asText(membersOf(content)['text']) !== undefined)
}

/**
 * Returns whether the response came from a cache or a service worker. The worker's own request is recorded separately.
 */
function isCached(entry: Members, response: Members): boolean {
  const marks = [entry['_fromCache'], response['_fromCache']].map(asText)
  const isWorkers = [entry, response].some((one) => one['_fetchedViaServiceWorker'] === true)
  return isWorkers || marks.some((mark) => mark !== undefined && mark !== '')
}
