import type { IncomingMessage, ServerResponse } from 'node:http'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import type {
  Ended,
  Exchange,
  HeaderLine,
  RecordedResponse,
  ResponseHead,
} from '../../conformance/core/model/exchange.ts'
import type { ReceivedRequest, UpstreamFormat, UpstreamTrial } from '../../conformance/core/model/upstream.ts'
import { type ByteBudget, boundedBody, mostBodyBytes } from '../../conformance/core/server/body.ts'
import { type Front, openFront, type Rejection, sendRejection } from '../../conformance/core/server/front.ts'
import { percentDecoded } from '../../conformance/core/wire/percent-decoded.ts'
import { serveRoutes } from '../serve-routes.ts'
import { chatRoute } from './chat-route.ts'
import { providerError } from './errors.ts'
import { type CalledAs, calledAs } from './formats.ts'
import { forward, rejected } from './forward.ts'
import { waitingGroups } from './groups.ts'
import { respond } from './respond.ts'

/** The options of an upstream. */
export interface UpstreamServerOptions {
  /** The port; 0 selects any free port. */
  readonly port: number
  readonly host: string
  /** The key that the gateway has to send. */
  readonly key: string
  /** The keys of the client. A request with one is served, too: that the gateway passes keys on is a finding of its own. */
  readonly clientKeys: readonly string[]
  /** The form of the words in marks. */
  readonly words: RegExp
  /** Called when a request for an exchange of the client arrives. */
  readonly onArrival: (exchange: string) => void
  /** Called with each exception that ended an exchange. */
  readonly onFault?: (error: unknown) => void
  /** Called with each request for an exchange of the client, when the exchange at the upstream is over. */
  readonly onReceived: (exchange: string, received: ReceivedRequest) => void
}

/** A trial, and the id of the exchange in which the client sends it. */
export interface ExpectedTrial {
  readonly exchange: string
  readonly trial: UpstreamTrial
}

/** The provider behind a gateway. */
export interface UpstreamServer {
  /** Its base URL, without a trailing slash. */
  readonly url: string
  /** Registers requests. Requests with their marks are answered by their scripts, others by the reference server. */
  expect(trials: readonly ExpectedTrial[]): void
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
  const reference = await serveRoutes({ keys: [options.key], modelNames: everyModel }, [chatRoute])
  const { expect, find } = startExpecting(options.words)
  const state: State = { options, find, counts: { others: {}, withoutKey: 0, serial: 0 }, isStopping: false }
  const serve = startServing(state, Number(new URL(reference.url).port))
  const { host, onFault } = options
  const open = (port: number): Promise<Front> =>
    openFront({ name, port, host, admit: (request) => admit(request, state), answer: serve, onFault })
  let front = await open(options.port).catch(async (error: unknown) => {
    await reference.close()
    throw error
  })
  const stop = async (): Promise<void> => {
    state.isStopping = true
    await front.close()
  }
  return {
    url: front.url,
    expect,
    pause: stop,
    async resume() {
      state.isStopping = false
      front = await open(front.port)
    },
    others: () => ({ ...state.counts.others }),
    withoutKey: () => state.counts.withoutKey,
    close: async () => {
      await Promise.all([stop(), reference.close()])
    },
  }
}

/** The state of an upstream. */
interface State {
  readonly options: UpstreamServerOptions
  readonly find: (path: string, body: Buffer) => ExpectedTrial | undefined
  readonly counts: { readonly others: Record<string, number>; withoutKey: number; serial: number }
  isStopping: boolean
}

/** Collects trials, and finds that of a request by the marks in it. */
function startExpecting(words: RegExp): Pick<UpstreamServer, 'expect'> & Pick<State, 'find'> {
  const trials = new Map<string, ExpectedTrial>()
  const pictures: (readonly [Buffer, Buffer, ExpectedTrial])[] = []
  return {
    expect(added) {
      for (const expected of added)
        for (const { kind, value } of expected.trial.marks) {
          for (const [word] of kind === 'word' ? value.matchAll(words) : []) trials.set(word, expected)
          if (kind === 'bytes') pictures.push([Buffer.from(value, 'base64'), Buffer.from(value), expected])
        }
    },
    find(path, body) {
      const text = body.toString('latin1')
      for (const source of [path, text])
        for (const [word] of source.matchAll(words)) {
          const trial = trials.get(word)
          if (trial !== undefined) return trial
        }
      return pictures.find(([raw, base64]) => body.includes(raw) || body.includes(base64))?.[2]
    },
  }
}

/** Counts a request, and rejects it before its body is read if nothing shows who sent it. */
function admit(request: IncomingMessage, { options, counts }: State): Rejection | undefined {
  const { method = 'GET', url = '/' } = request
  const called = calledAs(method, url, undefined)
  const given = keysIn(request)
  const isKnown = [options.key, ...options.clientKeys].some((one) => given.includes(one))
  const name = called?.format ?? 'other'
  counts.others[name] = (counts.others[name] ?? 0) + 1
  if (called === undefined) return isOther(method, url) ? undefined : isKnown ? nothingHere : keyRejection('chat')
  if (isKnown) return undefined
  counts.withoutKey += 1
  return keyRejection(called.format)
}

/** Returns a function that answers each request: those of trials by their scripts, others by the reference server. */
function startServing(state: State, referencePort: number) {
  const { options, counts } = state
  const budget: ByteBudget = { most: mostBodyBytes, held: 0 }
  const groups = waitingGroups()
  const began = performance.now()
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const startedAt = performance.now() - began
    const body = await bodyOf(request, response, budget)
    if (!Buffer.isBuffer(body)) return sendRejection(response, name, body)
    const { method = 'GET', url = '/' } = request
    const json = parsed(body)
    const called = calledAs(method, url, json)
    const members = json ?? fieldsOf(body)
    const model = modelIn(url, members)
    const expected = called === undefined ? undefined : state.find(url, body)
    const forwarded = { called, body, key: options.key, port: referencePort }
    if (expected === undefined || called === undefined) {
      if (isUnknownModel(model)) noModel(response, called)
      else await forward(request, response, forwarded)
      return
    }
    const { trial, exchange } = expected
    options.onArrival(exchange)
    counts.others[called.format]! -= 1
    counts.serial += 1
    const id = `u${counts.serial}`
    const breakOff = watchExchange(request, response, state, (outcome) => {
      const durationMs = performance.now() - began - startedAt
      options.onReceived(exchange, receivedOf({ id, called, request, body, startedAt, durationMs }, outcome))
    })
    // Streams of a group wait for one another, which leaves no time. Other trials send such requests, too.
    if (trial.behaviour.kind !== 'together' && (await rejected(request, response, forwarded))) return
    const asked = { model, serial: `${id}0`, created: Math.floor(Date.now() / 1000), body: members }
    await respond(response, { behaviour: trial.behaviour, reply: trial.reply, called, asked, groups, breakOff })
  }
}

/** Calls `done` with the outcome of an exchange. Returns a function that breaks it off. */
function watchExchange(
  request: IncomingMessage,
  response: ServerResponse,
  state: Pick<State, 'isStopping'>,
  done: (outcome: Outcome) => void,
): () => void {
  let isBroken = false
  watch(response, () => isBroken || state.isStopping, done)
  return () => {
    isBroken = true
    request.socket.destroy()
  }
}

/** Gateways call models by names of their own. */
const everyModel = [
  { label: 'content-model-1', name: '*' },
  { label: 'messages-model-1', name: '*' },
  { label: 'image-model-1', name: '*' },
] as const

const name = 'mgi upstream'

/** The other requests that gateways send to their provider: for images of its replies, and for the usage of a key. */
function isOther(method: string, url: string): boolean {
  return method === 'GET' && /^\/(?:pictures\/[\w.-]+|api\/usage\/token\/?(?:\?.*)?)$/.test(url)
}

const nothingHere: Rejection = { status: 404, reason: 'there is nothing at this path' }
const notDecodable: Rejection = { status: 400, reason: 'the content coding of the request cannot be undone' }
const tooLarge: Rejection = { status: 413, reason: `a request has at most ${mostBytes / 2 ** 20} MB` }

/** Returns the body of a request without its content coding, or why it is rejected. */
async function bodyOf(
  request: IncomingMessage,
  response: ServerResponse,
  budget: ByteBudget,
): Promise<Buffer | Rejection> {
  const body = await boundedBody(request, response, { most: mostBytes, budget })
  return body === undefined ? tooLarge : unpacked(request, response, body, budget)
}

/** Undoes the content coding of a request, and its header, since the decoded bytes are recorded and forwarded. */
function unpacked(
  request: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
  budget: ByteBudget,
): Buffer | Rejection {
  const undo = codings.get(request.headers['content-encoding']?.toLowerCase())
  if (undo === undefined) return body
  delete request.headers['content-encoding']
  const at = request.rawHeaders.findIndex((name) => name.toLowerCase() === 'content-encoding')
  request.rawHeaders.splice(at, 2)
  const bytes = undone(undo, body, Math.min(mostBytes, budget.most - budget.held))
  if (!Buffer.isBuffer(bytes)) return bytes
  budget.held += bytes.length
  response.once('close', () => {
    budget.held -= bytes.length
  })
  return bytes
}

/** Undoes a coding of at most so many bytes, or returns why it cannot. */
function undone(undo: typeof gunzipSync, body: Buffer, most: number): Buffer | Rejection {
  try {
    return undo(body, { maxOutputLength: Math.max(1, most) })
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge : notDecodable
  }
}

const codings: ReadonlyMap<string | undefined, typeof gunzipSync> = new Map([
  ['gzip', gunzipSync],
  ['deflate', inflateSync],
  ['br', brotliDecompressSync],
])

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}

/** Returns the keys of a request, in any form in which providers take one. */
function keysIn({ headers, url = '' }: IncomingMessage): readonly unknown[] {
  const { authorization = '', 'x-api-key': own, 'x-goog-api-key': other, 'api-key': third } = headers
  const query = new URLSearchParams(url.split('?')[1] ?? '').get('key')
  return [/^Bearer +(\S+)$/i.exec(authorization)?.[1], own, other, third, query]
}

function keyRejection(format: UpstreamFormat): Rejection {
  const reason = 'The API key is not valid.'
  return { status: 401, reason, body: providerError(401, format, reason) }
}

/** Returns whether a name is one that the suite makes up to see it rejected. */
function isUnknownModel(name: string): boolean {
  return name.includes('no-such-model')
}

function noModel(response: ServerResponse, called: CalledAs | undefined): void {
  response.writeHead(404, { 'content-type': 'application/json; charset=utf-8' })
  response.end(JSON.stringify(providerError(404, called?.format ?? 'chat', 'There is no such model.')))
}

function modelIn(url: string, json: unknown): string {
  const inPath = /\/models\/([^/:?]+):/.exec(url)?.[1]
  const { model } = Object(json) as { readonly model?: unknown }
  if (inPath !== undefined) return percentDecoded(inPath) ?? inPath
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
  readonly called: CalledAs
  readonly request: IncomingMessage
  readonly body: Buffer
  readonly startedAt: number
  readonly durationMs: number
}

function receivedOf(arrived: Arrived, { isFreed, ...outcome }: Outcome): ReceivedRequest {
  const { id, called, request, body, startedAt, durationMs } = arrived
  const { method = 'GET', url = '/', rawHeaders } = request
  const headers = rawHeaders.flatMap((name, index): HeaderLine[] =>
    index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? '']] : [],
  )
  const exchange: Exchange = {
    id,
    source: 'proxy',
    startedAt: Math.round(startedAt),
    durationMs: Math.round(durationMs),
    captured: ['request-headers', 'request-body', 'response-headers', 'response-body'],
    request: { method, path: url, headers, body },
    ...outcome,
  }
  return { format: called.format, exchange, ...(isFreed ? { isFreed: true } : {}) }
}
