import type { ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import type { ScriptedReply, UpstreamBehaviour } from '../../conformance/core/model/upstream.ts'
import { errorFrame, providerError } from './errors.ts'
import type { CalledAs } from './formats.ts'
import type { StreamGroups } from './groups.ts'
import { plainReply, type ReplyContext, streamedReply } from './scripted.ts'

/** A request that the upstream answers by a script. */
export interface Scripted {
  readonly behaviour: UpstreamBehaviour
  readonly reply: ScriptedReply
  readonly called: CalledAs
  readonly asked: ReplyContext
  readonly groups: StreamGroups
  /** Breaks the connection. */
  readonly breakOff: () => void
}

/** The times in milliseconds: between events of an endless stream, until it ends by itself, and of silence. */
const pause = 20
const longestStream = 8_000
const longestSilence = 120_000

/** Answers a request as its script says. Returns when nothing more is to be written. */
export async function respond(response: ServerResponse, scripted: Scripted): Promise<void> {
  const { behaviour, reply, called, asked, groups, breakOff } = scripted
  switch (behaviour.kind) {
    case 'answer':
    case 'refused':
      return answerWhole(response, scripted)
    case 'status':
      return sendError(response, behaviour, called)
    case 'silence':
      return stayOpen(response, longestSilence, breakOff)
    case 'reset':
      breakOff()
      return undefined
    case 'not-json':
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      response.end('<html><body><h1>Service notice</h1><p>Please try again.</p></body></html>')
      return undefined
    case 'half-body':
      return sendHalf(response, JSON.stringify(plainReply(reply, called.format, asked)), breakOff)
    case 'together':
      await groups.arrive(behaviour.group, behaviour.size)
      return answerWhole(response, scripted, 2)
    case 'endless':
      return streamOn(response, scripted)
    default:
      return breakInTheMiddle(response, behaviour.kind, scripted)
  }
}

async function answerWhole(response: ServerResponse, scripted: Scripted, between = 0): Promise<void> {
  const { reply, called, asked } = scripted
  if (!called.isStream) return sendJson(response, 200, plainReply(reply, called.format, asked))
  openStream(response)
  for (const text of streamedReply(reply, called, asked)) {
    if (response.destroyed) return undefined
    response.write(text)
    if (between > 0) await setTimeout(between)
  }
  response.end()
  return undefined
}

function openStream(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' })
}

function sendJson(
  response: ServerResponse,
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  const text = JSON.stringify(value)
  response.writeHead(status, {
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
  })
  response.end(text)
}

function sendError(
  response: ServerResponse,
  { status, retryAfter }: Extract<UpstreamBehaviour, { kind: 'status' }>,
  { format }: CalledAs,
): void {
  const headers: Readonly<Record<string, string>> =
    retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }
  sendJson(response, status, providerError(status, format, `The provider answers ${status}.`), headers)
}

/** Sends the first half of a body whose length was announced, and breaks the connection. */
function sendHalf(response: ServerResponse, text: string, breakOff: () => void): void {
  const bytes = Buffer.from(text)
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': bytes.length,
  })
  response.write(bytes.subarray(0, bytes.length >> 1), breakOff)
}

async function stayOpen(response: ServerResponse, most: number, breakOff: () => void): Promise<void> {
  await new Promise<void>((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      resolve()
    }
    const timer = globalThis.setTimeout(end, most)
    timer.unref()
    response.once('close', end)
  })
  if (!response.destroyed) breakOff()
}

/** Sends the first half of a stream, and then what the behaviour says. A plain request gets the nearest to it. */
async function breakInTheMiddle(
  response: ServerResponse,
  kind: 'cut' | 'garbled' | 'error-event' | 'silence-in-stream',
  { reply, called, asked, breakOff }: Scripted,
): Promise<void> {
  if (!called.isStream) {
    if (kind === 'silence-in-stream') return stayOpen(response, longestSilence, breakOff)
    if (kind === 'error-event') return sendError(response, { kind: 'status', status: 503 }, called)
    return sendHalf(response, JSON.stringify(plainReply(reply, called.format, asked)), breakOff)
  }
  const frames = streamedReply(reply, called, asked)
  const half = frames.slice(0, frames.length >> 1)
  openStream(response)
  await new Promise<void>((resolve) => response.write(half.join(''), () => resolve()))
  // The bytes reach the gateway before the connection breaks.
  await setTimeout(pause)
  if (kind === 'silence-in-stream') return stayOpen(response, longestSilence, breakOff)
  if (kind === 'cut') breakOff()
  else
    response.end(kind === 'error-event' ? errorFrame(called.format) : 'data: {"type": "content_block_delta", "ind\n\n')
  return undefined
}

/** Streams until the gateway closes the connection, for `longestStream` at most. */
async function streamOn(response: ServerResponse, { reply, called, asked, breakOff }: Scripted): Promise<void> {
  const until = performance.now() + longestStream
  if (!called.isStream) return stayOpen(response, longestStream, breakOff)
  const frames = streamedReply(reply, called, asked)
  const half = frames.slice(0, frames.length >> 1)
  openStream(response)
  response.write(half.join(''))
  while (!response.destroyed && performance.now() < until) {
    response.write(half.at(-1)!)
    await setTimeout(pause)
  }
  if (!response.destroyed) response.end(frames.slice(half.length).join(''))
  return undefined
}
