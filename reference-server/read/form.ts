import { rm } from 'node:fs/promises'
import type { Context } from 'koa'
import { koaBody } from 'koa-body'
import { type Body, unreadable } from './body.ts'
import { ClientGone } from './bytes.ts'
import { type Form, factsOfForm, type StoredFile } from './form-facts.ts'

/** Reads the multipart form of a request. */
export type FormReader = (ctx: Context) => Promise<Body>

/** A mask and as many images as anyone sends. */
const mostFiles = 17

/** A reader of forms of at most `limit` bytes. Uploads lie in `folder` while they are looked at, and no longer. */
export function formReader(limit: number, folder: string): FormReader {
  const parse = koaBody({
    multipart: true,
    json: false,
    text: false,
    urlencoded: false,
    formidable: {
      uploadDir: folder,
      hashAlgorithm: 'sha256',
      maxFiles: mostFiles,
      maxFields: 50,
      maxFieldsSize: 2 ** 20,
      maxFileSize: limit,
      maxTotalFileSize: limit,
      minFileSize: 0,
      allowEmptyFiles: true,
    },
  })
  return async (ctx) => {
    const failure = await failureOf(parse(ctx as unknown as Parameters<typeof parse>[0], async () => {}))
    return failure === undefined ? readParsed(ctx) : explained(ctx, failure)
  }
}

async function failureOf(parsing: Promise<unknown>): Promise<Error | undefined> {
  try {
    await parsing
    return undefined
  } catch (error) {
    return error as Error
  }
}

async function readParsed(ctx: Context): Promise<Body> {
  const { body, files } = ctx.request as unknown as { body?: Form['fields']; files?: Record<string, StoredFile | StoredFile[]> }
  if (files === undefined) {
    ctx.req.resume()
    return unreadable('The content type of the request is not multipart/form-data.')
  }
  const stored = new Map(Object.entries(files).map(([field, file]) => [field, [file].flat()]))
  try {
    return { kind: 'value', value: await factsOfForm({ fields: body ?? {}, files: stored }) }
  } finally {
    await Promise.all([...stored.values()].flat().map(({ filepath }) => rm(filepath, { force: true })))
  }
}

/** `code` and `httpCode` as formidable gives them; what is left of the request is read and dropped. */
function explained(ctx: Context, failure: Error & { code?: unknown; httpCode?: unknown }): Body {
  if (ctx.req.destroyed && !ctx.req.complete) throw new ClientGone()
  ctx.req.resume()
  return failure.httpCode === 413 ? { kind: 'too-large' } : unreadable('The request body is not a valid multipart form.')
}
