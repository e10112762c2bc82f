import { header, type RecordedResponse, type ResponseHead } from '../../model/exchange.ts'
import { createBodyChunks, largeBody } from './body-chunks.ts'
import type { Deadline } from './deadline.ts'
import type { BytesInFlight } from './in-flight.ts'

/** What bounds a response that arrives. */
export interface Bounds {
  readonly inFlight: BytesInFlight
  readonly deadline: Deadline
  readonly maxResponseBytes: number
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
}

/** Where a response arrives, and its body waits for room when it is large. */
export interface Arrival {
  begin(head: ResponseHead): void
  take(bytes: Uint8Array, sender: Sender): void
  /** Nothing more comes. */
  end(): Arrived
}

/** Receives one response. Room is asked for once for all that a body may come to: nobody waits with half of it. */
export function newArrival({ inFlight, deadline, maxResponseBytes, elapsed }: Bounds): Arrival {
  const body = createBodyChunks(maxResponseBytes)
  let head: ResponseHead | undefined
  let room = 0
  let hasEnded = false
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
    body.add(elapsed(), bytes)
    if (body.isOverfull) deadline.stop('too-large')
  }
  return {
    begin: (begun) => {
      head = begun
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
      return { response, ...(body.isJoined ? { isJoined: true } : {}) }
    },
  }
}

/** How many bytes a response says that it has; without bound where it does not. */
function announced(head: ResponseHead | undefined): number {
  const length = Number(header(head?.headers ?? [], 'content-length') ?? Number.NaN)
  return Number.isInteger(length) && length > 0 ? length : Number.POSITIVE_INFINITY
}
