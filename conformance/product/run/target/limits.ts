import type { RecordedRequest } from '../../../core/model/exchange.ts'
import type { StreamEnds } from '../../../core/model/operation.ts'
import { catalogue } from '../../../specification/catalogue.ts'

const mebibyte = 1024 * 1024
/** The most bytes of an images response: ten uncompressed images of 1024 × 1024 pixels at 24 bits fit as base64. */
const mostOfImages = 48 * mebibyte
/** The most bytes of any other response: text, a text stream, or a few images. */
const mostOfOthers = 16 * mebibyte

/** The most bytes of large responses that may be in memory at once while they arrive. */
export const maxInFlightBytes = 40 * mebibyte

export function maxResponseBytes(request: RecordedRequest): number {
  const area = catalogue.operations.find((operation) => operation.matches(request))?.area
  return area === 'images' ? mostOfImages : mostOfOthers
}

/** Returns the events that begin and end the stream of a request. */
export function streamEnds(request: RecordedRequest): StreamEnds | undefined {
  return catalogue.operations.find((operation) => operation.matches(request))?.streamEnds
}
