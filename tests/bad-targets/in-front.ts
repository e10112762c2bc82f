import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { bytesOfMessage, sendOn, withoutHops } from '../../conformance/core/server/forward.ts'
import { startReferenceServer } from '../../reference-server/index.ts'
import { httpServer, type Listening } from '../servers.ts'
import { type Operation, operationOf } from './operation-of.ts'

/** A request on its way to the reference server. */
export interface TargetRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  /** Undefined for a route that the specification does not know. */
  readonly operation: Operation | undefined
}

/** A response on its way back to the suite. */
export interface Answer {
  readonly status: number
  readonly type: string
  readonly body: string | Buffer
  readonly headers?: Readonly<Record<string, string>>
  /**
   * The end of the response after the body: the connection breaks, stays open without another byte, or repeats the body
   * forever.
   */
  readonly after?: 'breaks off' | 'stays open' | 'repeats'
  /** Called when a response that stays open is left by its client. */
  readonly onLeft?: () => void
  /** Bytes to send instead of a well-formed response. The connection is closed after them. */
  readonly raw?: string
}

/** Decides how the proxy answers a request. Returns undefined to never answer. */
export type Behaviour = (
  request: TargetRequest,
  forward: (request: TargetRequest) => Promise<Answer>,
) => Promise<Answer | undefined>

/** Starts a reference server with these faults, behind a proxy with this behaviour. It accepts the key `test-key`. */
export async function startInFront(behaviour: Behaviour, faults: readonly string[] = []): Promise<Listening> {
  const reference = await startReferenceServer({ faults })
  const server = await httpServer((incoming, outgoing) => {
    answer(incoming, outgoing, behaviour, reference.url).catch((error: unknown) => outgoing.destroy(error as Error))
  })
  return {
    url: server.url,
    close: async () => {
      await server.close()
      await reference.close()
    },
  }
}

async function answer(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  behaviour: Behaviour,
  reference: string,
): Promise<void> {
  const { method = 'GET', url: path = '/', headers } = incoming
  const body = await bytesOfMessage(incoming)
  const request = { method, path, headers, body, operation: operationOf(method, path, body) }
  const given = await behaviour(request, (forwarded) => fromReference(forwarded, reference))
  if (given === undefined) return
  if (given.raw !== undefined) {
    incoming.socket.end(given.raw, 'latin1')
    return
  }
  const length = given.after === undefined ? { 'content-length': Buffer.byteLength(given.body) } : {}
  outgoing.writeHead(given.status, { 'content-type': given.type, ...length, ...given.headers })
  if (given.after === undefined) outgoing.end(given.body)
  else outgoing.write(given.body, () => goOn(outgoing, given))
}

function goOn(outgoing: ServerResponse, { body, after, onLeft }: Answer): void {
  if (onLeft !== undefined) outgoing.on('close', onLeft)
  if (after === 'breaks off') outgoing.destroy()
  if (after !== 'repeats') return
  const timer = setInterval(() => outgoing.write(body), 20)
  outgoing.on('close', () => clearInterval(timer))
}

async function fromReference({ method, path, headers, body }: TargetRequest, reference: string): Promise<Answer> {
  const { hostname: host, port } = new URL(reference)
  const { 'accept-encoding': _coding, ...kept } = withoutHops(headers)
  const reply = await sendOn({ host, port, method, path, headers: kept, body })
  return { status: reply.statusCode ?? 0, type: reply.headers['content-type'] ?? '', body: await bytesOfMessage(reply) }
}
