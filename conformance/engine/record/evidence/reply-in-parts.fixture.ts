import { cutAt, exchangeWith, responseWith } from '../../../core/model/exchange.fixture.ts'
import type { Exchange, HeaderLine } from '../../../core/model/exchange.ts'

/** For tests: returns an exchange whose reply has this body, cut into chunks at these places. */
export function replyInParts(
  body: Uint8Array,
  places: readonly number[],
  headers: readonly HeaderLine[] = [],
): Exchange {
  const response = responseWith(cutAt(body, places), { headers })
  return exchangeWith({ captured: ['response-body', 'chunks'], response })
}

/** For tests: returns the body of an exchange's reply in one piece. */
export function replyOf({ response }: Exchange): Buffer {
  return Buffer.concat((response?.chunks ?? []).map(({ bytes }) => bytes))
}
