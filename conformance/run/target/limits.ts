import { catalogue } from '../../catalogue.ts'
import type { RecordedRequest } from '../../model/exchange.ts'

const mebibyte = 1024 * 1024
/** Ten pictures of 1024 by 1024 pixels in 24 bits a pixel, not compressed at all, fit in base64. */
const mostOfImages = 48 * mebibyte
/** Text, a stream of it, or a few pictures in a reply. */
const mostOfOthers = 16 * mebibyte

/** The most bytes of large responses that are in memory at once while they arrive. */
export const maxInFlightBytes = 64 * mebibyte

/** The most bytes of a response that are read. */
export function maxResponseBytes(request: RecordedRequest): number {
  const area = catalogue.operations.find((operation) => operation.matches(request))?.area
  return area === 'images' ? mostOfImages : mostOfOthers
}

/** The `type` of the event that ends the stream that a request asks for. */
export function lastEvent(request: RecordedRequest): string | undefined {
  return catalogue.operations.find((operation) => operation.matches(request))?.lastEvent
}
