import { findBytes } from './find-bytes.ts'
import { type PartHead, partHead } from './part-head.ts'

/** One part of a multipart form, as received. */
export interface FormPart<Known = unknown> extends PartHead {
  readonly bytes: Uint8Array
  /** What was recognised, where the part is that and nothing else. */
  readonly known?: Known
}

/**
 * What bytes begin with, where that is known, and how long it is. Whatever is known holds no line end before two
 * hyphens, so no delimiter is looked for in it: megabytes are read once.
 */
export type Recognise<Known> = (bytes: Uint8Array) => { readonly known: Known; readonly length: number } | undefined

/** More parts than any request of the document has a use for. */
const mostParts = 256
const lineEnd = '\r\n'
const blankLine = lineEnd + lineEnd

/** Reads a multipart form; `undefined` where the content type or the bytes are not one. Total on any bytes. */
export function decodeMultipart<Known = never>(
  contentType: string,
  body: Uint8Array,
  recognise: Recognise<Known> = () => undefined,
): readonly FormPart<Known>[] | undefined {
  const boundary = boundaryOf(contentType)
  if (boundary === undefined) return undefined
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.length)
  const parts = sectionsOf(bytes, `--${boundary}`, recognise)?.map(partOf)
  return parts?.every((part) => part !== undefined) ? parts : undefined
}

function boundaryOf(contentType: string): string | undefined {
  if (!/^\s*multipart\/form-data\s*;/i.test(contentType)) return undefined
  const [, inQuotes, bare] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType) ?? []
  return inQuotes ?? bare
}

/** What stands between two delimiters. */
interface Section<Known> {
  readonly bytes: Buffer
  readonly known?: Known
}

/** What stands between the delimiters (RFC 2046 §5.1.1); `undefined` when the closing one never comes. */
function sectionsOf<Known>(
  body: Buffer,
  delimiter: string,
  recognise: Recognise<Known>,
): readonly Section<Known>[] | undefined {
  const sections: Section<Known>[] = []
  let open = firstDelimiter(body, delimiter)
  while (open >= 0 && sections.length <= mostParts) {
    const after = open + delimiter.length
    if (body.toString('latin1', after, after + 2) === '--') return sections
    const start = endOfLine(body, after)
    if (start === undefined) return undefined
    const from = start - lineEnd.length
    const recognised = recognisedIn(body.subarray(from), lineEnd + delimiter, recognise)
    const end = findBytes(body, lineEnd + delimiter, from + (recognised?.free ?? 0))
    if (end < 0) return undefined
    const bytes = body.subarray(start, Math.max(start, end))
    const isAllOfIt = recognised !== undefined && end === from + recognised.end
    sections.push(isAllOfIt ? { bytes, known: recognised.known } : { bytes })
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

/** Longer heads of parts are read as well, but nothing is recognised behind them. */
const longestHead = 1024

/** What is recognised behind the head of a part, where it ends, and how far no delimiter begins. */
interface Recognised<Known> {
  readonly known: Known
  readonly end: number
  readonly free: number
}

/** `bytes` begin with the line end before the part. A delimiter may reach into what is recognised from either side. */
function recognisedIn<Known>(
  bytes: Buffer,
  delimiter: string,
  recognise: Recognise<Known>,
): Recognised<Known> | undefined {
  const head = bytes.subarray(0, longestHead).indexOf(blankLine)
  if (head < 0) return undefined
  const start = head + blankLine.length
  const found = recognise(bytes.subarray(start))
  if (found === undefined || bytes.subarray(0, start + delimiter.length).includes(delimiter)) return undefined
  const end = start + found.length
  return { known: found.known, end, free: Math.max(start, end - delimiter.length) }
}

function partOf<Known>({ bytes, ...recognised }: Section<Known>): FormPart<Known> | undefined {
  const blank = bytes.indexOf(blankLine)
  if (blank < 0) return undefined
  const head = partHead(bytes.toString('utf8', 0, blank))
  return head && { ...head, bytes: bytes.subarray(blank + blankLine.length), ...recognised }
}
