import sharp, { type Sharp } from 'sharp'

type Part = string | Uint8Array
export type Parts = Record<string, Part | Part[]>

/** Sends a form; a list of values repeats its field. */
export function postForm(url: string, parts: Parts): Promise<Response> {
  const form = new FormData()
  for (const [name, values] of Object.entries(parts)) {
    for (const value of [values].flat()) {
      if (typeof value === 'string') form.append(name, value)
      else form.append(name, new Blob([new Uint8Array(value)], { type: 'application/octet-stream' }), 'file')
    }
  }
  return fetch(url, { method: 'POST', headers: { authorization: 'Bearer test-key' }, body: form })
}

export interface Images {
  readonly data: readonly { readonly url?: string; readonly b64_json?: string }[]
  readonly usage?: Record<string, unknown>
}

function plain(width: number, height: number, alpha: number): Sharp {
  return sharp({ create: { width, height, channels: 4, background: { r: 9, g: 99, b: 199, alpha } } })
}
export const clear = await plain(64, 64, 0).png().toBuffer()
export const opaque = await plain(64, 64, 1).removeAlpha().png().toBuffer()
export const oblong = await plain(64, 32, 0).png().toBuffer()
export const jpeg = await plain(64, 64, 1).removeAlpha().jpeg().toBuffer()
export const webp = await plain(64, 64, 0).webp().toBuffer()
export const gif = await plain(64, 64, 0).gif().toBuffer()
/** A PNG with this number of bytes. Decoders ignore the bytes after IEND. */
export const padded = (length: number): Uint8Array => Buffer.concat([clear, Buffer.alloc(length - clear.length)])
export const multi = { model: 'image-model-multi', quality: 'low', prompt: 'more sky' }
export const words = (length: number): string =>
  'word '
    .repeat(length)
    .slice(0, length - 1)
    .padEnd(length, '.')
