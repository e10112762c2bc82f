import { mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Context } from 'koa'
import { type ExtendedFormidableOptions, koaBody } from 'koa-body'
import { BodiesExceeded, RequestAborted } from '../../conformance/core/server/body.ts'
import { type UploadFacts, uploadFacts } from '../images/facts.ts'
import { type Body, unreadableBody } from './body.ts'

/** Reads multipart forms. Stores uploads in its own folder while it reads them. */
export interface FormReader {
  /** Reads a form. Rejects with `BodiesExceeded` without reading it if the forms under way need too much room. */
  read(ctx: Context): Promise<Body>
  /** Removes the folder. */
  close(): Promise<void>
}

const mostFiles = 100

/** The most bytes of all forms under way, which are files until they are read. */
const mostUploadBytes = 2 * 2 ** 30

/** Creates a reader of forms of at most `limit` bytes. For the first form, it creates its folder inside `where`. */
export function formReader(limit: number, where = tmpdir()): FormReader {
  let folder: Promise<string> | undefined
  let parser: Promise<Parser> | undefined
  let held = 0
  return {
    async read(ctx) {
      // The size of a chunked form shows only at its end.
      const size = Math.min(Number(ctx.req.headers['content-length'] ?? limit), limit)
      if (held + size > mostUploadBytes) throw new BodiesExceeded()
      held += size
      folder ??= mkdtemp(join(where, 'mgi-uploads-'))
      parser ??= folder.then((path) => parserOf(limit, path))
      try {
        return await parsed(ctx, await parser)
      } catch (error) {
        return explained(ctx, error as Error)
      } finally {
        held -= size
      }
    },
    async close() {
      if (folder !== undefined) await rm(await folder, { recursive: true, force: true })
    },
  }
}

type Parser = ReturnType<typeof koaBody>

function parserOf(limit: number, uploadDir: string): Parser {
  let files = 0
  const formidable: ExtendedFormidableOptions = {
    uploadDir,
    // Numbers files by the order of their parts, because formidable returns them in the order of completion.
    filename: () => String(files++).padStart(12, '0'),
    hashAlgorithm: 'sha256',
    maxFiles: mostFiles,
    maxFieldsSize: 2 ** 20,
    maxFileSize: limit,
    maxTotalFileSize: limit,
    minFileSize: 0,
    allowEmptyFiles: true,
    onPart: (part, handle) => handle(inUtf8(part)),
  }
  const types = ['multipart/form-data']
  return koaBody({ multipart: true, multipartTypes: types, json: false, text: false, urlencoded: false, formidable })
}

async function parsed(ctx: Context, parse: Parser): Promise<Body> {
  const { headers } = ctx.req
  // Formidable takes white space after the boundary as a part of it.
  headers['content-type'] = headers['content-type']?.replace(/(boundary=[^";\s]+)\s+/i, '$1')
  await parse(ctx, async () => {})
  const { body, files } = ctx.request
  if (files === undefined) {
    ctx.req.resume()
    return unreadableBody('The content type of the request is not multipart/form-data.')
  }
  const stored = new Map(Object.entries(files).map(([field, file]) => [field, [file].flat().sort(byName)]))
  try {
    return { kind: 'value', value: await factsOfForm({ fields: body as Form['fields'], files: stored }) }
  } finally {
    await Promise.all([...stored.values()].flat().map(({ filepath }) => rm(filepath, { force: true })))
  }
}

/**
 * Reads texts as UTF-8 whatever transfer encoding they declare, and a part with a filename as a file even without a
 * content type (RFC 7578, sections 4.4 and 4.7).
 */
function inUtf8(part: Part & { transferEncoding?: string }): Part {
  part.transferEncoding = 'utf-8'
  if (part.originalFilename !== null) part.mimetype ??= 'application/octet-stream'
  return part
}

type Part = Parameters<NonNullable<ExtendedFormidableOptions['onPart']>>[0]

function byName(one: StoredFile, other: StoredFile): number {
  return one.filepath < other.filepath ? -1 : 1
}

/** Converts an error of formidable, which has the member `httpCode`. The rest of the request is read and discarded. */
function explained(ctx: Context, failure: Error & { httpCode?: unknown }): Body {
  if (ctx.req.destroyed && !ctx.req.complete) throw new RequestAborted()
  ctx.req.resume()
  return failure.httpCode === 413
    ? { kind: 'too-large' }
    : unreadableBody('The request body is not a valid multipart form.')
}

interface Form {
  /** The value of each field, or its values if it is repeated. */
  readonly fields: Readonly<Record<string, string | string[]>>
  readonly files: ReadonlyMap<string, readonly StoredFile[]>
}

/** A file of a form, with the names of formidable. */
interface StoredFile {
  readonly filepath: string
  readonly size: number
  readonly hash?: string | null | undefined
}

/** An upload as the image schemas describe it (`schemas/images/file.json`). */
interface FileFacts extends UploadFacts, Partial<PngHeader> {
  readonly field: string
  readonly bytes: number
  readonly digest: string
}

/**
 * Returns the value that the image schemas describe: text fields by name, `n` as a number if it is one, and files as
 * facts.
 */
async function factsOfForm({ fields, files }: Form): Promise<Record<string, unknown>> {
  const body: Record<string, unknown> = { ...firstOfEach(fields), ...(await textsAmong(files)) }
  if (isWholeNumber(body['n'])) body['n'] = Number(body['n'])
  const images = [...(await allFacts('image', files)), ...(await allFacts('image[]', files))]
  const [mask] = await allFacts('mask', files)
  return { ...body, ...(images.length > 0 ? { image: images } : {}), ...(mask === undefined ? {} : { mask }) }
}

/** Returns the first value of each field. Later values of a repeated field are ignored. */
function firstOfEach(fields: Form['fields']): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(fields).map(([name, values]) => [name, [values].flat()[0]]))
}

function isWholeNumber(text: unknown): boolean {
  return typeof text === 'string' && /^-?(0|[1-9]\d{0,14})$/.test(text) && text !== '-0'
}

/**
 * Returns text fields among the files. Some clients give a text field a content type, which makes it look like a file.
 */
async function textsAmong(files: Form['files']): Promise<Record<string, string>> {
  const texts: Record<string, string> = {}
  for (const [field, [file]] of files) {
    if (!['image', 'image[]', 'mask'].includes(field) && file !== undefined && file.size <= 2 ** 20) {
      texts[field] = await readFile(file.filepath, 'utf8')
    }
  }
  return texts
}

function allFacts(field: string, files: Form['files']): Promise<FileFacts[]> {
  return Promise.all((files.get(field) ?? []).map((file) => factsOf(field, file)))
}

async function factsOf(field: string, { filepath, size, hash }: StoredFile): Promise<FileFacts> {
  const head = await headOf(filepath)
  const facts = await uploadFacts(filepath, head)
  return { field, bytes: size, ...facts, ...pngHeader(head), digest: hash ?? '' }
}

/** The pixel format of a PNG (PNG specification, section 11.2.1). */
interface PngHeader {
  readonly bitDepth: number
  readonly colorType: number
  readonly isInterlaced: boolean
}

/** Reads the IHDR chunk, which follows the signature. Returns `undefined` for other files. */
function pngHeader(head: Uint8Array): PngHeader | undefined {
  if (Buffer.from(head.subarray(12, 16)).toString('latin1') !== 'IHDR' || head.length < headLength) return undefined
  return { bitDepth: head[24] ?? 0, colorType: head[25] ?? 0, isInterlaced: head[28] === 1 }
}

/** The length of the PNG signature and the IHDR chunk without its checksum. */
const headLength = 29

async function headOf(path: string): Promise<Uint8Array> {
  const file = await open(path)
  try {
    const head = new Uint8Array(headLength)
    const { bytesRead } = await file.read(head, 0, head.length, 0)
    return head.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
