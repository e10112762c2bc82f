import { asBuffer, type Bytes } from './bytes.ts'
/** A part to write into a form: a text field or a file. */
export type FormPartInput =
  | { readonly name: string; readonly value: string }
  | { readonly name: string; readonly filename?: string; readonly type?: string; readonly bytes: Bytes }

/** A form ready to be sent. */
export interface EncodedForm {
  /** The content type, boundary included. */
  readonly contentType: string
  readonly body: Uint8Array
}

/** The default boundary. */
export const firstBoundary = 'mgi-form-boundary'

/**
 * Writes a multipart form (RFC 7578). Equal parts give equal bytes. `wanted` is the boundary unless a part contains it.
 */
export function encodeMultipart(parts: readonly FormPartInput[], wanted = firstBoundary): EncodedForm {
  const boundary = boundaryFor(parts, wanted)
  const pieces = parts.flatMap((part) => [
    text(`--${boundary}\r\n${headOf(part)}\r\n`),
    ...piecesOf(part),
    text('\r\n'),
  ])
  const body = Buffer.concat([...pieces, text(`--${boundary}--\r\n`)])
  return { contentType: `multipart/form-data; boundary=${parameterValue(boundary)}`, body }
}

/** Returns a boundary that occurs in no part. Searches repeated pieces once. */
function boundaryFor(parts: readonly FormPartInput[], wanted: string): string {
  const pieces = [...new Set(parts.flatMap(piecesOf))]
  let boundary = wanted
  for (let attempt = 1; pieces.some((piece) => asBuffer(piece).includes(`--${boundary}`)); attempt += 1) {
    boundary = `${firstBoundary}-${attempt}`
  }
  return boundary
}

/** Writes a parameter of a header, in quotes unless it is a token (RFC 9110 §5.6.6). */
function parameterValue(value: string): string {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(value) ? value : `"${value}"`
}

function piecesOf(part: FormPartInput): readonly Uint8Array[] {
  if ('value' in part) return [text(part.value)]
  return [part.bytes].flat()
}

function headOf(part: FormPartInput): string {
  const { filename, type } = 'value' in part ? {} : part
  const file = filename === undefined ? '' : `; filename="${quoted(filename)}"`
  const kind = type === undefined ? '' : `Content-Type: ${type}\r\n`
  return `Content-Disposition: form-data; name="${quoted(part.name)}"${file}\r\n${kind}`
}

/** Quotes a name as browsers do (WHATWG HTML, multipart/form-data encoding). */
function quoted(name: string): string {
  return name.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22')
}

function text(value: string): Buffer {
  return Buffer.from(value, 'utf8')
}

/** One part of a multipart form, as received. */
export interface FormPart extends PartHead {
  readonly bytes: Uint8Array
}

/** The maximum number of parts, which is more than any request of the specification needs. */
const mostParts = 256
const lineEnd = '\r\n'
const blankLine = lineEnd + lineEnd

/** Reads a multipart form. Returns `undefined` if the content type or the bytes are not a valid form. */
export function decodeMultipart(contentType: string, body: Uint8Array): readonly FormPart[] | undefined {
  const { parts, isWhole } = readParts(contentType, body)
  return isWhole && parts.every((part) => part !== undefined) ? parts : undefined
}

/** Reads the parts of a form that may be incomplete or damaged, as far as possible. */
export function partsIn(contentType: string, body: Uint8Array): readonly FormPart[] {
  return readParts(contentType, body).parts.filter((part) => part !== undefined)
}

/** The parts of a body (`undefined` for one without a name), and whether there is a closing delimiter. */
interface ReadParts {
  readonly parts: readonly (FormPart | undefined)[]
  readonly isWhole: boolean
}

/** Reads the parts between the delimiters (RFC 2046 §5.1.1). */
function readParts(contentType: string, bytes: Uint8Array): ReadParts {
  const boundary = boundaryOf(contentType)
  const parts: (FormPart | undefined)[] = []
  if (boundary === undefined) return { parts, isWhole: false }
  const body = asBuffer(bytes)
  const delimiter = `${lineEnd}--${boundary}`
  let open = body.indexOf(delimiter.slice(lineEnd.length)) === 0 ? -lineEnd.length : body.indexOf(delimiter)
  while (open !== -1 && parts.length <= mostParts) {
    const after = open + delimiter.length
    if (body.toString('latin1', after, after + 2) === '--') return { parts, isWhole: true }
    const start = endOfLine(body, after)
    const end = start === undefined ? -1 : body.indexOf(delimiter, start - lineEnd.length)
    if (start === undefined || end < 0) break
    parts.push(partOf(body.subarray(start, Math.max(start, end))))
    open = end
  }
  return { parts, isWhole: false }
}

export function boundaryOf(contentType: string): string | undefined {
  if (!/^\s*multipart\/form-data\s*;/i.test(contentType)) return undefined
  const [, inQuotes, bare] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType) ?? []
  return inQuotes ?? bare
}

/** Returns the start of the line after a delimiter, which only white space may follow. */
function endOfLine(body: Buffer, from: number): number | undefined {
  const end = body.indexOf(lineEnd, from)
  if (end < 0 || end - from > 100) return undefined
  return /^[ \t]*$/.test(body.toString('latin1', from, end)) ? end + lineEnd.length : undefined
}

function partOf(section: Buffer): FormPart | undefined {
  const blank = section.indexOf(blankLine)
  if (blank < 0) return undefined
  const head = partHead(section.toString('utf8', 0, blank))
  return head && { ...head, bytes: section.subarray(blank + blankLine.length) }
}

interface PartHead {
  readonly name: string
  /** Absent for a plain text field. */
  readonly filename?: string
  /** The part's content type. */
  readonly type?: string
}

/** Reads the header of a part. Returns `undefined` if it names no field, or has an encoding that forms do not use. */
function partHead(head: string): PartHead | undefined {
  const headers = headersIn(head)
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase() ?? 'binary'
  const disposition = headers.get('content-disposition')
  if (disposition === undefined || !['binary', '8bit', '7bit'].includes(encoding)) return undefined
  const parameters = parametersIn(disposition)
  const name = parameters.get('name')
  if (name === undefined) return undefined
  const filename = parameters.get('filename') ?? parameters.get('filename*')
  const type = headers.get('content-type')
  return { name, filename, type }
}

/** Reads header lines by name. If a name is repeated, the first line counts. */
function headersIn(head: string): ReadonlyMap<string, string> {
  const headers = new Map<string, string>()
  for (const line of head.split('\r\n')) {
    const colon = line.indexOf(':')
    const name = line.slice(0, Math.max(0, colon)).toLowerCase()
    if (colon >= 0 && !headers.has(name)) headers.set(name, line.slice(colon + 1).trim())
  }
  return headers
}

/** Reads the parameters of a disposition by name. If a name is repeated, the first value counts. */
function parametersIn(disposition: string): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>()
  for (const [, name = '', inQuotes, bare] of disposition.matchAll(
    /;\s*([\w*]+)\s*=\s*(?:"((?:\\.|[^"\\])*)"|([^\s;]*))/g,
  )) {
    const known = name.toLowerCase()
    if (!parameters.has(known)) parameters.set(known, unquoted(inQuotes ?? bare ?? ''))
  }
  return parameters
}

/** Decodes quotes and line ends in a name, in the encodings of browsers (`%22`) and older clients (`\"`). */
function unquoted(text: string): string {
  return text
    .replace(/\\(["\\])/g, '$1')
    .replace(/%(0D|0A|22)/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}
