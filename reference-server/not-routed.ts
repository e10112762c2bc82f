import type { Context } from 'koa'
import type { Area } from '../conformance/model/vocabulary.ts'
import { errorReply } from './errors/index.ts'
import type { Reply } from './reply.ts'
import { routes } from './routes/index.ts'

/** Returns the response to a request without a route. The router has recorded the routes that have its path. */
export function notRouted(ctx: Context): Reply {
  const fitting = (ctx['matched'] ?? []) as readonly { readonly methods: readonly string[] }[]
  const methods = fitting.flatMap((layer) => layer.methods)
  const area = areaOf(ctx.path)
  if (methods.length === 0)
    return errorReply(area, 'no-route', `There is nothing at this path. The paths are ${paths()}.`)
  const reply = errorReply(area, 'wrong-method', `This path takes ${methods.join(' or ')}.`)
  return { ...reply, headers: { ...reply.headers, allow: methods.join(', ') } }
}

/** Lists every path of the interface, as a hint. */
function paths(): string {
  const shown = routes.map(({ method, path }) => `${method} ${path.replace(':model', '<model>').replaceAll('\\', '')}`)
  return shown.join(', ')
}

/** Returns the area whose error form fits an unknown path. */
export function areaOf(path: string): Area {
  if (path.startsWith('/v1beta')) return 'content-generation'
  if (path.startsWith('/v1/messages')) return 'messages'
  return path.startsWith('/api/') ? 'token-usage' : 'images'
}
