import { findBytes } from './find-bytes.ts'
import { type PartHead, partHead } from './part-head.ts'

/** One part of a multipart form, as received. */
export interface FormPart extends PartHead {
  readonly bytes: Uint8Array
}

/** More parts than any request of the document has a use for. */
const mostParts = 256
const lineEnd = '\r\n'

/** Reads a multipart form; `undefined` where the content type or the bytes are not one. Total on any bytes. */
export function decodeMultipart(contentType: string, body: Uint8Array): readonly FormPart[] | undefined {
  const boundary = boundaryOf(contentType)
  if (boundary === undefined) return undefined
  const sections = sectionsOf(Buffer.from(body.buffer, body.byteOffset, body.length), `--${boundary}`)
  const parts = sections?.map(partOf)
  return parts?.every((part) => part !== undefined) ? parts : undefined
}

function boundaryOf(contentType: string): string | undefined {
  if (!/^\s*multipart\/form-data\s*;/i.test(contentType)) return undefined
  const [, inQuotes, bare] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType) ?? []
  return inQuotes ?? bare
}

/** What stands between the delimiters (RFC 2046 §5.1.1); `undefined` when the closing one never comes. */
function sectionsOf(body: Buffer, delimiter: string): readonly Buffer[] | undefined {
  const sections: Buffer[] = []
  let open = firstDelimiter(body, delimiter)
  while (open >= 0 && sections.length <= mostParts) {
    const after = open + delimiter.length
    if (body.toString('latin1', after, after + 2) === '--') return sections
    const start = endOfLine(body, after)
    const end = start === undefined ? -1 : findBytes(body, lineEnd + delimiter, start - lineEnd.length)
    if (start === undefined || end < 0) return undefined
    sections.push(body.subarray(start, Math.max(start, end)))
    open = end + lineEnd.length
  }
  return undefined
}

function firstDelimiter(body: Buffer, delimiter: string): number {
  if (body.indexOf(delimiter) === 0) return 0
  const found = findBytes(body, lineEnd + delimiter)
  return found < 0 ? -1 : found + lineEnd.length
}

/** Where the line after a delimiter starts; only white space may stand between. */
function endOfLine(body: Buffer, from: number): number | undefined {
  const end = body.indexOf(lineEnd, from)
  if (end < 0 || end - from > 100) return undefined
  return /^[ \t]*$/.test(body.toString('latin1', from, end)) ? end + lineEnd.length : undefined
}

function partOf(section: Buffer): FormPart | undefined {
  const blank = section.indexOf(lineEnd + lineEnd)
  if (blank < 0) return undefined
  const head = partHead(section.toString('utf8', 0, blank))
  return head && { ...head, bytes: section.subarray(blank + 2 * lineEnd.length) }
}
