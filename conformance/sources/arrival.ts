import type { RecordedResponse, ResponseHead } from '../model/exchange.ts'
import { createBodyChunks, largeBody } from './body-chunks.ts'
import type { Deadline } from './deadline.ts'
import { type LargeBodies, stretch } from './large-bodies.ts'

/** What bounds a response that arrives. */
export interface Bounds {
  readonly largeBodies: LargeBodies
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

/** Where a response arrives, and its body waits for its turn when it is large. */
export interface Arrival {
  begin(head: ResponseHead): void
  take(bytes: Uint8Array, sender: Sender): void
  /** Nothing more comes. */
  end(): Arrived
}

/** Receives one response. */
export function newArrival({ largeBodies, deadline, maxResponseBytes, elapsed }: Bounds): Arrival {
  const body = createBodyChunks(maxResponseBytes)
  let head: ResponseHead | undefined
  let hasTurn = false
  let hasEnded = false
  let rested = 0
  const turn = async (): Promise<void> => {
    hasTurn = await deadline.pause(largeBodies.enter(deadline))
    if (hasTurn && hasEnded) largeBodies.leave()
  }
  /** Keeps bytes; what it answers with, if anything, has to be waited for before more is taken. */
  const keep = (bytes: Uint8Array): Promise<void> | undefined => {
    if (hasEnded) return undefined
    body.add(elapsed(), bytes)
    if (body.isOverfull) deadline.stop('too-large')
    if (body.size - rested <= stretch) return undefined
    rested = body.size
    return largeBodies.rest()
  }
  return {
    begin: (begun) => {
      head = begun
    },
    take(bytes, sender) {
      const isTurnNeeded = !hasTurn && body.size + bytes.length > largeBody
      const wait = isTurnNeeded ? turn().then(() => keep(bytes)) : keep(bytes)
      if (wait === undefined) return
      sender.pause()
      wait.then(
        () => sender.resume(),
        (error) => sender.abort(error),
      )
    },
    end() {
      hasEnded = true
      if (hasTurn) largeBodies.leave()
      const response = head === undefined ? null : { ...head, chunks: body.chunks() }
      return { response, ...(body.isJoined ? { isJoined: true } : {}) }
    },
  }
}
