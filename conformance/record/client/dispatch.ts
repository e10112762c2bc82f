import type { Dispatcher } from 'undici'
import type { HeaderLine } from '../../model/exchange.ts'
import { type Arrived, type Bounds, newArrival } from './arrival.ts'
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
