import type { Finding } from '../../../model/finding.ts'
import { isSuccess } from '../fetched-image.ts'
import type { Fetch } from '../named-and-fetched.ts'

type Located = Finding & { readonly exchange: string }

/** Statuses about access or load of the host, not about the image (interpretations I10, G11). */
const telling = new Set([401, 402, 403, 408, 425, 429, 502, 503, 504, 529])

/** Returns the defect of the response to a fetch, or why it cannot be decided; `undefined` for a success. */
export function answerTrouble(fetch: Fetch, all: readonly Fetch[]): Located | undefined {
  const { exchange, fetched, namedIn } = fetch
  const { status, ended, shown, location } = fetched
  if (isSuccess(status) && (ended === 'complete' || ended === 'too-large')) return undefined
  const doubt = (message: string): Located => ({ exchange, at: { in: 'status' }, doubt: true, message, actual: status })
  if (status === undefined || isSuccess(status)) return isServedElse(fetch, all) ? undefined : doubt(brokenOff(fetched))
  if (status < 400)
    return doubt(`${shown} returned ${status} (location: ${location ?? 'none'}); the redirect was not followed`)
  if (telling.has(status) || status >= 500) {
    if (isServedElse(fetch, all)) return undefined
    if (telling.has(status) || !isRepeated(fetch, all))
      return doubt(`${shown} returned ${status} for a GET without a credential`)
  }
  const names = namedIn.slice(0, 1).map((name) => ` (named in ${name.exchange} by ${name.operation})`)
  const message = `${shown}${names.join('')} returned ${status}`
  return { exchange, at: { in: 'status' }, message, expected: 'a success', actual: status }
}

function brokenOff({ status, ended, shown }: Fetch['fetched']): string {
  return status === undefined ? `${shown} sent no response (${ended})` : `response of ${shown} was cut off (${ended})`
}

/** Returns whether another attempt at the same address succeeded. */
function isServedElse({ fetched: { address } }: Fetch, all: readonly Fetch[]): boolean {
  return all.some(
    ({ fetched }) => fetched.address === address && isSuccess(fetched.status) && fetched.ended === 'complete',
  )
}

/** Returns whether the same address failed twice: a server error counts only then (interpretation G11). */
function isRepeated({ fetched: { address } }: Fetch, all: readonly Fetch[]): boolean {
  return all.filter(({ fetched }) => fetched.address === address && (fetched.status ?? 0) >= 500).length > 1
}
