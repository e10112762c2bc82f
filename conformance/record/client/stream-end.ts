import { mostEvents } from '../../model/events.ts'
import { header, mediaType, type ResponseHead } from '../../model/exchange.ts'
import { streamParser } from '../../wire/sse.ts'

/** Follows a stream as it arrives; returns how far the bytes so far have come. */
export type StreamEnd = (at: number, bytes: Uint8Array) => 'going on' | 'ended' | 'endless'

/** Watches for the event that ends a stream; `undefined` for a response that cannot be read as it arrives. */
export function streamEndOf({ status, headers }: ResponseHead, lastEvent: string): StreamEnd | undefined {
  if (status >= 300 || mediaType(headers) !== 'text/event-stream') return undefined
  if (header(headers, 'content-encoding') !== undefined) return undefined
  const parser = streamParser(mostEvents)
  let count = 0
  return (at, bytes) => {
    const events = parser.push({ at, bytes })
    count += events.length
    if (events.some(({ json }) => typeOf(json) === lastEvent)) return 'ended'
    return count > mostEvents ? 'endless' : 'going on'
  }
}

function typeOf(json: unknown): unknown {
  return (json as { readonly type?: unknown } | null | undefined)?.type
}
