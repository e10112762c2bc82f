import type { Endpoint } from '../../../conformance/model/vocabulary.ts'
import type { Fault } from '../fault.ts'
import { limitedTo } from '../limited.ts'
import type { Condition } from './when.ts'

/** A defect that shows only for a combination of features, a size, a depth, a number of turns or an awkward text. */
export interface DeepFault {
  readonly id: string
  /** The fault that it shows like, where it shows. */
  readonly like: string
  readonly on: Endpoint
  /** The requests for which it shows. */
  readonly when: Condition
}

/**
 * The fault itself: the one that it is like, on one operation and for some requests only.
 *
 * @throws when there is no fault that it is like.
 */
export function deepened({ id, like, on, when }: DeepFault, faults: ReadonlyMap<string, Fault>): Fault {
  const found = faults.get(like)
  if (found === undefined) throw new Error(`${id} is like ${like}, which is no fault`)
  const { overlook, reject, alter, ...rest } = limitedTo(on, found)
  return {
    ...rest,
    id,
    ...(overlook && { overlook: (violation, request) => when(request) && overlook(violation, request) }),
    ...(reject && { reject: (request) => when(request) && reject(request) }),
    ...(alter && { alter: (reply, request) => (when(request) ? alter(reply, request) : reply) }),
  }
}
