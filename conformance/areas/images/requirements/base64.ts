/** How a text carries bytes. What RFC 4648 §4 asks for is `base64`; the others are told apart by what they do otherwise. */
export type Base64Form = 'base64' | 'unpadded' | 'url-safe' | 'in lines' | 'data url'

/**
 * How a text carries bytes; `undefined` where no decoder could say which bytes it means. A text that departs in several
 * ways is named for the first of them in the order of the forms, last to first.
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

/** The bytes that a text carries in whatever form. */
export function bytesIn(text: string): Uint8Array | undefined {
  const form = base64Form(text)
  if (form === undefined) return undefined
  return Buffer.from(form === 'data url' ? text.replace(dataUrl, '') : text, 'base64')
}

const dataUrl = /^data:[^,]{0,200};base64,/i
