import { isUtf8 } from 'node:buffer'
import { decodedBody } from '../judge/read/decode.ts'
import type { Exchange, RecordedResponse } from '../model/exchange.ts'
import type { EvidenceBody, ExchangeEvidence } from '../model/report.ts'
import { wholeBody } from '../model/whole-body.ts'
import type { About } from '../record/evidence/line.ts'

/** An exchange in the shape in which reports show exchanges, but with bodies whole and without the events of a stream. */
export function wholeExchange(exchange: Exchange, { operation, purpose }: About): ExchangeEvidence {
  const { id, startedAt, durationMs, ended, trouble, request, response } = exchange
  return {
    id,
    ...(operation === undefined ? {} : { operation }),
    ...(purpose === undefined ? {} : { purpose }),
    ...{ startedAt, durationMs, ended },
    ...(trouble === undefined ? {} : { trouble }),
    request: { method: request.method, path: request.path, headers: request.headers, body: whole(request.body) },
    response:
      response === null
        ? null
        : {
            status: response.status,
            headers: response.headers,
            body: whole(bodyOf(exchange, response)),
            chunks: response.chunks.map(({ at, bytes }) => ({ at, bytes: bytes.length })),
          },
  }
}

/** Decoded where that can be undone, as it travelled where not. */
function bodyOf(exchange: Exchange, { chunks }: RecordedResponse): Uint8Array {
  const decoded = decodedBody(exchange)
  return 'bytes' in decoded ? decoded.bytes : wholeBody(chunks)
}

function whole(bytes: Uint8Array): EvidenceBody {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const text = isUtf8(buffer) ? { text: buffer.toString('utf8') } : { base64: buffer.toString('base64') }
  return { ...text, bytes: bytes.length, truncated: false }
}
