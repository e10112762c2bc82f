import type { Exchange } from '../../../core/model/exchange.ts'
import type { UnmatchedExchange } from '../../../core/model/unmatched-exchange.ts'
import { decodedBody } from './decode.ts'

const nothing = new Uint8Array()

export function unmatchedExchange(exchange: Exchange): UnmatchedExchange {
  const decoded = decodedBody(exchange)
  const bytes = 'bytes' in decoded ? decoded.bytes : undefined
  return {
    exchange,
    status: exchange.response?.status,
    complete: exchange.ended === 'complete' && bytes !== undefined,
    body: bytes ?? nothing,
  }
}
