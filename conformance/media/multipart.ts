/** Bytes in one piece or several. */
export type Bytes = Uint8Array | readonly Uint8Array[]

/** One part of a form that is to be written: a text field, or a file. */
export type WrittenPart =
  | { readonly name: string; readonly value: string }
  | { readonly name: string; readonly filename?: string; readonly type?: string; readonly bytes: Bytes }

/** A form ready to be sent. */
export interface EncodedForm {
  /** The value of the request's content type, boundary included. */
  readonly contentType: string
  readonly body: Uint8Array
}

const firstBoundary = 'mgi-form-boundary'

/** Writes a multipart form (RFC 7578), the same bytes for the same parts. */
export function encodeMultipart(parts: readonly WrittenPart[]): EncodedForm {
  const boundary = boundaryFor(parts)
  const pieces = parts.flatMap((part) => [
    text(`--${boundary}\r\n${headOf(part)}\r\n`),
    ...piecesOf(part),
    text('\r\n'),
  ])
  const body = Buffer.concat([...pieces, text(`--${boundary}--\r\n`)])
  return { contentType: `multipart/form-data; boundary=${boundary}`, body }
}

/** A boundary that occurs in no part. Pieces that come again are looked through once. */
function boundaryFor(parts: readonly WrittenPart[]): string {
  const pieces = [...new Set(parts.flatMap(piecesOf))]
  let boundary = firstBoundary
  for (let attempt = 1; pieces.some((piece) => asBuffer(piece).includes(`--${boundary}`)); attempt += 1) {
    boundary = `${firstBoundary}-${attempt}`
  }
  return boundary
}

function piecesOf(part: WrittenPart): readonly Uint8Array[] {
  if ('value' in part) return [text(part.value)]
  return [part.bytes].flat()
}

function headOf(part: WrittenPart): string {
  const { filename, type } = 'value' in part ? {} : part
  const file = filename === undefined ? '' : `; filename="${quoted(filename)}"`
  const kind = type === undefined ? '' : `Content-Type: ${type}\r\n`
  return `Content-Disposition: form-data; name="${quoted(part.name)}"${file}\r\n${kind}`
}

/** As browsers write names (WHATWG HTML, multipart/form-data encoding). */
function quoted(name: string): string {
  return name.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22')
}

function asBuffer({ buffer, byteOffset, length }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, length)
}

function text(value: string): Buffer {
  return Buffer.from(value, 'utf8')
}
