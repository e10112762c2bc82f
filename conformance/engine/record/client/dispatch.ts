import { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import { isChunked, withoutLines } from '../../../core/model/envelope.ts'
import {
  type Chunk,
  type HeaderLine,
  header,
  type RecordedResponse,
  type ResponseHead,
} from '../../../core/model/exchange.ts'
import { isSuccess } from '../../../core/model/observation.ts'
import type { StreamEnds } from '../../../core/model/operation.ts'
import type { Connections } from './connections.ts'
import type { Deadline } from './deadline.ts'
import type { BytesInFlight } from './in-flight.ts'
import type { Outgoing } from './names.ts'
import type { Way } from './pool.ts'
import { followStream, type StreamFollower } from './stream-end.ts'

export interface Line extends Bounds {
  readonly way: Way
  readonly connections?: Connections
}

/** The result of an attempt: as much of a response as arrived, and the error that cut it off. */
export interface Attempt extends Arrived {
  readonly error?: unknown
  /** The number of its connection; absent if none was opened. */
  readonly connection?: number | undefined
}

/** Sends one request and reads its complete response. Network errors are part of the result. Never throws. */
export function dispatch(url: URL, request: Outgoing, line: Line): Promise<Attempt> {
  const arrival = newArrival(line)
  return new Promise((resolve) => {
    let connection: number | undefined
    const end = (trouble: Pick<Attempt, 'error'>): void => resolve({ ...arrival.end(), ...trouble, connection })
    try {
      const { dispatcher, address, headers } = line.way(url)
      const framed = framing(request)
      const options = {
        ...address,
        method: request.method as Dispatcher.HttpMethod,
        headers: [...headers, ...framed.headers].flat(),
        body: framed.body,
      }
      // Without a stream in between, each piece of a body arrives as it was sent, and header lines are unchanged bytes.
      dispatcher.dispatch(options, {
        onRequestStart(sender) {
          const { signal } = line.deadline
          const abort = (): void => sender.abort(new Error('stopped'))
          if (signal.aborted) return abort()
          signal.addEventListener('abort', abort, { once: true })
          line.connections?.onWritten((number) => {
            connection = number
          })
        },
        onResponseStart(sender, status) {
          // Interim responses precede the final one (RFC 9110 §15.2).
          if (status >= 200) arrival.begin({ status, headers: headerLines(sender.rawHeaders) })
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

/** Returns the headers and the body of a request as undici takes them. It sends a body of unknown length in chunks. */
function framing(request: Outgoing): {
  readonly headers: readonly HeaderLine[]
  readonly body: Uint8Array | Readable | null
} {
  const { headers, body } = request
  if (!isChunked(request)) return { headers, body: body.length === 0 ? null : body }
  const lines = withoutLines(headers, ['transfer-encoding', 'content-length'])
  return { headers: lines, body: body.length === 0 ? null : Readable.from(piecesOf(body)) }
}

/** The most bytes of a chunk of a request body. */
const chunkLength = 16 * 1024

/** Yields a body in two pieces or more, as far as it has that many bytes. */
function* piecesOf(body: Uint8Array): Generator<Uint8Array> {
  const length = Math.min(chunkLength, Math.ceil(body.length / 2))
  for (let at = 0; at < body.length; at += length) yield body.subarray(at, at + length)
}

/** undici passes names and values in one flat list of buffers, despite its types. */
function headerLines(raw: unknown): readonly HeaderLine[] {
  const flat = raw as readonly Buffer[]
  const lines: HeaderLine[] = []
  for (let at = 0; at + 1 < flat.length; at += 2) lines.push([flat[at]!.toString(), flat[at + 1]!.toString('latin1')])
  return lines
}

interface Bounds {
  readonly inFlight: BytesInFlight
  readonly deadline: Deadline
  readonly maxResponseBytes: number
  /**
   * The events that begin and end the stream, and the milliseconds after the last in which the target may close the
   * connection.
   */
  readonly closing?: StreamEnds & { readonly graceMs: number }
  /** Set to stop at the first bytes of the body of a 2xx. */
  readonly goesAway?: true | undefined
  /** Milliseconds from the start of the exchange. */
  readonly elapsed: () => number
}

/** The source of the bytes. While it pauses, they wait in the network. */
export interface Sender {
  pause(): void
  resume(): void
  abort(reason: Error): void
}

/** As much of a response as arrived. */
interface Arrived {
  readonly response: RecordedResponse | null
  /** Set if the body arrived in too many pieces to keep them separate. */
  readonly isJoined?: true
  /** Set if the event that ends the stream has arrived. */
  readonly isClosing?: true
}

/** Receives a response. A large body waits for memory. */
export interface Arrival {
  begin(head: ResponseHead): void
  take(bytes: Uint8Array, sender: Sender): void
  end(): Arrived
}

/**
 * Creates a receiver for one response. It requests memory once, for the greatest possible length of the body, so that
 * no body waits when it is half read.
 */
export function newArrival(bounds: Bounds): Arrival {
  const { deadline, maxResponseBytes, elapsed, closing, goesAway } = bounds
  const body = createBodyChunks(maxResponseBytes)
  const room = startRoom(bounds)
  let head: ResponseHead | undefined
  let follower: StreamFollower | undefined
  let isClosing: true | undefined
  const keep = (bytes: Uint8Array): void => {
    if (room.hasEnded) return
    // The kept bytes are followed, so that those which wait to be decoded take no further memory.
    const kept = body.add(elapsed(), bytes)
    if (body.isOverfull) deadline.stop('too-large')
    if (goesAway && isSuccess(head?.status)) deadline.stop('cancelled')
    follower?.push(kept)
  }
  const follow = ({ firstEvent, lastEvent, graceMs }: NonNullable<Bounds['closing']>, begun: ResponseHead) =>
    followStream(begun, {
      firstEvent,
      lastEvent,
      mostBytes: maxResponseBytes,
      tell(progress) {
        if (progress === 'endless') return deadline.stop('too-large')
        isClosing = true
        deadline.shorten(graceMs)
      },
    })
  return {
    begin: (begun) => {
      head = begun
      follower = closing && follow(closing, begun)
    },
    take(bytes, sender) {
      if (room.isFound || body.size + bytes.length <= largeBody) return keep(bytes)
      sender.pause()
      room
        .find(announced(head))
        .then(() => keep(bytes))
        .then(sender.resume.bind(sender), sender.abort.bind(sender))
    },
    end() {
      follower?.stop()
      room.end()
      const response = head === undefined ? null : { ...head, chunks: body.chunks() }
      return { response, ...(body.isJoined ? { isJoined: true } : {}), ...(isClosing && { isClosing }) }
    },
  }
}

/** Takes memory for a large body, until the exchange ends. */
function startRoom({ inFlight, deadline, maxResponseBytes }: Bounds) {
  let room = 0
  let hasEnded = false
  const leave = (): void => {
    if (room > 0) inFlight.leave(room)
    room = 0
  }
  return {
    get isFound() {
      return room > 0
    },
    get hasEnded() {
      return hasEnded
    },
    async find(length: number): Promise<void> {
      const bytes = Math.min(length, maxResponseBytes)
      if (await deadline.pause(inFlight.enter(bytes, deadline.signal))) room = bytes
      if (hasEnded) leave()
    },
    end(): void {
      hasEnded = true
      leave()
    },
  }
}

/** Returns the announced length of a response, or infinity. */
function announced(head: ResponseHead | undefined): number {
  const length = Number(header(head?.headers ?? [], 'content-length') ?? Number.NaN)
  return Number.isInteger(length) && length > 0 ? length : Number.POSITIVE_INFINITY
}

/** Collects the pieces of a body as they arrive, up to a number of bytes. */
interface BodyChunks {
  /** The number of bytes kept so far. */
  readonly size: number
  /** True if the body exceeded the limit. The rest is not kept. */
  readonly isOverfull: boolean
  /** True if pieces were joined because there were too many. Their times of arrival are unknown. */
  readonly isJoined: boolean
  /** Returns the part that was kept. */
  add(at: number, bytes: Uint8Array): Uint8Array
  /**
   * Returns the pieces. Those of a large body are views of one buffer, so that the body need not be copied. If the body
   * exceeded the limit, only its beginning is kept: it cannot be judged and would take memory.
   */
  chunks(): readonly Chunk[]
}

/** The smallest size of a large body, in bytes. */
export const largeBody = 1024 * 1024
/** The default number of bytes that are kept of a body which exceeds the limit. */
const usualBeginning = 16 * 1024 * 1024
/**
 * The most pieces that are kept separately. A body that arrives byte by byte would otherwise take a hundred times its
 * length.
 */
const mostApart = 20_000
/** The greatest length of joined pieces. */
const joinedLength = 64 * 1024

export function createBodyChunks(maxBytes: number, mostOfOverfull = usualBeginning): BodyChunks {
  let chunks: Chunk[] = []
  let row: Uint8Array | undefined
  let size = 0
  let isOverfull = false
  let isJoined = false
  /** Moves the pieces into one buffer. The system provides its memory only as far as it is written to. */
  const moveTo = (space: Uint8Array): void => {
    row = space
    chunks = movedTo(space, chunks)
  }
  const taken = (bytes: Uint8Array): Uint8Array => {
    if (row === undefined && (size + bytes.length > largeBody || chunks.length === mostApart))
      moveTo(new Uint8Array(maxBytes))
    const start = size
    size += bytes.length
    if (row === undefined) return new Uint8Array(bytes)
    row.set(bytes, start)
    return row.subarray(start, size)
  }
  return {
    get size() {
      return size
    },
    get isOverfull() {
      return isOverfull
    },
    get isJoined() {
      return isJoined
    },
    add(at, bytes) {
      const kept = bytes.subarray(0, maxBytes - size)
      isOverfull ||= kept.length < bytes.length
      if (kept.length === 0) return kept
      const own = taken(kept)
      isJoined ||= chunks.length === mostApart
      append(chunks, { at, bytes: own }, isJoined)
      return own
    },
    chunks() {
      if (isOverfull) {
        chunks = beginningOf(chunks, mostOfOverfull)
        size = Math.min(size, mostOfOverfull)
      }
      if (row !== undefined && size < row.length / 2) moveTo(new Uint8Array(size))
      return chunks
    },
  }
}

/** Adds a piece, joined with the last one if that is wanted and possible. */
function append(chunks: Chunk[], { at, bytes }: Chunk, isJoined: boolean): void {
  const last = isJoined ? joined(chunks.at(-1)!.bytes, bytes) : undefined
  if (last !== undefined) chunks.pop()
  chunks.push({ at, bytes: last ?? bytes })
}

function beginningOf(chunks: readonly Chunk[], length: number): Chunk[] {
  let start = 0
  return chunks.flatMap(({ at, bytes }) => {
    const kept = bytes.subarray(0, Math.max(0, length - start))
    start += bytes.length
    return kept.length === 0 ? [] : [{ at, bytes: kept }]
  })
}

function movedTo(space: Uint8Array, chunks: readonly Chunk[]): Chunk[] {
  let end = 0
  return chunks.map(({ at, bytes }) => {
    const start = end
    end += bytes.length
    space.set(bytes, start)
    return { at, bytes: space.subarray(start, end) }
  })
}

/** Joins two neighbouring pieces; `undefined` if they would be too long. */
function joined(one: Uint8Array, next: Uint8Array): Uint8Array | undefined {
  const length = one.length + next.length
  return length > joinedLength ? undefined : new Uint8Array(one.buffer, one.byteOffset, length)
}
