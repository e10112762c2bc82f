import type { IncomingRequest } from '../incoming-request.ts'
import type { Reply } from '../reply.ts'
import type { Fault } from './fault.ts'

/** A reply as it leaves a server with some faults. */
export function altered(reply: Reply, request: IncomingRequest, faults: readonly Fault[]): Reply {
  return faults.reduce((so, fault) => fault.alter?.(so, request) ?? so, reply)
}

/** The answer to a GET of a picture's address, as it leaves a server with some faults. */
export function alteredPicture(reply: Reply, faults: readonly Fault[]): Reply {
  return faults.reduce((so, fault) => fault.alterPicture?.(so) ?? so, reply)
}
