import { isDeepStrictEqual } from 'node:util'
import type { IncomingRequest } from '../incoming-request.ts'
import { mulberry32, seedOf } from '../model/random.ts'
import type { Reply } from '../reply.ts'
import type { Fault } from './fault.ts'

/** The frequency of a fault: `hits` of every `among` requests whose response it can alter. */
export interface Frequency {
  readonly hits: number
  readonly among: number
}

/**
 * Makes a fault intermittent. Counts only requests whose response it can alter. The seed draws `hits` of every `among`
 * of them, so a client that sends `among` such requests meets the fault.
 */
export function sometimes(fault: Fault, frequency: Frequency, seed: number): Fault {
  const draw = drawing(fault.id, frequency, seed)
  const counts = { chances: 0, shown: 0 }
  const drawn = new WeakMap<IncomingRequest, boolean>()
  const shows = (request: IncomingRequest): boolean => {
    const known = drawn.get(request)
    if (known !== undefined) return known
    const fresh = draw(counts.chances)
    counts.chances += 1
    if (fresh) counts.shown += 1
    drawn.set(request, fresh)
    return fresh
  }
  return { ...hooksOf(fault, shows), showing: () => ({ fault: fault.id, ...counts }) }
}

function hooksOf(
  { overlook, reject, admit, alter, ...rest }: Fault,
  shows: (request: IncomingRequest) => boolean,
): Fault {
  return {
    ...rest,
    ...(overlook && { overlook: (violation, request) => overlook(violation, request) && shows(request) }),
    ...(reject && { reject: (request) => reject(request) && shows(request) }),
    ...(admit && { admit: (request) => admit(request) && shows(request) }),
    ...(alter && { alter: (reply, request) => broken(reply, alter(reply, request), () => shows(request)) }),
  }
}

/**
 * Returns the altered reply if the fault shows now. A reply that the fault leaves unchanged does not count as a chance.
 */
function broken(reply: Reply, altered: Reply, shows: () => boolean): Reply {
  return altered === reply || isDeepStrictEqual(altered, reply) || !shows() ? reply : altered
}

/** Returns a function that decides for each chance, counted from 0, whether the fault shows. */
function drawing(id: string, { hits, among }: Frequency, seed: number): (chance: number) => boolean {
  let block = -1
  let taken: ReadonlySet<number> = new Set()
  return (chance) => {
    if (Math.floor(chance / among) !== block) {
      block = Math.floor(chance / among)
      taken = takenOf(hits, among, mulberry32(seedOf(`${id} ${seed} ${block}`)))
    }
    return taken.has(chance % among)
  }
}

function takenOf(hits: number, among: number, random: () => number): ReadonlySet<number> {
  const places = Array.from({ length: among }, (_, place) => ({ place, rank: random() }))
  places.sort((one, other) => one.rank - other.rank)
  return new Set(places.slice(0, hits).map(({ place }) => place))
}
