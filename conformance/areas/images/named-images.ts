import type { Observation } from '../../model/observation.ts'
import { given, isAnswer } from './requirements/asked.ts'

/** An image that a reply names by its address. */
export interface NamedImage {
  /** Its place in `data`, from 0. */
  readonly index: number
  readonly url: URL
}

/** No request asks for more than ten images. Further ones are ignored. */
const mostNamed = 10
/** No client fetches a longer address. */
const longestUrl = 8192

/** Returns the images that the reply to a valid request names by absolute http(s) addresses. Accepts any reply. */
export function namedImages(seen: Observation): readonly NamedImage[] {
  if (seen.operation.area !== 'images' || !isAnswer(seen)) return []
  return given(seen)
    .filter(({ index }) => index < mostNamed)
    .flatMap(({ url: text, index }) => {
      const url = typeof text === 'string' && text.length <= longestUrl ? addressOf(text) : undefined
      return url === undefined ? [] : [{ index, url }]
    })
}

/** Parses an address without its fragment, which is never sent; `undefined` if it is not http(s). */
export function addressOf(text: string): URL | undefined {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return undefined
  const url = new URL(text)
  url.hash = ''
  return url
}
