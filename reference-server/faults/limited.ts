import type { Endpoint } from '../../conformance/core/model/vocabulary.ts'
import type { IncomingRequest } from '../incoming-request.ts'
import type { Fault } from './fault.ts'

/** Limits a fault to the requests of one operation. Throws if it cannot be limited. */
export function limitedTo(on: Endpoint, fault: Fault): Fault {
  const { overlook, reject, admit, alter, alterPicture: _, notLimited, ...rest } = fault
  if (notLimited !== undefined) throw new Error(`fault ${fault.id} cannot be limited to ${on}: ${notLimited}`)
  const isMeant = ({ endpoint }: IncomingRequest): boolean => endpoint === on
  return {
    ...rest,
    on: [on],
    ...(overlook && { overlook: (violation, request) => isMeant(request) && overlook(violation, request) }),
    ...(reject && { reject: (request) => isMeant(request) && reject(request) }),
    ...(admit && { admit: (request) => isMeant(request) && admit(request) }),
    ...(alter && { alter: (reply, request) => (isMeant(request) ? alter(reply, request) : reply) }),
  }
}
