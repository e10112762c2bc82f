import { isDeepStrictEqual } from 'node:util'
import { decide } from '../answer.ts'
import type { IncomingRequest } from '../incoming-request.ts'
import type { Reply } from '../reply.ts'
import { altered, alteredPicture } from './altered.ts'
import type { Fault } from './fault.ts'

/** Counts for each of several faults the responses that would be different without it. */
export interface Differences {
  /** Records a request and the reply that the faults are about to alter. */
  note(request: IncomingRequest, reply: Reply): void
  notePicture(reply: Reply): void
  /** The counts by the id of the fault. A fault that others cover completely has none. */
  readonly counts: ReadonlyMap<string, number>
}

/** Starts counting. Each request is decided once more for each fault. */
export function startDifferences(faults: readonly Fault[]): Differences {
  const counts = new Map(faults.map(({ id }) => [id, 0]))
  const count = (differs: (others: readonly Fault[]) => boolean): void => {
    for (const fault of faults) {
      const others = faults.filter((other) => other !== fault)
      if (differs(others)) counts.set(fault.id, (counts.get(fault.id) ?? 0) + 1)
    }
  }
  return {
    counts,
    note(request, reply) {
      const decision = decide(request, faults)
      const given = altered(reply, request, faults)
      count((others) => !isSame(decide(request, others), decision) || !isSame(altered(reply, request, others), given))
    },
    notePicture(reply) {
      const given = alteredPicture(reply, faults)
      count((others) => !isSame(alteredPicture(reply, others), given))
    },
  }
}

function isSame<Value>(one: Value, other: Value): boolean {
  return one === other || isDeepStrictEqual(one, other)
}
