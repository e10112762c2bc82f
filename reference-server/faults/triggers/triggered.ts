import { isDeepStrictEqual } from 'node:util'
import type { Endpoint } from '../../../conformance/model/vocabulary.ts'
import type { IncomingRequest } from '../../incoming-request.ts'
import type { Fault } from '../fault.ts'
import type { FaultTrigger } from './trigger.ts'

/** A fault by its parts: the effect on replies, the operation, and the condition under which it shows. */
export interface TriggeredFault {
  readonly id: string
  readonly on: Endpoint
  readonly trigger: FaultTrigger
  readonly effect: Fault
}

/**
 * Makes the fault. It shows only in replies to valid requests. It counts those that met the trigger and those whose
 * reply it changed.
 */
export function triggered({ id, on, trigger, effect }: TriggeredFault): Fault {
  const { alter, reject } = effect
  const counts = { chances: 0, shown: 0 }
  const isMet = (request: IncomingRequest): boolean =>
    request.endpoint === on && request.validation.violations.length === 0 && trigger.holds(request)
  return {
    id,
    breaks: effect.breaks,
    on: [on],
    trigger: { class: trigger.class, words: `${on}: ${trigger.words}`, effect: effect.id },
    showing: () => ({ fault: id, ...counts }),
    ...(reject && {
      reject: (request) => {
        if (!isMet(request)) return false
        counts.chances += 1
        counts.shown += 1
        return true
      },
    }),
    ...(alter && {
      alter: (reply, request) => {
        if (reply.status >= 300 || !isMet(request)) return reply
        const altered = alter(reply, request)
        counts.chances += 1
        if (!isDeepStrictEqual(altered, reply)) counts.shown += 1
        return altered
      },
    }),
  }
}
