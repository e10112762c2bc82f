import type { Context } from 'koa'
import type { CredentialPlace, Presented } from '../incoming-request.ts'

/** Returns the credential of a request. The first of `places` that has a key wins. */
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
