import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, request as open, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { RecordedRequest } from '../../conformance/model/exchange.ts'
import type { Operation } from '../../conformance/model/operation.ts'
import { type Validation, validate } from '../../schemas/index.ts'
import { startReferenceServer } from '../index.ts'
import { parsed } from './quirks/json.ts'
import { connectionLost, type Variant, type VariantReply, type VariantRequest } from './variant.ts'

/** A running variant. */
interface Gateway {
  readonly url: string
  /** Returns the number of replies that differ from those of the reference server. */
  readonly altered: () => number
  close(): Promise<void>
}

/** Starts a variant in front of a reference server. It recognises requests for these operations. */
export async function startGateway(variant: Variant, operations: readonly Operation[]): Promise<Gateway> {
  const reference = await startReferenceServer()
  const counts = { asked: 0, altered: 0 }
  const seen = new Set<string>()
  const server = createServer((incoming, outgoing) => {
    serve(incoming, outgoing, { reference: reference.url, variant, operations, counts, seen }).catch(
      (error: unknown) => {
        outgoing.writeHead(500).end(String(error))
      },
    )
  })
  server.keepAliveTimeout = 65_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    altered: () => counts.altered,
    close: async () => {
      server.close().closeAllConnections()
      await reference.close()
    },
  }
}

interface Setting {
  /** The URL of the reference server. */
  readonly reference: string
  readonly variant: Variant
  readonly operations: readonly Operation[]
  readonly counts: { asked: number; altered: number }
  /** Digests of the requests received so far. */
  readonly seen: Set<string>
}

async function serve(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { reference, variant, operations, counts, seen }: Setting,
): Promise<void> {
  counts.asked += 1
  const ordinal = counts.asked
  const body = await whole(incoming)
  const digest = digestOf(incoming, body)
  const firstTime = seen.has(digest) ? 0 : seen.add(digest).size
  const request = { ...readRequest(incoming, body, operations), ordinal, firstTime }
  const given = variant.instead?.(request)
  const original = given ?? (await forwarded(incoming, body, reference))
  const answer = (variant.quirks ?? []).reduce((so, quirk) => quirk(so, request), original)
  if (given !== undefined || answer !== original || variant.hangsUp) counts.altered += 1
  write(outgoing, answer, variant.hangsUp === true)
}

async function whole(message: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of message) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

function readRequest(
  { method = '', url: path = '', rawHeaders }: IncomingMessage,
  body: Buffer,
  operations: readonly Operation[],
): Omit<VariantRequest, 'ordinal' | 'firstTime'> {
  const headers = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? ''] as const] : []))
  const recorded = inNeutralWords({ method, path, headers, body: new Uint8Array(body) })
  const operation = operations.find(({ matches }) => matches(recorded))
  const schema = operation?.schemas.request
  const validation: Validation = schema === undefined ? unspoken : validate(schema, operation?.read(recorded))
  return { method, path, endpoint: operation?.id, validation, json: parsed(body) }
}

function digestOf({ method, url, rawHeaders }: IncomingMessage, body: Buffer): string {
  return createHash('sha256')
    .update(JSON.stringify([method, url, rawHeaders]))
    .update(body)
    .digest('hex')
}

const unspoken: Validation = { violations: [], open: [], uses: [], spoken: new Set() }

/** Replaces the random name of an unknown model with the label that the schemas describe. */
function inNeutralWords(request: RecordedRequest): RecordedRequest {
  const neutral = (text: string): string => text.replaceAll(/no-such-model-[0-9a-f]{8}/g, 'no-such-model')
  const body = Buffer.from(neutral(Buffer.from(request.body).toString('latin1')), 'latin1')
  return { ...request, path: neutral(request.path), body: new Uint8Array(body) }
}

/** Forwards a request with its Host header, because the reference server uses that host in the URLs of its pictures. */
async function forwarded(incoming: IncomingMessage, body: Buffer, reference: string): Promise<VariantReply> {
  const { method = 'GET', headers, url = '/' } = incoming
  const path = url.replace(/^\/moved/, '')
  const kept = Object.entries(headers).filter(([name]) => !hopByHop.has(name))
  const reply = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = open(`${reference}${path}`, { method, headers: Object.fromEntries(kept) as never, agent: false })
    sent.once('response', resolve).once('error', reject)
    sent.end(body)
  })
  const given = Object.entries(reply.headers).filter(([name]) => !hopByHop.has(name))
  return {
    status: reply.statusCode ?? 0,
    headers: Object.fromEntries(given.map(([name, value]) => [name, String(value)])),
    body: await whole(reply),
  }
}

const hopByHop = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'date'])

function write(
  outgoing: ServerResponse,
  { status, headers, body, chunks, breaksOff }: VariantReply,
  hangsUp: boolean,
): void {
  if (status === connectionLost) {
    outgoing.destroy()
    return
  }
  if (hangsUp) outgoing.shouldKeepAlive = false
  outgoing.writeHead(status, { ...headers, ...(chunks === undefined ? { 'content-length': body.length } : {}) })
  for (const chunk of chunks ?? []) outgoing.write(chunk)
  if (breaksOff) {
    outgoing.write('', () => outgoing.destroy())
    return
  }
  outgoing.end(chunks === undefined ? body : undefined)
}
