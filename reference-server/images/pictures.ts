import { errorReply } from '../errors/index.ts'
import { bytes, type Reply } from '../reply.ts'
import type { ServerState } from '../state.ts'
import { draw } from './draw.ts'
import type { Picture } from './picture.ts'

/** The most pictures in the cache, at a few hundred bytes each. */
const mostKept = 512
const kept = new Map<string, Uint8Array>()

/** Returns the picture as a PNG. */
export function pngOf(picture: Picture): Uint8Array {
  const key = `${picture.seed} ${picture.width} ${picture.height}`
  const known = kept.get(key)
  if (known !== undefined) return known
  const drawn = draw(picture)
  if (kept.size >= mostKept) kept.delete(kept.keys().next().value!)
  kept.set(key, drawn)
  return drawn
}

/** Returns the response to a GET of a picture's address, which needs no key. */
export function picture(name: string, { pictures, now }: ServerState): Reply {
  const found = pictures.read(name, now())
  if (found === undefined) return errorReply('images', 'no-route', 'There is no such picture, or no longer.')
  return bytes(200, 'image/png', pngOf(found))
}
