import type { IncomingMessage, RequestListener } from 'node:http'
import { createServer } from 'node:net'
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

/** Below the ports that systems give to servers that listen on 0; each process begins elsewhere. */
let nextPort = 20_000 + ((process.pid * 37) % 12_000)

/** Returns the URL of a port where nobody listens, and which no other test is given. */
export async function urlOfNobody(): Promise<string> {
  for (;;) {
    nextPort += 1
    const server = createServer()
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false)).listen(nextPort, '127.0.0.1', () => resolve(true))
    })
    if (!isFree) continue
    await new Promise((resolve) => server.close(resolve))
    return `http://127.0.0.1:${nextPort}`
  }
}
