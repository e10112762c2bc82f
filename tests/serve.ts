import type { IncomingMessage, RequestListener } from 'node:http'
import { createServer } from 'node:net'
import { onTestFinished } from 'vitest'
import { httpServer, type Listening } from './servers.ts'

/** A server for one test, and the requests that it received. */
export interface Served extends Listening {
  readonly asked: IncomingMessage[]
}

/** Starts a server that is closed after the test. In hooks, use `httpServer` and close it there. */
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

/** Closes a resource after the test. Resources are closed in reverse order of their opening. */
export async function untilTestEnds<Closable extends { close(): unknown }>(
  opening: Closable | Promise<Closable>,
): Promise<Closable> {
  const opened = await opening
  onTestFinished(async () => void (await opened.close()))
  return opened
}

/**
 * Starts below the ephemeral ports that systems assign to servers that listen on port 0. Each process starts at another
 * port.
 */
let nextPort = 20_000 + ((process.pid * 37) % 12_000)

/** Returns a URL on which no server listens. No other test gets the same port. */
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
