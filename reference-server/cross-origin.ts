import type { Context, Next } from 'koa'

/** Lets pages of an origin (`*` for all) read the responses, and answers their preflight requests. */
export function crossOrigin(origin: string): (ctx: Context, next: Next) => Promise<void> {
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
