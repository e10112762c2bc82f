import Router from '@koa/router'
import Koa, { type Context } from 'koa'
import { validate } from '../schemas/index.ts'
import { answer } from './answer.ts'
import { crossOrigin } from './cross-origin.ts'
import { deliver } from './deliver.ts'
import { errorReply } from './errors/index.ts'
import { altered, alteredPicture } from './faults/altered.ts'
import { picture } from './images/pictures.ts'
import { picturePath } from './images/urls.ts'
import { logged } from './log.ts'
import { areaOf, notRouted } from './not-routed.ts'
import { ClientGone } from './read/bytes.ts'
import { rememberOn } from './read/connection.ts'
import { readRequest } from './read/read-request.ts'
import type { Reply } from './reply.ts'
import type { Route } from './route.ts'
import { routes } from './routes/index.ts'
import type { ServerState } from './state.ts'

/** Creates the application: reads a request, answers it, alters the reply by faults, and delivers it. */
export function createApp(state: ServerState): Koa {
  const app = new Koa()
  app.silent = true
  if (state.onRequest !== undefined) app.use(logged(state.onRequest))
  if (state.cors !== undefined) app.use(crossOrigin(state.cors))
  app.use(guarded)
  app.use(routerOf(state).routes())
  app.use((ctx) => deliver(ctx, notRouted(ctx)))
  return app
}

/** Also compiles the schemas, so that the first request need not wait and a broken schema prevents the start. */
function routerOf(state: ServerState): Router {
  const router = new Router()
  for (const route of routes) {
    if (route.schema !== undefined) validate(route.schema, undefined)
    for (const path of [route.path, route.otherPath])
      if (path !== undefined) router.register(path, [route.method], (ctx) => serve(ctx as Context, route, state))
  }
  router.get(picturePath, (ctx) => deliver(ctx as Context, pictured(ctx.params['name'] ?? '', state)))
  return router
}

function pictured(name: string, state: ServerState): Reply {
  const reply = picture(name, state)
  state.differences?.notePicture(reply)
  return alteredPicture(reply, state.faults)
}

async function serve(ctx: Context, route: Route, state: ServerState): Promise<void> {
  const reading = await readRequest(ctx, route, state)
  const reply = await answer(reading, route, state)
  state.differences?.note(reading.request, reply)
  const given = altered(reply, reading.request, state.faults)
  rememberOn(ctx.socket, reading.request, given.status)
  deliver(ctx, given)
}

/** Every exception here is a bug of the server. The client gets a 500 without details. */
async function guarded(ctx: Context, next: () => Promise<void>): Promise<void> {
  try {
    await next()
  } catch (error) {
    if (error instanceof ClientGone) ctx.respond = false
    else deliver(ctx, errorReply(areaOf(ctx.path), 'internal', 'The server failed to answer.'))
  }
}
