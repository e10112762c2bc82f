import type { Observation } from '../../../core/model/observation.ts'
import { imageObjectsOf, isAnswer } from './requirements/asked.ts'

/** An image that a reply names by its URL. */
export interface NamedImage {
  /** Its index in `data`, from 0. */
  readonly index: number
  readonly url: URL
}

/** The maximum number of images that a request may ask for. Further ones are ignored. */
const mostNamed = 10
/** The maximum length of a URL. Clients do not fetch longer ones. */
const longestUrl = 8192

/** Returns the images with absolute http(s) URLs in the reply to a valid request. Tolerates invalid replies. */
export function namedImages(seen: Observation): readonly NamedImage[] {
  if (seen.operation.area !== 'images' || !isAnswer(seen)) return []
  return imageObjectsOf(seen)
    .filter(({ index }) => index < mostNamed)
    .flatMap(({ url: text, index }) => {
      const url = typeof text === 'string' && text.length <= longestUrl ? addressOf(text) : undefined
      return url === undefined ? [] : [{ index, url }]
    })
}

/** Parses a URL and removes its fragment, which is never sent. Returns `undefined` if it is not http(s). */
export function addressOf(text: string): URL | undefined {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return undefined
  const url = new URL(text)
  url.hash = ''
  return url
}
