/** The encodings of bytes in a text. `base64` is that of RFC 4648 §4; each other one is named for its difference. */
export type Base64Form = 'base64' | 'unpadded' | 'url-safe' | 'in lines' | 'data url'

/**
 * Returns the encoding of a text; `undefined` if its bytes are ambiguous. A text with several differences is named for
 * the last of them in the list above.
 */
export function base64Form(text: string): Base64Form | undefined {
  if (dataUrl.test(text)) return 'data url'
  const bare = text.replace(/[\r\n]/g, '')
  const digits = bare.replace(/={0,2}$/, '')
  if (!/^[A-Za-z0-9+/_-]*$/.test(digits) || digits.length % 4 === 1) return undefined
  if (bare !== text) return 'in lines'
  if (/[-_]/.test(digits)) return 'url-safe'
  return bare.length % 4 === 0 ? 'base64' : 'unpadded'
}

/** Returns the bytes of a text in any of the encodings. */
export function bytesIn(text: string): Uint8Array | undefined {
  const form = base64Form(text)
  if (form === undefined) return undefined
  return Buffer.from(form === 'data url' ? text.replace(dataUrl, '') : text, 'base64')
}

const dataUrl = /^data:[^,]{0,200};base64,/i
