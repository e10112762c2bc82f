import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import type {
  Ended,
  Exchange,
  HeaderLine,
  RecordedResponse,
  ResponseHead,
} from '../../conformance/core/model/exchange.ts'
import type { ReceivedRequest, UpstreamTrial } from '../../conformance/core/model/upstream.ts'
import { startReferenceServer } from '../index.ts'
import { providerError } from './errors.ts'
import { type CalledAs, calledAs } from './formats.ts'
import { forward } from './forward.ts'
import { waitingGroups } from './groups.ts'
import { respond } from './respond.ts'

/** The options of an upstream. */
export interface UpstreamServerOptions {
  /** The port; 0 selects any free port. */
  readonly port: number
  readonly host: string
  /** The key that the gateway has to send. */
  readonly key: string
  /** The form of the words in marks. */
  readonly words: RegExp
  /** Called when a request of a trial arrives. */
  readonly onArrival: (trial: string) => void
  /** Called with each request of a trial, when the exchange is over. */
  readonly onReceived: (received: ReceivedRequest) => void
}

/** The provider behind a gateway. */
export interface UpstreamServer {
  /** Its base URL, without a trailing slash. */
  readonly url: string
  /** Registers requests. Requests with their marks are answered by their scripts, others by the reference server. */
  expect(trials: readonly UpstreamTrial[]): void
  /** Stops listening and breaks all connections. */
  pause(): Promise<void>
  /** Listens again on the same port. */
  resume(): Promise<void>
  /** Returns the numbers of requests without a mark, by format. */
  others(): Readonly<Record<string, number>>
  /** Returns the number of requests without the right key. */
  withoutKey(): number
  close(): Promise<void>
}

/** The most bytes of a request: two images of 25 MB and more. */
const mostBytes = 96 * 2 ** 20

export async function startUpstreamServer(options: UpstreamServerOptions): Promise<UpstreamServer> {
  const { host, key } = options
  const reference = await startReferenceServer({ keys: [key], modelNames: everyModel })
  const trials = new Map<string, UpstreamTrial>()
  const pictures: (readonly [Buffer, Buffer, UpstreamTrial])[] = []
  const counts = { others: {} as Record<string, number>, withoutKey: 0, serial: 0 }
  const groups = waitingGroups()
  const began = performance.now()

  const find = (path: string, body: Buffer): UpstreamTrial | undefined => {
    const text = body.toString('latin1')
    for (const source of [path, text])
      for (const [word] of source.matchAll(options.words)) {
        const trial = trials.get(word)
        if (trial !== undefined) return trial
      }
    return pictures.find(([raw, base64]) => body.includes(raw) || body.includes(base64))?.[2]
  }
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const startedAt = performance.now() - began
    const body = await bodyOf(request)
    const { method = 'GET', url = '/' } = request
    const json = parsed(body)
    const called = calledAs(method, url, json)
    const members = json ?? fieldsOf(body)
    const trial = called === undefined ? undefined : find(url, body)
    const isKnown = called === undefined || hasKey(request, key)
    if (!isKnown) counts.withoutKey += 1
    if (trial !== undefined) options.onArrival(trial.id)
    if (trial === undefined || called === undefined) {
      const name = called?.format ?? 'other'
      counts.others[name] = (counts.others[name] ?? 0) + 1
      if (isKnown && isUnknownModel(modelIn(url, members))) noModel(response, called)
      else if (isKnown) forward(request, response, { called, body, json, key, referenceUrl: reference.url })
      else reject(response, called!)
      return
    }
    counts.serial += 1
    const id = `u${counts.serial}`
    let isBroken = false
    const breakOff = (): void => {
      isBroken = true
      request.socket.destroy()
    }
    watch(
      response,
      () => isBroken || isStopping,
      (outcome) => {
        const durationMs = performance.now() - began - startedAt
        options.onReceived(receivedOf({ id, trial, called, request, body, startedAt, durationMs }, outcome))
      },
    )
    if (!isKnown) return reject(response, called)
    const model = modelIn(url, members)
    const asked = { model, serial: `${id}0`, created: Math.floor(Date.now() / 1000), body: members }
    await respond(response, { behaviour: trial.behaviour, reply: trial.reply, called, asked, groups, breakOff })
  }

  let isStopping = false
  const stop = (): Promise<void> => {
    isStopping = true
    return stopped(server)
  }
  let server = await listen(serve, options.port, host).catch(async (error: unknown) => {
    await reference.close()
    throw error
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    expect(added) {
      for (const trial of added)
        for (const { kind, value } of trial.marks) {
          if (kind === 'word') trials.set(value, trial)
          if (kind === 'bytes') pictures.push([Buffer.from(value, 'base64'), Buffer.from(value), trial])
        }
    },
    pause: stop,
    async resume() {
      isStopping = false
      server = await listen(serve, port, host)
    },
    others: () => ({ ...counts.others }),
    withoutKey: () => counts.withoutKey,
    close: async () => {
      await Promise.all([stop(), reference.close()])
    },
  }
}

/** Gateways call models by names of their own. */
const everyModel = [
  { label: 'content-model-1', name: '*' },
  { label: 'messages-model-1', name: '*' },
  { label: 'image-model-1', name: '*' },
] as const

type Serve = (request: IncomingMessage, response: ServerResponse) => Promise<void>

function listen(serve: Serve, port: number, host: string): Promise<Server> {
  const server = createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
    response.on('error', () => {})
    // A request that breaks off has no body to answer.
    serve(request, response).catch(() => request.socket.destroy())
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve(server))
  })
}

function stopped(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of request) {
    parts.push(part as Buffer)
    length += (part as Buffer).length
    if (length > mostBytes) throw new RangeError('the request is too large')
  }
  return decoded(request, Buffer.concat(parts))
}

/** Undoes the content coding of a request, and its header, since the decoded bytes are recorded and forwarded. */
function decoded(request: IncomingMessage, body: Buffer): Buffer {
  const coding = request.headers['content-encoding']
  const undo = coding === undefined ? undefined : codings[coding.toLowerCase()]
  if (undo === undefined) return body
  delete request.headers['content-encoding']
  const at = request.rawHeaders.findIndex((name) => name.toLowerCase() === 'content-encoding')
  request.rawHeaders.splice(at, 2)
  return undo(body, { maxOutputLength: mostBytes })
}

const codings: Readonly<Record<string, typeof gunzipSync>> = {
  gzip: gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}

/** Returns whether a request has the key, in any form in which providers take one. */
function hasKey({ headers, url = '' }: IncomingMessage, key: string): boolean {
  const { authorization = '', 'x-api-key': own, 'x-goog-api-key': other, 'api-key': third } = headers
  const query = new URLSearchParams(url.split('?')[1] ?? '').get('key')
  return [/^Bearer +(\S+)$/i.exec(authorization)?.[1], own, other, third, query].includes(key)
}

function reject(response: ServerResponse, { format }: CalledAs): void {
  response.writeHead(401, { 'content-type': 'application/json; charset=utf-8' })
  response.end(JSON.stringify(providerError(401, format, 'The API key is not valid.')))
}

/** Returns whether a name is one that the suite makes up to see it rejected. */
function isUnknownModel(name: string): boolean {
  return name.includes('no-such-model')
}

function noModel(response: ServerResponse, called: CalledAs | undefined): void {
  response.writeHead(404, { 'content-type': 'application/json; charset=utf-8' })
  response.end(JSON.stringify(providerError(404, called?.format ?? 'chat', 'There is no such model.')))
}

/** Returns the model in a path or a body. */
function modelIn(url: string, json: unknown): string {
  const inPath = /\/models\/([^/:?]+):/.exec(url)?.[1]
  const { model } = Object(json) as { readonly model?: unknown }
  if (inPath !== undefined) return decodeURIComponent(inPath)
  return typeof model === 'string' ? model : ''
}

/** Returns the text fields of a form that change the form of its reply. */
function fieldsOf(body: Buffer): Readonly<Record<string, string>> {
  const text = body.toString('latin1')
  const fields = ['response_format', 'n', 'model'].flatMap((name) => {
    const [, value] = new RegExp(`name="${name}"(?:\\r\\n[^\\r\\n]+)*\\r\\n\\r\\n([^\\r\\n]*)`).exec(text) ?? []
    return value === undefined ? [] : [[name, value] as const]
  })
  return Object.fromEntries(fields)
}

/** The bytes that the upstream wrote, and how they ended. */
interface Outcome {
  readonly response: RecordedResponse | null
  readonly ended: Ended
  readonly isFreed: boolean
}

/** Notes what is written, and calls `done` once when the exchange is over. `isBroken` tells that the upstream broke it. */
function watch(response: ServerResponse, isBroken: () => boolean, done: (outcome: Outcome) => void): void {
  const parts: Buffer[] = []
  let head: ResponseHead | undefined
  const keep = (chunk: unknown): void => {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) parts.push(Buffer.from(chunk as string))
  }
  const { writeHead, write, end } = response
  response.writeHead = ((status: number, headers: Readonly<Record<string, unknown>> = {}) => {
    head = { status, headers: Object.entries(headers).map(([name, value]) => [name, String(value)] as const) }
    return writeHead.call(response, status, headers as never)
  }) as typeof response.writeHead
  response.write = ((...given: Parameters<typeof write>) => {
    keep(given[0])
    return write.apply(response, given)
  }) as typeof response.write
  response.end = ((...given: Parameters<typeof end>) => {
    keep(given[0])
    return end.apply(response, given)
  }) as typeof response.end
  response.once('close', () => {
    const isWhole = response.writableFinished
    const bytes = Buffer.concat(parts)
    done({
      response: head === undefined ? null : { ...head, chunks: bytes.length === 0 ? [] : [{ at: 0, bytes }] },
      ended: isWhole ? 'complete' : isBroken() ? 'reset' : 'cancelled',
      isFreed: !isWhole && !isBroken(),
    })
  })
}

/** A request of a trial. */
interface Arrived {
  readonly id: string
  readonly trial: UpstreamTrial
  readonly called: CalledAs
  readonly request: IncomingMessage
  readonly body: Buffer
  readonly startedAt: number
  readonly durationMs: number
}

function receivedOf(arrived: Arrived, { isFreed, ...outcome }: Outcome): ReceivedRequest {
  const { id, trial, called, request, body, startedAt, durationMs } = arrived
  const { method = 'GET', url = '/', rawHeaders } = request
  const headers = rawHeaders.flatMap((name, index): HeaderLine[] =>
    index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? '']] : [],
  )
  const exchange: Exchange = {
    ...{ id, source: 'proxy', startedAt: Math.round(startedAt), durationMs: Math.round(durationMs) },
    captured: ['request-headers', 'request-body', 'response-headers', 'response-body'],
    request: { method, path: url, headers, body },
    ...outcome,
  }
  return { trial: trial.id, format: called.format, exchange, ...(isFreed ? { isFreed: true } : {}) }
}
