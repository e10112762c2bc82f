import { open, readFile } from 'node:fs/promises'
import { type ImageFacts, imageFacts } from '../images/facts.ts'

/** A parsed form. */
export interface Form {
  readonly fields: Readonly<Record<string, string | string[]>>
  readonly files: ReadonlyMap<string, readonly StoredFile[]>
}

/** A file of a form, with the names of formidable. */
export interface StoredFile {
  readonly filepath: string
  readonly size: number
  readonly hash?: string | null | undefined
}

/** An upload as the image schemas describe it (`schemas/images/file.json`). */
export interface FileFacts extends ImageFacts, Partial<PngHeader> {
  readonly field: string
  readonly bytes: number
  readonly digest: string
}

/**
 * Returns the value that the image schemas describe: text fields by name, `n` as a number if it is one, files as facts.
 */
export async function factsOfForm({ fields, files }: Form): Promise<Record<string, unknown>> {
  const body: Record<string, unknown> = { ...firstOfEach(fields), ...(await textsAmong(files)) }
  if (isWholeNumber(body['n'])) body['n'] = Number(body['n'])
  const images = [...(await allFacts('image', files)), ...(await allFacts('image[]', files))]
  const [mask] = await allFacts('mask', files)
  return { ...body, ...(images.length > 0 ? { image: images } : {}), ...(mask === undefined ? {} : { mask }) }
}

/** The first value of a repeated field counts. */
function firstOfEach(fields: Form['fields']): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, [value].flat()[0]]))
}

function isWholeNumber(text: unknown): boolean {
  return typeof text === 'string' && /^-?(0|[1-9]\d{0,14})$/.test(text) && text !== '-0'
}

/** Some clients give a text field a content type, which makes it look like a file. */
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
  const facts = await imageFacts(filepath, head)
  return { field, bytes: size, ...facts, ...pngHeader(head), digest: hash ?? '' }
}

/** The pixel format of a PNG (PNG specification, section 11.2.1). */
interface PngHeader {
  readonly bitDepth: number
  readonly colorType: number
  readonly isInterlaced: boolean
}

/** Reads the IHDR chunk, which follows the signature; `undefined` in other files. */
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
