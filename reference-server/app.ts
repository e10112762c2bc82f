import { performance } from 'node:perf_hooks'
import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import Router from '@koa/router'
import Koa, { type Context, type Next } from 'koa'
import type { Area } from '../conformance/core/model/vocabulary.ts'
import { BodiesExceeded, RequestAborted } from '../conformance/core/server/body.ts'
import { bodiesExceeded, sendRejection } from '../conformance/core/server/front.ts'
import { validate } from '../schemas/index.ts'
import { altered, alteredPicture } from './alterations.ts'
import { answer } from './answer.ts'
import { errorReply } from './errors.ts'
import { faultsShown } from './faults/differences.ts'
import { pictureReply } from './images/pictures.ts'
import { picturePath } from './images/urls.ts'
import type { LoggedRequest } from './published.ts'
import { rememberOn } from './read/connection.ts'
import { readRequest } from './read/read-request.ts'
import { frame, mediaTypeOf, type Reply, type ReplyBody, type ReplyEvent } from './reply.ts'
import type { Route } from './route.ts'
import { routes } from './routes/index.ts'
import type { ServerState } from './state.ts'

/** Creates the application: reads a request, answers it, alters the reply, and delivers it. */
export function createApp(state: ServerState, more: readonly Route[] = []): Koa {
  const app = new Koa()
  app.silent = true
  if (state.onRequest !== undefined) app.use(logged(state.onRequest))
  if (state.cors !== undefined) app.use(crossOrigin(state.cors))
  app.use(guarded(state))
  app.use(routerOf(state, [...routes, ...more]).routes())
  app.use((ctx) => deliver(ctx, notRouted(ctx)))
  return app
}

/**
 * Makes the router. Also compiles the schemas, so that the first request does not wait and a broken schema prevents the
 * start.
 */
function routerOf(state: ServerState, served: readonly Route[]): Router {
  const router = new Router()
  for (const route of served) {
    if (route.schema !== undefined) validate(route.schema, undefined)
    for (const path of [route.path, route.otherPath])
      if (path !== undefined) router.register(path, [route.method], (ctx) => serve(ctx as Context, route, state))
  }
  router.get(picturePath, (ctx) => deliver(ctx as Context, pictured(ctx.params['name'] ?? '', ctx.url, state)))
  return router
}

function pictured(name: string, address: string, state: ServerState): Reply {
  const reply = pictureReply(name, state)
  state.differences?.notePicture(reply, address)
  return alteredPicture(reply, address, state.alterations)
}

async function serve(ctx: Context, route: Route, state: ServerState): Promise<void> {
  const reading = await readRequest(ctx, route, state)
  const reply = await answer(reading, route, state)
  state.differences?.note(reading.request, reply)
  if (state.onRequest !== undefined)
    ctx.state['faults'] = faultsShown(reading.request, reply, state.faults).map(({ id }) => id)
  const given = altered(reply, reading.request, state.alterations)
  rememberOn(ctx.socket, reading.request, given.status)
  deliver(ctx, given)
}

/** Answers 500 without details if a handler throws, because every exception here is a bug of the server. */
function guarded({ onFault }: ServerState): (ctx: Context, next: () => Promise<void>) => Promise<void> {
  return async (ctx, next) => {
    try {
      await next()
    } catch (error) {
      if (error instanceof RequestAborted) ctx.respond = false
      else if (error instanceof BodiesExceeded) {
        ctx.respond = false
        sendRejection(ctx.res, 'mgi serve', bodiesExceeded)
      } else {
        onFault?.(error)
        deliver(ctx, errorReply(areaOf(ctx.path), 'internal', 'The server failed to answer.'))
      }
    }
  }
}

/** Lets pages of an origin (`*` for all) read the responses, and answers their preflight requests. */
function crossOrigin(origin: string): (ctx: Context, next: Next) => Promise<void> {
  return async (ctx, next) => {
    ctx.set('access-control-allow-origin', origin)
    ctx.set('access-control-expose-headers', '*')
    if (origin !== '*') ctx.vary('origin')
    const isPreflight = ctx.method === 'OPTIONS' && ctx.get('access-control-request-method') !== ''
    if (!isPreflight) return next()
    ctx.set('access-control-allow-methods', 'GET, POST')
    ctx.set('access-control-allow-headers', ctx.get('access-control-request-headers') || '*')
    ctx.set('access-control-max-age', '600')
    ctx.status = 204
    return undefined
  }
}

/** Returns the response to a request without a route. The router records the routes whose path matches. */
function notRouted(ctx: Context): Reply {
  const fitting = (ctx['matched'] ?? []) as readonly { readonly methods: readonly string[] }[]
  const methods = fitting.flatMap((layer) => layer.methods)
  const area = areaOf(ctx.path)
  if (methods.length === 0)
    return errorReply(
      area,
      'no-route',
      `There is nothing at ${ctx.path.slice(0, longestPath)}. The paths are ${paths()}.`,
    )
  const reply = errorReply(area, 'wrong-method', `This path takes ${methods.join(' or ')}.`)
  return { ...reply, headers: { ...reply.headers, allow: methods.join(', ') } }
}

/** The most characters of an unknown path that an error repeats. */
const longestPath = 200

/** Lists every path of the interface, as a hint. */
function paths(): string {
  const shown = routes.map(({ method, path }) => `${method} ${path.replace(':model', '<model>').replaceAll('\\', '')}`)
  return shown.join(', ')
}

/** Returns the area whose error form fits an unknown path. */
function areaOf(path: string): Area {
  if (path.startsWith('/v1beta')) return 'content-generation'
  if (path.startsWith('/v1/messages')) return 'messages'
  return path.startsWith('/api/') ? 'token-usage' : 'images'
}

/** Logs each request after it was answered or aborted. */
function logged(log: (request: LoggedRequest) => void): (ctx: Context, next: Next) => Promise<void> {
  return async (ctx, next) => {
    const began = performance.now()
    ctx.res.once('close', () => {
      const message = ctx.status >= 400 ? messageIn(ctx.body) : undefined
      log({
        method: ctx.method,
        path: ctx.path,
        ...(ctx.res.headersSent ? { status: ctx.res.statusCode } : {}),
        milliseconds: Math.round(performance.now() - began),
        message,
        faults: (ctx.state['faults'] as readonly string[] | undefined) ?? [],
      })
    })
    await next()
  }
}

/** Returns the message of an error body. In every area it is at the top level or one level below. */
function messageIn(body: unknown): string | undefined {
  if (typeof body !== 'string') return undefined
  try {
    const { message, error } = JSON.parse(body) as {
      readonly message?: unknown
      readonly error?: { readonly message?: unknown }
    }
    return [message, error?.message].find((one) => typeof one === 'string')
  } catch {
    return undefined
  }
}

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
