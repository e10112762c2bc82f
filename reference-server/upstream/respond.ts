import type { ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import {
  type ScriptedPart,
  type ScriptedReply,
  scriptedEnds,
  type UpstreamBehaviour,
  type UpstreamFormat,
} from '../../conformance/core/model/upstream.ts'
import { member } from '../../schemas/json.ts'
import { frame, type ReplyEvent } from '../reply.ts'
import type { ReplyPart } from '../routes/content-generation-candidate.ts'
import { contentEvents } from '../routes/content-generation-events.ts'
import type { Generated } from '../routes/content-generation-reply.ts'
import { messageEvents } from '../routes/messages-events.ts'
import type { Block, Message } from '../routes/messages-reply.ts'
import { type ChatCompletion, chatChunks, chatOfMessages } from './chat.ts'
import { errorFrame, providerError } from './errors.ts'
import type { CalledAs } from './formats.ts'
import type { StreamGroups } from './groups.ts'

/** A request that the upstream answers by a script. */
export interface Scripted {
  readonly behaviour: UpstreamBehaviour
  readonly reply: ScriptedReply
  readonly called: CalledAs
  readonly asked: ReplyContext
  readonly groups: StreamGroups
  readonly breakOff: () => void
}

/**
 * The times in milliseconds: between events of an endless stream and the pieces of a letter, until it ends by itself,
 * and of silence.
 */
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
    await writeFrame(response, text)
    if (between > 0) await setTimeout(between)
  }
  response.end()
  return undefined
}

/** Writes an event of a stream. A letter of several bytes comes in two pieces, as it may over any network. */
async function writeFrame(response: ServerResponse, text: string): Promise<void> {
  const bytes = Buffer.from(text)
  const second = bytes.findIndex((byte) => byte >= 0x80) + 1
  if (second > 0) {
    response.write(bytes.subarray(0, second))
    await setTimeout(pause)
  }
  response.write(bytes.subarray(second))
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

/** The parts of its request that a reply repeats, and those that make it unique. */
interface ReplyContext {
  readonly model: string
  readonly serial: string
  /** Seconds since 1970. */
  readonly created: number
  readonly body: unknown
}

function plainReply(reply: ScriptedReply, format: UpstreamFormat, asked: ReplyContext): unknown {
  switch (format) {
    case 'messages':
      return messageOf(reply, asked)
    case 'chat':
      return completionOf(reply, asked)
    case 'content':
      return generatedOf(reply, asked)
    default:
      return picturesOf(reply, asked, format)
  }
}

function streamedReply(reply: ScriptedReply, { format }: CalledAs, asked: ReplyContext): readonly string[] {
  if (format === 'chat') {
    const withUsage = member(member(asked.body, 'stream_options'), 'include_usage') === true
    const chunks = chatChunks(completionOf(reply, asked), withUsage)
    return [...chunks.map((data) => frame({ data })), 'data: [DONE]\n\n']
  }
  const events = format === 'content' ? generatedEvents(reply, asked) : messageEvents(messageOf(reply, asked))
  return events.map(frame)
}

function messageOf({ parts, end, stopSequence, usage }: ScriptedReply, { model, serial }: ReplyContext): Message {
  return {
    id: `msg_${serial}`,
    type: 'message',
    role: 'assistant',
    model,
    content: parts.map((part, index) => blockOf(part, `toolu_${serial}${index === 0 ? '' : index}`)),
    stop_reason: scriptedEnds[end].messages,
    stop_sequence: end === 'stop-sequence' ? (stopSequence ?? null) : null,
    usage: {
      input_tokens: usage.input,
      output_tokens: usage.output,
      cache_creation_input_tokens: usage.cacheWrite,
      cache_read_input_tokens: usage.cacheRead,
    },
  }
}

function blockOf(part: ScriptedPart, id: string): Block {
  if (part.kind === 'call') return { type: 'tool_use', id, name: part.name, input: part.input }
  if (part.kind === 'text') return { type: 'text', text: part.text }
  return { type: 'thinking', thinking: part.text, signature: `signed-${id}` }
}

/** Writes a chat completion, which has no thinking, and a second choice if the request asks for several. */
function completionOf(reply: ScriptedReply, asked: ReplyContext): ChatCompletion {
  const { end, secondText, blockReason } = reply
  const parts = blockReason === undefined ? reply.parts : []
  const whole = chatOfMessages([messageOf({ ...reply, parts }, asked)], asked.created)
  const [first] = whole.choices
  const choices = [{ ...first!, finish_reason: scriptedEnds[end].chat }]
  if (secondText === undefined || Number(member(asked.body, 'n')) < 2) return { ...whole, choices }
  const message = { role: 'assistant', content: secondText } as const
  return { ...whole, choices: [...choices, { index: 1, message, finish_reason: 'stop', logprobs: null }] }
}

function generatedOf(reply: ScriptedReply, { model, serial, body }: ReplyContext): Generated {
  const { parts, end, secondText, blockReason, usage } = reply
  const prompt = usage.input + usage.cacheRead + usage.cacheWrite
  const asksForTwo = Number(member(member(body, 'generationConfig'), 'candidateCount')) > 1
  const written = [
    { parts: parts.map(contentPart), finishReason: scriptedEnds[end].content },
    ...(secondText === undefined || !asksForTwo
      ? []
      : [{ parts: [{ text: secondText }], finishReason: 'STOP' as const }]),
  ]
  const candidates = written.map(({ parts: own, finishReason }, index) => ({
    content: { role: 'model' as const, parts: own },
    finishReason,
    index,
    tokenCount: usage.output,
  }))
  return {
    ...(blockReason === undefined ? { candidates } : { candidates: [], promptFeedback: { blockReason } }),
    usageMetadata: {
      promptTokenCount: prompt,
      ...(usage.cacheRead === 0 ? {} : { cachedContentTokenCount: usage.cacheRead }),
      candidatesTokenCount: usage.output,
      totalTokenCount: prompt + usage.output,
      promptTokensDetails: [{ modality: 'TEXT', tokenCount: prompt }],
      candidatesTokensDetails: [{ modality: 'TEXT', tokenCount: usage.output }],
    },
    modelVersion: model,
    responseId: serial,
  }
}

/** Streams a reply. Pieces of a thought are thoughts as well, and a blocked prompt is one event. */
function generatedEvents(reply: ScriptedReply, asked: ReplyContext): readonly ReplyEvent[] {
  const whole = generatedOf(reply, asked)
  return reply.blockReason === undefined ? contentEvents(whole) : [{ data: whole }]
}

function contentPart(part: ScriptedPart): ReplyPart {
  if (part.kind === 'call') return { functionCall: { name: part.name, args: part.input } }
  return part.kind === 'text' ? { text: part.text } : { text: part.text, thought: true }
}

/** Returns pictures in the form that the request names. Only the larger model reports usage (section 4, rule 2). */
function picturesOf(reply: ScriptedReply, { created, body }: ReplyContext, format: UpstreamFormat): unknown {
  const { parts, usage, pictures = [] } = reply
  const texts = parts.flatMap((part) => (part.kind === 'text' ? [part.text] : []))
  const isEncoded = member(body, 'response_format') === 'b64_json'
  const count = Math.min(10, Math.max(1, Number(member(body, 'n')) || 1))
  const data = Array.from({ length: count }, (_, index) => {
    const picture = pictures[index % pictures.length]
    const revised_prompt = texts[index % texts.length]
    return isEncoded ? { b64_json: picture?.base64, revised_prompt } : { url: picture?.url, revised_prompt }
  })
  const hasUsage = format === 'images.edit' && member(body, 'model') === 'image-model-multi'
  const counts = {
    total_tokens: usage.input + usage.output,
    input_tokens: usage.input,
    output_tokens: usage.output,
    input_tokens_details: { text_tokens: usage.input, image_tokens: 0 },
  }
  return { created, data, ...(hasUsage ? { usage: counts } : {}) }
}
