import type { Dispatcher } from 'undici'
import { mostEvents } from '../../model/events.ts'
import { type HeaderLine, header, mediaType, type RecordedResponse, type ResponseHead } from '../../model/exchange.ts'
import { streamParser } from '../../wire/sse.ts'
import { createBodyChunks, largeBody } from './body-chunks.ts'
import type { Deadline } from './deadline.ts'
import type { BytesInFlight } from './in-flight.ts'
import type { Outgoing } from './names.ts'
import type { Way } from './pool.ts'

/** What one attempt needs beside the request. */
export interface Line extends Bounds {
  readonly way: Way
}

/** What came of an attempt: as much of a response as arrived, and the error that cut it short. */
export interface Attempt extends Arrived {
  readonly error?: unknown
}

/** Sends one request and reads its whole response. Network trouble is part of what it returns; it never throws. */
export function dispatch(url: URL, request: Outgoing, line: Line): Promise<Attempt> {
  const arrival = newArrival(line)
  return new Promise((resolve) => {
    const end = (trouble: Pick<Attempt, 'error'>): void => resolve({ ...arrival.end(), ...trouble })
    try {
      const { dispatcher, address, headers } = line.way(url)
      const options = {
        ...address,
        method: request.method as Dispatcher.HttpMethod,
        headers: [...headers, ...request.headers].flat(),
        body: request.body.length === 0 ? null : request.body,
      }
      // No stream between: each piece of a body is met as it came, and header lines as the bytes that they were.
      dispatcher.dispatch(options, {
        onRequestStart(sender) {
          const { signal } = line.deadline
          const abort = (): void => sender.abort(new Error('stopped'))
          if (signal.aborted) abort()
          else signal.addEventListener('abort', abort, { once: true })
        },
        onResponseStart(sender, status) {
          if (isFinal(status)) arrival.begin({ status, headers: headerLines(sender.rawHeaders) })
        },
        onResponseData: (sender, bytes) => arrival.take(bytes, sender),
        onResponseEnd: () => end({}),
        onResponseError: (_, error) => end({ error }),
      })
    } catch (error) {
      end({ error })
    }
  })
}

/** Others announce the response that is still to come (RFC 9110 section 15.2). */
function isFinal(status: number): boolean {
  return status >= 200
}

/** The client hands over names and values in one flat list of bytes, whatever its types say. */
function headerLines(raw: unknown): readonly HeaderLine[] {
  const flat = raw as readonly Buffer[]
  const lines: HeaderLine[] = []
  for (let at = 0; at + 1 < flat.length; at += 2) lines.push([flat[at]!.toString(), flat[at + 1]!.toString('latin1')])
  return lines
}

/** What bounds a response that arrives. */
interface Bounds {
  readonly inFlight: BytesInFlight
  readonly deadline: Deadline
  readonly maxResponseBytes: number
  /** The `type` of the event that ends the stream, and the milliseconds in which the target may close the connection after it. */
  readonly closing?: { readonly lastEvent: string; readonly graceMs: number }
  /** Milliseconds from the start of the exchange. */
  readonly elapsed: () => number
}

/** Who sends the bytes; while it pauses, they wait in the network. */
export interface Sender {
  pause(): void
  resume(): void
  abort(reason: Error): void
}

/** As much of a response as arrived. */
interface Arrived {
  readonly response: RecordedResponse | null
  /** Set when the body came in too many pieces to keep them all apart. */
  readonly isJoined?: true
  /** Set when the event that ends the stream arrived. */
  readonly isClosing?: true
}

/** Where a response arrives, and its body waits for room when it is large. */
export interface Arrival {
  begin(head: ResponseHead): void
  take(bytes: Uint8Array, sender: Sender): void
  /** Nothing more comes. */
  end(): Arrived
}

/** Receives one response. Room is asked for once for all that a body may come to: nobody waits with half of it. */
export function newArrival(bounds: Bounds): Arrival {
  const { inFlight, deadline, maxResponseBytes, elapsed, closing } = bounds
  const body = createBodyChunks(maxResponseBytes)
  let head: ResponseHead | undefined
  let room = 0
  let hasEnded = false
  let streamEnd: StreamEnd | undefined
  let isClosing: true | undefined
  const leave = (): void => {
    if (room > 0) inFlight.leave(room)
    room = 0
  }
  const findRoom = async (): Promise<void> => {
    const bytes = Math.min(announced(head), maxResponseBytes)
    if (await deadline.pause(inFlight.enter(bytes, deadline.signal))) room = bytes
    if (hasEnded) leave()
  }
  const keep = (bytes: Uint8Array): void => {
    if (hasEnded) return
    const at = elapsed()
    body.add(at, bytes)
    const progress = streamEnd?.(at, bytes)
    if (body.isOverfull || progress === 'endless') deadline.stop('too-large')
    if (progress !== 'ended' || closing === undefined) return
    streamEnd = undefined
    isClosing = true
    deadline.shorten(closing.graceMs)
  }
  return {
    begin: (begun) => {
      head = begun
      streamEnd = closing && streamEndOf(begun, closing.lastEvent)
    },
    take(bytes, sender) {
      if (room > 0 || body.size + bytes.length <= largeBody) return keep(bytes)
      sender.pause()
      findRoom()
        .then(() => keep(bytes))
        .then(sender.resume.bind(sender), sender.abort.bind(sender))
    },
    end() {
      hasEnded = true
      leave()
      const response = head === undefined ? null : { ...head, chunks: body.chunks() }
      return { response, ...(body.isJoined ? { isJoined: true } : {}), ...(isClosing && { isClosing }) }
    },
  }
}

/** How many bytes a response says that it has; without bound where it does not. */
function announced(head: ResponseHead | undefined): number {
  const length = Number(header(head?.headers ?? [], 'content-length') ?? Number.NaN)
  return Number.isInteger(length) && length > 0 ? length : Number.POSITIVE_INFINITY
}

/** Follows a stream as it arrives; returns how far the bytes so far have come. */
type StreamEnd = (at: number, bytes: Uint8Array) => 'going on' | 'ended' | 'endless'

/** Watches for the event that ends a stream; `undefined` for a response that cannot be read as it arrives. */
function streamEndOf({ status, headers }: ResponseHead, lastEvent: string): StreamEnd | undefined {
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
