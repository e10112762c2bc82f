import { imageSize } from 'image-size'
import { bytesOf } from '../../exercise/asked.ts'

interface Picture {
  readonly url?: string
  readonly b64_json?: string
}

/** Returns the format and size of each image, or `unreadable` if a program cannot load it. */
export async function sizesOf(pictures: unknown): Promise<readonly string[]> {
  return Promise.all((Array.isArray(pictures) ? pictures : []).map(sizeOf))
}

async function sizeOf(picture: Picture | null): Promise<string> {
  try {
    const [bytes = new Uint8Array()] = await bytesOf([picture ?? {}])
    return sizeOfBytes(bytes)
  } catch {
    return 'unreadable'
  }
}

/** Returns the format and size of an image, or `unreadable`. */
export function sizeOfBytes(bytes: Uint8Array): string {
  try {
    const { type, width, height } = imageSize(bytes)
    return `${type} ${width}x${height}`
  } catch {
    return 'unreadable'
  }
}
