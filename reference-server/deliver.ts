import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import type { Context } from 'koa'
import { frame, mediaTypeOf, type Reply, type ReplyBody, type ReplyEvent } from './reply.ts'

/** Writes a reply. A content type among its headers overrides that of its body. */
export function deliver(ctx: Context, reply: Reply): void {
  const { status, headers, body } = reply
  const type = mediaTypeOf(reply)
  ctx.status = status
  if (body.kind === 'lost') lose(ctx)
  else if (body.kind === 'json') send(ctx, type, headers, JSON.stringify(body.value) ?? '')
  else if (body.kind === 'bytes') send(ctx, type, headers, Buffer.from(body.bytes))
  else if (body.kind !== 'chunks')
    send(ctx, type, { 'cache-control': 'no-cache', ...headers }, Readable.from(chunksOf(body)))
  else if (body.breaksOff) cutOff(ctx, status, { 'content-type': type, ...headers }, body.chunks)
  else send(ctx, type, headers, Readable.from(body.chunks))
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

function cutOff(
  ctx: Context,
  status: number,
  headers: Readonly<Record<string, string>>,
  chunks: readonly Uint8Array[],
): void {
  ctx.respond = false
  ctx.res.writeHead(status, headers)
  ctx.res.write(Buffer.concat(chunks), () => ctx.res.destroy())
}

function lose(ctx: Context): void {
  ctx.respond = false
  ctx.res.destroy()
}
