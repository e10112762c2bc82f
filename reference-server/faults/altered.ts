import type { Ask } from '../ask.ts'
import type { Reply } from '../reply.ts'
import type { Fault } from './fault.ts'

/** A reply as it leaves a server with some faults. */
export function altered(reply: Reply, ask: Ask, faults: readonly Fault[]): Reply {
  return faults.reduce((so, fault) => fault.alter?.(so, ask) ?? so, reply)
}

/** The answer to a GET of a picture's address, as it leaves a server with some faults. */
export function alteredPicture(reply: Reply, faults: readonly Fault[]): Reply {
  return faults.reduce((so, fault) => fault.alterPicture?.(so) ?? so, reply)
}
