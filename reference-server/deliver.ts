import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import type { Context } from 'koa'
import { frame, type Reply, type ReplyBody, type ReplyEvent } from './reply.ts'

const jsonType = 'application/json; charset=utf-8'
const streamType = 'text/event-stream; charset=utf-8'

/** Writes a reply. A content type among its headers overrides that of its body. */
export function deliver(ctx: Context, { status, headers, body }: Reply): void {
  ctx.status = status
  if (body.kind === 'hang') ctx.respond = false
  else if (body.kind === 'cut') cutOff(ctx, status, { 'content-type': body.type, ...headers }, body.bytes)
  else if (body.kind === 'json') send(ctx, jsonType, headers, JSON.stringify(body.value) ?? '')
  else if (body.kind === 'bytes') send(ctx, body.type, headers, Buffer.from(body.bytes))
  else send(ctx, streamType, { 'cache-control': 'no-cache', ...headers }, Readable.from(chunksOf(body)))
}

function send(
  ctx: Context,
  type: string,
  headers: Readonly<Record<string, string>>,
  body: string | Buffer | Readable,
): void {
  ctx.set('content-type', type)
  ctx.set(headers)
  ctx.body = body
}

/** Yields each event as one chunk. The stream waits until the client has read it (back-pressure). */
function* framesOf(sent: readonly ReplyEvent[]): Generator<string> {
  for (const event of sent) yield frame(event)
}

function chunksOf(body: Extract<ReplyBody, { kind: 'events' | 'burst' }>): Iterable<string> | AsyncIterable<string> {
  return body.kind === 'events' ? framesOf(body.events) : inOneGo(body.events, body.afterMs)
}

async function* inOneGo(sent: readonly ReplyEvent[], afterMs: number): AsyncGenerator<string> {
  await setTimeout(afterMs)
  yield sent.map(frame).join('')
}

function cutOff(ctx: Context, status: number, headers: Readonly<Record<string, string>>, bytes: Uint8Array): void {
  ctx.respond = false
  ctx.res.writeHead(status, headers)
  ctx.res.write(bytes, () => ctx.res.destroy())
}
