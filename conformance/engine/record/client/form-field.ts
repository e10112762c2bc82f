import { partsIn } from '../../../core/wire/multipart.ts'
import { type Replacement, spliced } from './json-member.ts'

/**
 * Replaces the text of every occurrence of a field in a multipart form, and changes no other bytes. Accepts any bytes.
 */
export function withField(
  body: Uint8Array,
  contentType: string,
  field: string,
  replace: (value: string) => string,
): Uint8Array {
  const replacements = partsIn(contentType, body).flatMap(({ name, filename, bytes }): readonly Replacement[] => {
    if (name !== field || filename !== undefined) return []
    const before = Buffer.from(bytes).toString('utf8')
    const text = replace(before)
    const start = bytes.byteOffset - body.byteOffset
    return text === before ? [] : [{ start, end: start + bytes.length, text }]
  })
  return spliced(body, replacements)
}
