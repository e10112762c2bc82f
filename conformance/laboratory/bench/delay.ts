import { createServer, request as forward } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A reverse proxy that delays requests. */
export interface Delay {
  readonly url: string
  /** Returns the number of requests so far. */
  readonly count: () => number
  stop(): Promise<void>
}

/** Starts a reverse proxy that forwards each request after `milliseconds`, to simulate a distant network. */
export async function startDelay(target: string, milliseconds: number): Promise<Delay> {
  let count = 0
  const server = createServer((incoming, outgoing) => {
    count += 1
    const { method, url, rawHeaders } = incoming
    const onward = forward(target + url, { method, headers: rawHeaders, agent: false }, (reply) => {
      outgoing.writeHead(reply.statusCode ?? 502, reply.rawHeaders)
      reply.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    setTimeout(() => incoming.pipe(onward), milliseconds)
  })
  server.keepAliveTimeout = 65_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    count: () => count,
    stop: async () => {
      server.close().closeAllConnections()
    },
  }
}
