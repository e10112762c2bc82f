import type { Context } from 'koa'
import type { Area } from '../conformance/model/vocabulary.ts'
import { errorReply } from './errors/index.ts'
import type { Reply } from './reply.ts'
import { routes } from './routes/index.ts'

/** The answer to a request that no route takes. The router has noted the routes whose path it fits. */
export function notRouted(ctx: Context): Reply {
  const fitting = (ctx['matched'] ?? []) as readonly { readonly methods: readonly string[] }[]
  const methods = fitting.flatMap((layer) => layer.methods)
  const area = areaOf(ctx.path)
  if (methods.length === 0)
    return errorReply(area, 'no-route', `There is nothing at this path. The paths are ${paths()}.`)
  const reply = errorReply(area, 'wrong-method', `This path takes ${methods.join(' or ')}.`)
  return { ...reply, headers: { ...reply.headers, allow: methods.join(', ') } }
}

/** Every path of the interface, for people who were near one. */
function paths(): string {
  const shown = routes.map(({ method, path }) => `${method} ${path.replace(':model', '<model>').replaceAll('\\', '')}`)
  return shown.join(', ')
}

/** In whose words to speak about a path that is nobody's. */
export function areaOf(path: string): Area {
  if (path.startsWith('/v1beta')) return 'content-generation'
  if (path.startsWith('/v1/messages')) return 'messages'
  return path.startsWith('/api/') ? 'token-usage' : 'images'
}
