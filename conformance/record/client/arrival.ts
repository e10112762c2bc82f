import { header, type RecordedResponse, type ResponseHead } from '../../model/exchange.ts'
import { createBodyChunks, largeBody } from './body-chunks.ts'
import type { Deadline } from './deadline.ts'
import type { BytesInFlight } from './in-flight.ts'
import { type StreamEnd, streamEndOf } from './stream-end.ts'

/** What bounds a response that arrives. */
export interface Bounds {
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
export interface Arrived {
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
