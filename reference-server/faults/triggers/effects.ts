import { isDeepStrictEqual } from 'node:util'
import type { Endpoint } from '../../../conformance/model/vocabulary.ts'
import type { Reply } from '../../reply.ts'
import type { Fault } from '../fault.ts'
import { plainExchanges } from './plain.ts'

/** The effect of a fault that rejects each request that meets its trigger. */
export const rejection: Fault = { id: 'reject', breaks: [], reject: () => true }

/**
 * Faults that change plain replies without a violation: they need another request, or other replies to compare with.
 */
const excluded: readonly string[] = [
  'content-blocked-when-off',
  'content-one-response-id',
  'content-reply-of-another',
  'content-stream-of-another',
  'messages-same-id',
  'messages-reply-of-another',
  'messages-stream-of-another',
  'messages-stream-same-id',
  'messages-key-as-bearer-only',
  'images-key-in-header-only',
]

/** Returns the faults that show in every successful reply of an operation, including its plain one. */
export function effectsOn(on: Endpoint, faults: ReadonlyMap<string, Fault>): readonly Fault[] {
  return [...faults.values()].filter((fault) => !excluded.includes(fault.id) && isShown(fault, on))
}

function isShown({ alter, notLimited, on: operations }: Fault, on: Endpoint): boolean {
  if (alter === undefined || notLimited !== undefined || operations?.includes(on) === false) return false
  const { request, reply } = plainExchanges[on]
  const altered = alter(reply, request)
  return !isDeepStrictEqual(altered, reply) && isWhole(altered)
}

/** A reply that hangs, breaks off or fails counts first as a connection problem. */
function isWhole({ status, body }: Reply): boolean {
  return status < 500 && body.kind !== 'hang' && body.kind !== 'cut' && body.kind !== 'burst'
}
