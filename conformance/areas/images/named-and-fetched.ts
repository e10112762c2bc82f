import { memoize } from '../../model/memoize.ts'
import type { Observation } from '../../model/observation.ts'
import type { Collected } from '../../model/requirement.ts'
import type { UnmatchedExchange } from '../../model/unmatched-exchange.ts'
import type { Endpoint } from '../../model/vocabulary.ts'
import { addressDigest, type FetchedImage, fetchedImage } from './fetched-image.ts'
import { namedImages } from './named-images.ts'
import { sizeAsked } from './requirements/asked.ts'

/** The addresses that one reply names. */
export interface Naming {
  /** The operation that named them. Findings about fetching them belong to it. */
  readonly operation: Endpoint
  /** Milliseconds from the start of the run to the request. No image of the reply is older. */
  readonly startedAt: number
  readonly images: readonly {
    readonly address: string
    readonly origin: string
    /** The size in the request, if it has one. */
    readonly size: string | undefined
  }[]
}

/**
 * The facts of an exchange for requirements about fetched images: the addresses in a reply, or the result of a fetch.
 */
export type ImageTrail = { readonly named: Naming } | { readonly fetched: FetchedImage }

/** A fetch of an address within the hour for which it is valid, with the reply that named it. */
export interface Fetch {
  readonly exchange: string
  readonly fetched: FetchedImage
  readonly namedIn: readonly Pick<Name, 'exchange' | 'operation' | 'size'>[]
}

const lifetimeMs = 60 * 60 * 1000

/** Returns the addresses that a reply names. */
export const named = memoize((seen: Observation): ImageTrail | undefined => {
  const size = sizeAsked(seen)
  const images = namedImages(seen).map(({ url }) => ({ address: addressDigest(url), origin: url.origin, size }))
  const { operation, exchange } = seen
  return images.length === 0 ? undefined : { named: { operation: operation.id, startedAt: exchange.startedAt, images } }
})

/** Returns the result of a fetch. */
export function fetched(unmatched: UnmatchedExchange): ImageTrail | undefined {
  const found = fetchedImage(unmatched)
  return found && { fetched: found }
}

type Trails = readonly Collected<ImageTrail>[]

/** Returns the fetches of addresses that a reply named in the hour before. An older address need not be valid. */
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
 * The number of addresses that replies name on an origin, the number that were fetched, and one reply that names one.
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
