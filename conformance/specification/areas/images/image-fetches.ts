import type { RecordedRequest } from '../../../core/model/exchange.ts'
import type { Observation } from '../../../core/model/observation.ts'
import type { Endpoint } from '../../../core/model/vocabulary.ts'
import type { Intent } from '../../../core/model/why.ts'
import { type NamedImage, namedImages } from './named-images.ts'
import { sizeAsked } from './requirements/asked.ts'

/** A fetch of an image that a reply names. */
export interface ImageFetch extends Intent {
  /** A GET of an absolute URL without a credential. */
  readonly request: RecordedRequest
}

/** Collects the URLs in the replies of a run, to fetch each once. */
export interface ImageFetches {
  note(seen: Observation): void
  /**
   * Returns the fetches to send now. Each is returned once, and the selection does not depend on the order of replies.
   */
  due(): readonly ImageFetch[]
  /** Returns all fetches so far once more, for the end of the run (interpretation I10). */
  again(): readonly ImageFetch[]
}

/** The maximum number of images that a run fetches, each of them twice. */
export const mostFetched = 30
/** The maximum number of URLs that are kept for the selection. */
const mostNoted = 2000

interface Noted extends ImageFetch {
  readonly operation: Endpoint
  readonly exchange: string
  readonly index: number
  readonly place: Place
  /** The kind of image for the selection: an operation, a size, and a position in the reply. */
  readonly kind: string
}

/**
 * The position of an image in its reply. A target may forget to store all images except the first, or except the last.
 */
type Place = 'first' | 'last' | 'between'

/** Starts to collect URLs. `mayFetch` decides whether the run may fetch one. */
export function startImageFetches(mayFetch: (url: URL) => boolean): ImageFetches {
  const met = new Set<string>()
  let noted: Noted[] = []
  let left = mostFetched
  const sent: ImageFetch[] = []
  return {
    note: (seen) => {
      const named = namedImages(seen).filter(({ url }) => mayFetch(url))
      for (const [at, image] of named.entries()) {
        if (noted.length < mostNoted && left > 0) noted.push(notedAt(seen, image, placeOf(at, named.length)))
      }
    },
    due: () => {
      const fresh = inOrder(noted).filter(({ request }) => !met.has(request.path) && met.add(request.path))
      noted = []
      const chosen = inTurns(fresh).slice(0, left)
      left -= chosen.length
      const fetches = chosen.map(({ caseId, why, operation, request }) => ({ caseId, why, operation, request }))
      sent.push(...fetches)
      return fetches
    },
    again: () => sent.map((fetch) => ({ ...fetch, caseId: `${fetch.caseId}-again` })),
  }
}

function placeOf(at: number, count: number): Place {
  if (at === 0) return 'first'
  return at === count - 1 ? 'last' : 'between'
}

function notedAt(seen: Observation, { index, url: { href } }: NamedImage, place: Place): Noted {
  const { exchange, operation } = seen
  return {
    caseId: `${exchange.id}/image-${index + 1}`,
    why: { kind: 'image', of: exchange.id, image: index + 1 },
    operation: operation.id,
    request: { method: 'GET', path: href, headers: [['accept', 'image/*, */*;q=0.1']], body: new Uint8Array() },
    exchange: exchange.id,
    index,
    place,
    kind: `${operation.id} ${sizeAsked(seen)} ${place}`,
  }
}

function inOrder(noted: readonly Noted[]): readonly Noted[] {
  return [...noted].sort((one, other) =>
    one.exchange === other.exchange ? one.index - other.index : one.exchange < other.exchange ? -1 : 1,
  )
}

/**
 * Orders one URL of each kind, then a second of each, so that a limited selection covers all kinds. Images in the
 * middle of a reply come last.
 */
function inTurns(noted: readonly Noted[]): readonly Noted[] {
  const turns = new Map<string, number>()
  const turnOf = ({ kind }: Noted): number => {
    const turn = turns.get(kind) ?? 0
    turns.set(kind, turn + 1)
    return turn
  }
  return noted
    .map((one) => ({ one, isBetween: Number(one.place === 'between'), turn: turnOf(one) }))
    .sort((one, other) => one.isBetween - other.isBetween || one.turn - other.turn)
    .map(({ one }) => one)
}
