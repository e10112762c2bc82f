import { performance } from 'node:perf_hooks'
import type { Context, Next } from 'koa'

/** One request that the server had, for people. It never holds a credential: a query is left out of the path. */
export interface LoggedRequest {
  readonly method: string
  readonly path: string
  /** Absent where the server or the client broke off before. */
  readonly status?: number
  readonly milliseconds: number
  /** What an error body says. */
  readonly message?: string
}

/** Tells of each request once it has been answered, or was given up. */
export function logged(log: (request: LoggedRequest) => void): (ctx: Context, next: Next) => Promise<void> {
  return async (ctx, next) => {
    const began = performance.now()
    ctx.res.once('close', () => {
      const message = ctx.status >= 400 ? messageIn(ctx.body) : undefined
      log({
        method: ctx.method,
        path: ctx.path,
        ...(ctx.res.headersSent ? { status: ctx.res.statusCode } : {}),
        milliseconds: Math.round(performance.now() - began),
        ...(message === undefined ? {} : { message }),
      })
    })
    await next()
  }
}

/** Every area has its own form of error body; each has a message there or one level below. */
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
