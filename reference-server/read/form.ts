import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Context } from 'koa'
import { koaBody } from 'koa-body'
import { type Body, unreadable } from './body.ts'
import { ClientGone } from './bytes.ts'
import { type Form, factsOfForm, type StoredFile } from './form-facts.ts'

/** Reads multipart forms. Uploads are kept in the reader's own folder only while they are read. */
export interface FormReader {
  read(ctx: Context): Promise<Body>
  /** Removes the folder. */
  close(): Promise<void>
}

type Parser = ReturnType<typeof koaBody>

/** A mask and the most images that any client sends. */
const mostFiles = 17

/** Creates a reader of forms of at most `limit` bytes. It creates its folder inside `where` for the first form. */
export function formReader(limit: number, where = tmpdir()): FormReader {
  let folder: Promise<string> | undefined
  let parser: Promise<Parser> | undefined
  return {
    async read(ctx) {
      folder ??= mkdtemp(join(where, 'mgi-uploads-'))
      parser ??= folder.then((path) => parserOf(limit, path))
      const failure = await failureOf(await parser, ctx)
      return failure === undefined ? readParsed(ctx) : explained(ctx, failure)
    },
    async close() {
      if (folder !== undefined) await rm(await folder, { recursive: true, force: true })
    },
  }
}

/** Names files in the order of their parts, because formidable returns them in the order in which they were written. */
function parserOf(limit: number, uploadDir: string): Parser {
  let files = 0
  const filename = () => String(files++).padStart(12, '0')
  return koaBody({
    multipart: true,
    json: false,
    text: false,
    urlencoded: false,
    formidable: {
      uploadDir,
      filename,
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
}

async function failureOf(parse: Parser, ctx: Context): Promise<Error | undefined> {
  try {
    await parse(ctx as unknown as Parameters<Parser>[0], async () => {})
    return undefined
  } catch (error) {
    return error as Error
  }
}

async function readParsed(ctx: Context): Promise<Body> {
  const { body, files } = ctx.request as unknown as { body?: Form['fields']; files?: Record<string, StoredFile[]> }
  if (files === undefined) {
    ctx.req.resume()
    return unreadable('The content type of the request is not multipart/form-data.')
  }
  const stored = new Map(Object.entries(files).map(([field, file]) => [field, [file].flat().sort(byName)]))
  try {
    return { kind: 'value', value: await factsOfForm({ fields: body ?? {}, files: stored }) }
  } finally {
    await Promise.all([...stored.values()].flat().map(({ filepath }) => rm(filepath, { force: true })))
  }
}

function byName(one: StoredFile, other: StoredFile): number {
  return one.filepath < other.filepath ? -1 : 1
}

/** `httpCode` is a member of formidable's errors. The rest of the request is read and dropped. */
function explained(ctx: Context, failure: Error & { httpCode?: unknown }): Body {
  if (ctx.req.destroyed && !ctx.req.complete) throw new ClientGone()
  ctx.req.resume()
  return failure.httpCode === 413
    ? { kind: 'too-large' }
    : unreadable('The request body is not a valid multipart form.')
}
