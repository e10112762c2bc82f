import type { Context } from 'koa'
import type { CredentialPlace, Presented } from '../incoming-request.ts'

/** What a request presents, the first of `places` that holds a key winning. */
export function presentedIn(ctx: Context, places: readonly CredentialPlace[]): Presented {
  for (const place of places) {
    const key = readers[place](ctx)
    if (key !== undefined && key !== '') return { kind: 'key', key, place }
  }
  return ctx.get('authorization') === '' ? { kind: 'none' } : { kind: 'other-scheme' }
}

const readers: Record<CredentialPlace, (ctx: Context) => string | undefined> = {
  bearer: (ctx) => /^Bearer +(\S+) *$/i.exec(ctx.get('authorization'))?.[1],
  'x-api-key': (ctx) => ctx.get('x-api-key'),
  'x-goog-api-key': (ctx) => ctx.get('x-goog-api-key'),
  'query-key': (ctx) => [ctx.query['key']].flat()[0],
}
