/**
 * How other images begin, those that are not decoded here: GIF, BMP, TIFF, AVIF and HEIF, JPEG XL, and those that are
 * written as text, PNM, XPM and XBM.
 */
const otherImages = [
  /^GIF8[79]a/,
  /^BM/,
  /^II\*\0/,
  /^MM\0\*/,
  /^....ftyp/s,
  /^\xff\x0a/,
  /^\0\0\0\x0cJXL /,
  /^P[1-7]\s/,
  /^\/\* XPM \*\//,
  /^#define \w+_width /,
]

/** How pages for people begin, whatever drawings they hold. */
const page = /^\s*<(!doctype html|html|head|body)\b/i

/** Whether bytes are certainly no image: nothing, a page for people, or text without a drawing in it. */
export function isCertainlyNoImage(bytes: Uint8Array): boolean {
  const head = bytes.subarray(0, 1024)
  const letters = Buffer.from(head).toString('latin1')
  if (otherImages.some((start) => start.test(letters))) return false
  const text = asText(head)
  return text !== undefined && (page.test(text) || !/<svg/i.test(text))
}

/** The bytes as plain text; a character that the end went through does not count against them. */
function asText(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return /\p{Cc}/u.test(text.replace(/[\t\n\r\f]/g, '')) ? undefined : text
  } catch {
    return undefined
  }
}
