import type { RecordedRequest } from '../../model/exchange.ts'
import type { Observation } from '../../model/observation.ts'
import { namedImages } from './named-images.ts'
import { sizeAsked } from './requirements/asked.ts'

/** The fetch of an image that a reply named. */
export interface ImageFetch {
  /** That of the exchange whose reply named it first, and the image's place, from 1: `…/image-2`. */
  readonly id: string
  /** A GET of an absolute address, without a credential. */
  readonly request: RecordedRequest
}

/** The addresses that the replies of a run name, to be fetched once each. */
export interface ImageFetches {
  note(seen: Observation): void
  /** What is to be fetched now, the same for the same replies in any order; what was given out is not given out again. */
  due(): readonly ImageFetch[]
}

/** The most images that are fetched in a run. */
export const mostFetched = 30
/** The most addresses that are remembered for the choice. */
const mostNoted = 2000

interface Noted extends ImageFetch {
  readonly exchange: string
  readonly index: number
  /** What it stands for in the choice: an operation and a size. */
  readonly kind: string
}

/** Starts noting addresses. `mayFetch` says which of them the run may ask. */
export function startImageFetches(mayFetch: (url: URL) => boolean): ImageFetches {
  const met = new Set<string>()
  let noted: Noted[] = []
  let left = mostFetched
  return {
    note: (seen) => {
      for (const { index, url } of namedImages(seen)) {
        if (noted.length < mostNoted && left > 0 && mayFetch(url)) noted.push(notedAt(seen, index, url))
      }
    },
    due: () => {
      const fresh = inOrder(noted).filter(({ request }) => !met.has(request.path) && met.add(request.path))
      noted = []
      const chosen = inTurns(fresh).slice(0, left)
      left -= chosen.length
      return chosen.map(({ id, request }) => ({ id, request }))
    },
  }
}

function notedAt(seen: Observation, index: number, { href }: URL): Noted {
  const { exchange, operation } = seen
  return {
    id: `${exchange.id}/image-${index + 1}`,
    request: { method: 'GET', path: href, headers: [['accept', 'image/*, */*;q=0.1']], body: new Uint8Array() },
    exchange: exchange.id,
    index,
    kind: `${operation.id} ${sizeAsked(seen)}`,
  }
}

function inOrder(noted: readonly Noted[]): readonly Noted[] {
  return [...noted].sort((one, other) =>
    one.exchange === other.exchange ? one.index - other.index : one.exchange < other.exchange ? -1 : 1,
  )
}

/** One of each kind, then another of each, so that a bounded choice leaves none out. */
function inTurns(noted: readonly Noted[]): readonly Noted[] {
  const turns = new Map<string, number>()
  const turnOf = ({ kind }: Noted): number => {
    const turn = turns.get(kind) ?? 0
    turns.set(kind, turn + 1)
    return turn
  }
  return noted
    .map((one) => ({ one, turn: turnOf(one) }))
    .sort((one, other) => one.turn - other.turn)
    .map(({ one }) => one)
}
