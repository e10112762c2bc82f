import type { Finding } from '../../../model/finding.ts'
import { isSuccess } from '../fetched-image.ts'
import type { Fetch } from '../named-and-fetched.ts'

type Located = Finding & { readonly exchange: string }

/** Statuses that say who may ask or how busy the host is, nothing about the image (readings.md I10, G11). */
const telling = new Set([401, 402, 403, 408, 425, 429, 502, 503, 504, 529])

/** What is wrong with the answer to a fetch, or cannot be decided from it; `undefined` for a success. */
export function answerTrouble(fetch: Fetch, all: readonly Fetch[]): Located | undefined {
  const { exchange, fetched, namedIn } = fetch
  const { status, ended, shown, location } = fetched
  if (isSuccess(status) && (ended === 'complete' || ended === 'too-large')) return undefined
  const doubt = (message: string): Located => ({ exchange, at: { in: 'status' }, doubt: true, message, actual: status })
  if (status === undefined || isSuccess(status)) return isServedElse(fetch, all) ? undefined : doubt(brokenOff(fetched))
  if (status < 400)
    return doubt(`${shown} answers ${status}, which leads ${location ?? 'nowhere'} and was not followed`)
  if (telling.has(status) || status >= 500) {
    if (isServedElse(fetch, all)) return undefined
    if (telling.has(status) || !isRepeated(fetch, all))
      return doubt(`${shown} answers ${status} to a GET without a credential`)
  }
  const message = `${shown} (named in ${namedIn[0]?.exchange}) answers ${status}`
  return { exchange, at: { in: 'status' }, message, expected: 'a success', actual: status }
}

function brokenOff({ status, ended, shown }: Fetch['fetched']): string {
  return status === undefined ? `${shown} was not answered (${ended})` : `the answer of ${shown} broke off (${ended})`
}

/** Whether another attempt at the same address was served. */
function isServedElse({ fetched: { address } }: Fetch, all: readonly Fetch[]): boolean {
  return all.some(
    ({ fetched }) => fetched.address === address && isSuccess(fetched.status) && fetched.ended === 'complete',
  )
}

/** A server's error counts once it has come twice for the same address (readings.md G11). */
function isRepeated({ fetched: { address } }: Fetch, all: readonly Fetch[]): boolean {
  return all.filter(({ fetched }) => fetched.address === address && (fetched.status ?? 0) >= 500).length > 1
}
