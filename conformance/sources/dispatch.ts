import type { Dispatcher } from 'undici'
import type { HeaderLine, RecordedResponse } from '../model/exchange.ts'
import { createBodyChunks, largeBody } from './body-chunks.ts'
import type { Deadline } from './deadline.ts'
import { type LargeBodies, stretch } from './large-bodies.ts'
import type { Outgoing } from './names.ts'
import type { Way } from './pool.ts'

/** What one attempt needs beside the request. */
export interface Line {
  readonly way: Way
  readonly largeBodies: LargeBodies
  readonly deadline: Deadline
  readonly maxResponseBytes: number
  /** Milliseconds from the start of the exchange. */
  readonly elapsed: () => number
}

/** What came of an attempt: as much of a response as arrived, and the error that cut it short. */
export interface Attempt {
  readonly response: RecordedResponse | null
  /** Set when the body came in too many pieces to keep them all apart. */
  readonly isJoined?: true
  readonly error?: unknown
}

/** Sends one request and reads its whole response. Network trouble is part of what it returns; it never throws. */
export async function dispatch(url: URL, request: Outgoing, line: Line): Promise<Attempt> {
  try {
    const { dispatcher, address, headers } = line.way(url)
    const reply = await dispatcher.request({
      ...address,
      method: request.method as Dispatcher.HttpMethod,
      headers: [...headers, ...request.headers].flat(),
      body: request.body.length === 0 ? null : request.body,
      signal: line.deadline.signal,
      responseHeaders: 'raw',
    })
    return await received(reply, line)
  } catch (error) {
    return { response: null, error }
  }
}

async function received(reply: Dispatcher.ResponseData, line: Line): Promise<Attempt> {
  const body = createBodyChunks(line.maxResponseBytes)
  const head = { status: reply.statusCode, headers: headerLines(reply.headers) }
  const whole = () => ({ ...head, chunks: body.chunks() })
  const joined = () => (body.isJoined ? ({ isJoined: true } as const) : {})
  let hasTurn = false
  let rested = 0
  try {
    for await (const bytes of reply.body as AsyncIterable<Uint8Array>) {
      if (!hasTurn && body.size + bytes.length > largeBody)
        hasTurn = await line.deadline.pause(line.largeBodies.enter(line.deadline.signal))
      body.add(line.elapsed(), bytes)
      if (body.size - rested > stretch) {
        rested = body.size
        await line.largeBodies.rest()
      }
      if (body.isOverfull) line.deadline.stop('too-large')
    }
    return { response: whole(), ...joined() }
  } catch (error) {
    return { response: whole(), error, ...joined() }
  } finally {
    if (hasTurn) line.largeBodies.leave()
  }
}

/** With `responseHeaders: 'raw'` the client hands over names and values in one flat list, whatever its types say. */
function headerLines(raw: unknown): readonly HeaderLine[] {
  const flat = raw as readonly string[]
  const lines: HeaderLine[] = []
  for (let at = 0; at + 1 < flat.length; at += 2) lines.push([flat[at]!, flat[at + 1]!])
  return lines
}
