import { errorReply } from '../errors/index.ts'
import { bytes, type Reply } from '../reply.ts'
import type { ServerState } from '../state.ts'
import { draw } from './draw.ts'
import type { Picture } from './picture.ts'

/** As many drawn pictures are kept, at a few hundred bytes each. */
const mostKept = 512
const kept = new Map<string, Uint8Array>()

/** The picture as a PNG. */
export function pngOf(picture: Picture): Uint8Array {
  const key = `${picture.seed} ${picture.width} ${picture.height}`
  const known = kept.get(key)
  if (known !== undefined) return known
  const drawn = draw(picture)
  if (kept.size >= mostKept) kept.delete(kept.keys().next().value!)
  kept.set(key, drawn)
  return drawn
}

/** The answer to a GET of a picture's address; no key is asked for. */
export function picture(name: string, { pictures, now }: ServerState): Reply {
  const found = pictures.read(name, now())
  if (found === undefined) return errorReply('images', 'no-route', 'There is no such picture, or no longer.')
  return bytes(200, 'image/png', pngOf(found))
}
