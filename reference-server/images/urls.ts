import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { PictureParameters } from './picture.ts'

/** The path of pictures, in the syntax of @koa/router. */
export const picturePath = '/pictures/:name'

/** The time for which a returned URL is valid (section 8). */
const lifetime = 60 * 60 * 1000

/**
 * Issues and reads the URLs of pictures. A URL contains its number, everything that is needed to draw its picture
 * again, and a signature. No two URLs are the same.
 */
export interface PictureUrls {
  /** Returns a URL below `base` that is valid for 60 minutes from `now`, in milliseconds since 1970. */
  issue(picture: PictureParameters, base: string, now: number): string
  /** Returns the picture of a URL; `undefined` if this server did not issue it or it has expired. */
  read(name: string, now: number): PictureParameters | undefined
}

/** Creates addresses that only this server instance can read. */
export function pictureUrls(): PictureUrls {
  const secret = randomBytes(32)
  const sign = (text: string): Buffer => createHmac('sha256', secret).update(text).digest()
  let issued = 0
  return {
    issue(picture, base, now) {
      issued += 1
      const text = `${issued}-${written(picture, now + lifetime)}`
      return `${base}/pictures/${text}-${sign(text).toString('hex')}.png`
    },
    read(name, now) {
      const [, text, signature] = /^(.*)-([\da-f]{64})\.png$/.exec(name) ?? []
      if (text === undefined || signature === undefined) return undefined
      if (!timingSafeEqual(Buffer.from(signature, 'hex'), sign(text))) return undefined
      const { picture, until } = contentsOf(text)
      return now <= until ? picture : undefined
    },
  }
}

function written({ seed, width, height }: PictureParameters, until: number): string {
  return [seed, width, height, until].join('-')
}

function contentsOf(text: string): { picture: PictureParameters; until: number } {
  const [, seed, width, height, until] = text.split('-')
  return { picture: { seed: seed!, width: Number(width), height: Number(height) }, until: Number(until) }
}
