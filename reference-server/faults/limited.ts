import type { Endpoint } from '../../conformance/model/vocabulary.ts'
import type { Ask } from '../ask.ts'
import type { Fault } from './fault.ts'

/** The same fault, shown only in the answers to one operation's requests. Throws where it cannot be limited. */
export function limitedTo(on: Endpoint, fault: Fault): Fault {
  const { overlook, reject, admit, alter, alterPicture: _, notLimited, ...rest } = fault
  if (notLimited !== undefined) throw new Error(`fault ${fault.id} cannot be limited to ${on}: ${notLimited}`)
  const isMeant = ({ endpoint }: Ask): boolean => endpoint === on
  return {
    ...rest,
    on: [on],
    ...(overlook && { overlook: (violation, ask) => isMeant(ask) && overlook(violation, ask) }),
    ...(reject && { reject: (ask) => isMeant(ask) && reject(ask) }),
    ...(admit && { admit: (ask) => isMeant(ask) && admit(ask) }),
    ...(alter && { alter: (reply, ask) => (isMeant(ask) ? alter(reply, ask) : reply) }),
  }
}
