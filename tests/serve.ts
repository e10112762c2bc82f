import type { IncomingMessage, RequestListener } from 'node:http'
import { onTestFinished } from 'vitest'
import { httpServer, type Listening } from './servers.ts'

/** A server of one test, and what it was asked so far. */
export interface Served extends Listening {
  readonly asked: IncomingMessage[]
}

/** Starts a server that is closed when the test is over; for tests only, not for hooks: those close an `httpServer`. */
export async function serve(listener: RequestListener, host?: string): Promise<Served> {
  const asked: IncomingMessage[] = []
  const server = await untilTestEnds(
    httpServer((request, response) => {
      asked.push(request)
      listener(request, response)
    }, host),
  )
  return { ...server, asked }
}

/** Closes what a test opens when the test is over, what was opened last first. */
export async function untilTestEnds<Closable extends { close(): unknown }>(
  opening: Closable | Promise<Closable>,
): Promise<Closable> {
  const opened = await opening
  onTestFinished(async () => void (await opened.close()))
  return opened
}

/** The URL of a port where nobody listens any more. */
export async function urlOfNobody(): Promise<string> {
  const { url, close } = await httpServer(() => {})
  await close()
  return url
}
