import type { IncomingRequest } from '../incoming-request.ts'
import type { Reply } from '../reply.ts'
import type { Fault } from './fault.ts'

/** Returns a reply after the changes of these faults. */
export function altered(reply: Reply, request: IncomingRequest, faults: readonly Fault[]): Reply {
  return faults.reduce((so, fault) => fault.alter?.(so, request) ?? so, reply)
}

/** Returns the response to a GET of a picture's address after the changes of these faults. */
export function alteredPicture(reply: Reply, faults: readonly Fault[]): Reply {
  return faults.reduce((so, fault) => fault.alterPicture?.(so) ?? so, reply)
}
