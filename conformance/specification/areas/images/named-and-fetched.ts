import { hash } from 'node:crypto'
import { type Ended, type HeaderLine, header, isUnaltered, type RecordedRequest } from '../../../core/model/exchange.ts'
import { memoize } from '../../../core/model/memoize.ts'
import { isSuccess, type Observation } from '../../../core/model/observation.ts'
import type { Collected } from '../../../core/model/requirement.ts'
import type { UnmatchedExchange } from '../../../core/model/unmatched-exchange.ts'
import type { Endpoint } from '../../../core/model/vocabulary.ts'
import { type ComparablePicture, comparablePicture } from '../../../core/wire/image-facts.ts'
import { addressOf, namedImages } from './named-images.ts'
import { sizeAsked } from './requirements/asked.ts'

/** The URLs that one reply names. */
export interface Naming {
  /** The operation of the reply. Findings on fetches of these URLs belong to it. */
  readonly operation: Endpoint
  /** The time of the request, in milliseconds from the start of the run. No image of the reply is older. */
  readonly startedAt: number
  readonly images: readonly {
    /** Its index in `data`, from 0. */
    readonly index: number
    readonly address: string
    readonly origin: string
    /** The required size of the image, if it is known. */
    readonly size: string | undefined
  }[]
}

/** The facts for requirements on fetched images: the URLs in a reply, or the result of a fetch. */
export type ImageTrail = { readonly named: Naming } | { readonly fetched: FetchedImage }

/** A fetch of a URL within the hour in which it is valid, and the replies that named it. */
export interface Fetch {
  readonly exchange: string
  readonly fetched: FetchedImage
  readonly namedIn: readonly Pick<Name, 'exchange' | 'operation' | 'size'>[]
}

const lifetimeMs = 60 * 60 * 1000

/** Returns the URLs that a reply names. */
export const named = memoize((seen: Observation): ImageTrail | undefined => {
  const size = sizeAsked(seen)
  const images = namedImages(seen).map(({ index, url }) => ({
    index,
    address: addressDigest(url),
    origin: url.origin,
    size,
  }))
  const { operation, exchange } = seen
  return images.length === 0 ? undefined : { named: { operation: operation.id, startedAt: exchange.startedAt, images } }
})

export function fetched(unmatched: UnmatchedExchange): ImageTrail | undefined {
  const found = fetchedImage(unmatched)
  return found && { fetched: found }
}

type Trails = readonly Collected<ImageTrail>[]

/** Returns the fetches of URLs that a reply named within the hour before. Older URLs need not be valid. */
export function fetchesIn(collected: Trails): readonly Fetch[] {
  const names = namesByAddress(collected)
  return collected.flatMap(({ exchange, fact }) => {
    if (!('fetched' in fact)) return []
    const { address, startedAt, endedAt } = fact.fetched
    const namedIn = (names.get(address) ?? []).filter(
      (name) => name.startedAt <= startedAt && endedAt <= name.startedAt + lifetimeMs,
    )
    return namedIn.length === 0 ? [] : [{ exchange, fetched: fact.fetched, namedIn }]
  })
}

interface Name {
  readonly exchange: string
  readonly operation: Endpoint
  readonly startedAt: number
  readonly size: string | undefined
}

function namesByAddress(collected: Trails): ReadonlyMap<string, readonly Name[]> {
  const names = new Map<string, Name[]>()
  for (const { exchange, fact } of collected) {
    if (!('named' in fact)) continue
    for (const { address, size } of fact.named.images) {
      const { operation, startedAt } = fact.named
      const name = { exchange, operation, startedAt, size }
      const known = names.get(address)
      if (known === undefined) names.set(address, [name])
      else known.push(name)
    }
  }
  return names
}

/**
 * An origin: the number of URLs that replies name on it, the number of them that were fetched, and one reply that names
 * one.
 */
export interface OriginNamed {
  readonly origin: string
  readonly named: number
  readonly fetched: number
  readonly exchange: string
}

/** Returns the origins of the images in replies, in the order of exchanges. */
export function originsIn(collected: Trails): readonly OriginNamed[] {
  const asked = new Set(collected.flatMap(({ fact }) => ('fetched' in fact ? [fact.fetched.address] : [])))
  const origins = new Map<string, { readonly exchange: string; readonly addresses: Set<string> }>()
  for (const { exchange, fact } of collected) {
    for (const { origin, address } of 'named' in fact ? fact.named.images : []) {
      const known = origins.get(origin) ?? { exchange, addresses: new Set<string>() }
      origins.set(origin, known)
      known.addresses.add(address)
    }
  }
  return [...origins].map(([origin, { exchange, addresses }]) => {
    const fetchedOnes = [...addresses].filter((address) => asked.has(address))
    return { origin, exchange, named: addresses.size, fetched: fetchedOnes.length }
  })
}

/** The result of fetching a URL without a credential. It is small because it does not contain the body. */
export interface FetchedImage {
  /** The digest of the URL, equal to that of the image in the reply. */
  readonly address: string
  /** The URL as text, without its query, truncated if it is long. */
  readonly shown: string
  readonly startedAt: number
  readonly endedAt: number
  /** Absent if there was no response. */
  readonly status: number | undefined
  /** The target of a redirect that was not followed. */
  readonly location: string | undefined
  readonly ended: Ended
  /** The picture, if it was received completely. */
  readonly content?: ComparablePicture
}

/**
 * Reads an exchange as the fetch of a URL. Returns `undefined` if it is not one, has a credential, or requests only a
 * part.
 */
const fetchedImage = memoize((unmatched: UnmatchedExchange): FetchedImage | undefined => {
  const { exchange, status, complete } = unmatched
  const url = addressAsked(exchange.request)
  if (url === undefined || !exchange.captured.includes('request-headers')) return undefined
  if (exchange.request.headers.some(([name]) => tellsNothing.test(name))) return undefined
  const isWhole = complete && isUnaltered(exchange, 'response-body')
  return {
    address: addressDigest(url),
    shown: shownAddress(url),
    startedAt: exchange.startedAt,
    endedAt: exchange.startedAt + exchange.durationMs,
    status,
    location: header(exchange.response?.headers ?? [], 'location')
      ?.replace(/\?.*/, '?…')
      .slice(0, 200),
    ended: exchange.ended,
    ...(isWhole && isSuccess(status) ? { content: comparablePicture(unmatched.body) } : {}),
  }
})

/** The longest path of a URL that is shown. */
const longestPath = 60

/** Returns a URL as messages show it. Its query is left out, since it may contain a signature. */
function shownAddress({ origin, pathname, search }: URL): string {
  const path =
    pathname.length > longestPath ? `${pathname.slice(0, 20)}…${pathname.slice(-(longestPath - 20))}` : pathname
  return `${origin}${path}${search === '' ? '' : '?…'}`
}

/**
 * Headers with a credential, a condition or a range. A response to them does not show how the image is served without
 * them.
 */
const tellsNothing = /^(authorization|proxy-authorization|x-api-key|x-goog-api-key|cookie|range|if-.*)$/i

/**
 * Returns the URL that a GET requests. This suite records its own fetches with a request target in absolute form (RFC
 * 9112 §3.2.2). Otherwise, the URL is the path on the recorded host.
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

/** Returns a digest of a URL without its scheme, because a recorded path and host do not contain the scheme. */
function addressDigest({ host, pathname, search }: URL): string {
  return hash('sha1', `${host}${pathname}${search}`, 'base64')
}
