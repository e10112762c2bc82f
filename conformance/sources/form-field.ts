import { findBytes } from '../media/find-bytes.ts'
import { type Replacement, spliced } from './splice.ts'

const headerEnd = '\r\n\r\n'

/** Replaces the text of a form's field, every time it occurs, and leaves all other bytes alone. Total on any bytes. */
export function withField(
  body: Uint8Array,
  contentType: string,
  field: string,
  replace: (value: string) => string,
): Uint8Array {
  const boundary = boundaryOf(contentType)
  if (boundary === undefined) return body
  const replacements: Replacement[] = []
  for (const { head, start, end } of parts(Buffer.from(body.buffer, body.byteOffset, body.length), boundary)) {
    if (!isTextField(head, field)) continue
    const before = Buffer.from(body.subarray(start, end)).toString('utf8')
    const after = replace(before)
    if (after !== before) replacements.push({ start, end, text: after })
  }
  return spliced(body, replacements)
}

/** The boundary that a multipart content type names. */
function boundaryOf(contentType: string): string | undefined {
  const [, quoted, bare] = /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(contentType) ?? []
  return quoted ?? bare
}

function* parts(body: Buffer, boundary: string): Generator<{ head: string; start: number; end: number }> {
  const delimiter = `--${boundary}`
  let at = body.indexOf(delimiter)
  while (at >= 0) {
    const headStart = at + delimiter.length
    const blank = body.indexOf(headerEnd, headStart)
    const end = blank < 0 ? -1 : findBytes(body, `\r\n${delimiter}`, blank + 2)
    if (end < 0) return
    const start = blank + headerEnd.length
    if (start <= end) yield { head: body.toString('latin1', headStart, blank), start, end }
    at = end + 2
  }
}

function isTextField(head: string, field: string): boolean {
  const line = head.split('\r\n').find((candidate) => /^content-disposition:/i.test(candidate)) ?? ''
  const [, quoted, bare] = /;\s*name=(?:"([^"]*)"|([^\s;]+))/i.exec(line) ?? []
  return (quoted ?? bare) === field && !/;\s*filename\*?=/i.test(line)
}
