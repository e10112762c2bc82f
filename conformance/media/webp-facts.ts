import { dimensions } from './dimensions.ts'
import type { Picture } from './image-facts.ts'

/** What a WEBP says of itself; `undefined` where the bytes do not begin like one. Its length must hold what RIFF announces. */
export function webpFacts(bytes: Uint8Array): Picture | undefined {
  const head = Buffer.from(bytes.subarray(0, 16)).toString('latin1')
  if (!head.startsWith('RIFF') || !/^WEBPVP8[ LX]$/.test(head.slice(8))) return undefined
  const announced = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(4, true) + 8
  // Some encoders count a padding byte at the end that they do not write.
  const isWhole = bytes.length + 1 >= announced
  return { format: isWhole ? 'webp' : 'invalid', ...dimensions(bytes), alpha: hasAlpha(bytes) ? 'partial' : 'none' }
}

/** Whether the file announces alpha (WebP container specification); its pixels are not decoded. */
function hasAlpha(bytes: Uint8Array): boolean {
  const kind = bytes[15]
  if (kind === 0x58) return ((bytes[20] ?? 0) & 0x10) !== 0
  return kind === 0x4c && ((bytes[24] ?? 0) & 0x10) !== 0
}
