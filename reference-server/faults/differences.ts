import { isDeepStrictEqual } from 'node:util'
import { altered, alteredPicture } from '../alterations.ts'
import { decide } from '../answer.ts'
import type { IncomingRequest } from '../incoming-request.ts'
import type { Reply } from '../reply.ts'
import type { Fault } from './fault.ts'

/** Counts for each of several faults the responses that would differ without it. */
export interface Differences {
  /** Records a request and its reply before the faults alter it. */
  note(request: IncomingRequest, reply: Reply): void
  notePicture(reply: Reply, address: string): void
  /** The counts by the id of the fault. A fault whose effects are all hidden by others has the count 0. */
  readonly counts: ReadonlyMap<string, number>
}

/** Starts counting. Decides each request once more for each fault. */
export function startDifferences(faults: readonly Fault[]): Differences {
  const counts = new Map(faults.map(({ id }) => [id, 0]))
  const count = (shown: readonly Fault[]): void => {
    for (const { id } of shown) counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  return {
    counts,
    note: (request, reply) => count(faultsShown(request, reply, faults)),
    notePicture: (reply, address) => count(faultsShownBy(faults, (some) => alteredPicture(reply, address, some))),
  }
}

/** Returns the faults without which the response to a request would differ. */
export function faultsShown(request: IncomingRequest, reply: Reply, faults: readonly Fault[]): readonly Fault[] {
  return faultsShownBy(faults, (some) => [decide(request, some), altered(reply, request, some)])
}

function faultsShownBy(faults: readonly Fault[], outcomeWith: (some: readonly Fault[]) => unknown): readonly Fault[] {
  const outcome = outcomeWith(faults)
  return faults.filter((fault) => !isSame(outcomeWith(faults.filter((other) => other !== fault)), outcome))
}

function isSame<Value>(one: Value, other: Value): boolean {
  return one === other || isDeepStrictEqual(one, other)
}
