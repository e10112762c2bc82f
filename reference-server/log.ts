import { performance } from 'node:perf_hooks'
import type { Context, Next } from 'koa'
import type { LoggedRequest } from './logged-request.ts'

/** Logs each request after it was answered or aborted. */
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

/** The error body of every area has a message in it or one level below. */
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
