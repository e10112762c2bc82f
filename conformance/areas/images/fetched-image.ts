import { hash } from 'node:crypto'
import { type Ended, type HeaderLine, header, isUnaltered, type RecordedRequest } from '../../model/exchange.ts'
import { memoize } from '../../model/memoize.ts'
import { isSuccess } from '../../model/observation.ts'
import type { UnmatchedExchange } from '../../model/unmatched-exchange.ts'
import { type ReceivedPicture, receivedPicture } from '../../wire/image-facts.ts'
import { addressOf } from './named-images.ts'

/** The result of fetching an address without a credential. It is small: it has no bodies. */
export interface FetchedImage {
  /** Digest of the address, equal to that of the image in a reply. */
  readonly address: string
  /** The address as text, clipped. */
  readonly shown: string
  readonly startedAt: number
  readonly endedAt: number
  /** Absent if there was no response. */
  readonly status: number | undefined
  /** The target of a last redirect that was not followed. */
  readonly location: string | undefined
  readonly ended: Ended
  /** The picture, if all of it was received. */
  readonly content?: ReceivedPicture
}

/**
 * Reads an exchange as the fetch of an address; `undefined` if it is not one, has a credential, or requests only a
 * part.
 */
export const fetchedImage = memoize((unmatched: UnmatchedExchange): FetchedImage | undefined => {
  const { exchange, status, complete } = unmatched
  const url = addressAsked(exchange.request)
  if (url === undefined || !exchange.captured.includes('request-headers')) return undefined
  if (exchange.request.headers.some(([name]) => tellsNothing.test(name))) return undefined
  const isWhole = complete && isUnaltered(exchange, 'response-body')
  return {
    address: addressDigest(url),
    shown: url.href.slice(0, 200),
    startedAt: exchange.startedAt,
    endedAt: exchange.startedAt + exchange.durationMs,
    status,
    location: header(exchange.response?.headers ?? [], 'location')?.slice(0, 200),
    ended: exchange.ended,
    ...(isWhole && isSuccess(status) ? { content: receivedPicture(unmatched.body) } : {}),
  }
})

/** A credential, a condition or a range. The response then says little about fetching the image without them. */
const tellsNothing = /^(authorization|proxy-authorization|x-api-key|x-goog-api-key|cookie|range|if-.*)$/i

/**
 * Returns the address that a GET requests: its request target in absolute form (RFC 9112 §3.2.2), as this suite records
 * its own fetches, or the path on the recorded host.
 */
function addressAsked({ method, path, headers }: RecordedRequest): URL | undefined {
  if (method !== 'GET') return undefined
  if (!path.startsWith('/')) return addressOf(path)
  const host = hostOf(headers)
  return host === undefined ? undefined : addressOf(`http://${host}${path}`)
}

function hostOf(headers: readonly HeaderLine[]): string | undefined {
  return header(headers, 'host') ?? header(headers, ':authority')
}

/** Returns a digest of an address without its scheme, which a recorded path and host do not contain. */
export function addressDigest({ host, pathname, search }: URL): string {
  return hash('sha1', `${host}${pathname}${search}`, 'base64')
}
