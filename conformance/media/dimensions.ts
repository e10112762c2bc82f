import { imageSize } from 'image-size'

/** The width and height that the header of a WEBP or JPEG gives; 0 where they cannot be read. */
export function dimensions(bytes: Uint8Array): { readonly width: number; readonly height: number } {
  try {
    const { width, height } = imageSize(bytes)
    return { width, height }
  } catch {
    return { width: 0, height: 0 }
  }
}
