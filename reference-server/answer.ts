import type { Violation } from '../schemas/index.ts'
import { about, errorReply, type Trouble } from './errors.ts'
import type { Fault } from './faults/fault.ts'
import type { IncomingRequest } from './incoming-request.ts'
import type { Reading } from './read/read-request.ts'
import type { Reply } from './reply.ts'
import type { Route } from './route.ts'
import type { ServerState } from './state.ts'
import { isExhausted, isExpired, mayUse } from './tokens.ts'

/** Returns the reply to a request: a rejection if there is a reason for one, otherwise the reply of the handler. */
export function answer({ request, tooLarge }: Reading, route: Route, state: ServerState): Reply | Promise<Reply> {
  const { area } = route
  if (tooLarge) return errorReply(area, 'too-large', 'The request body is too large.')
  const decision = decide(request, state.faults)
  if (decision.kind === 'stranger') return errorReply(area, decision.trouble, credentialMessages[decision.trouble])
  if (decision.kind === 'broken')
    return (
      route.reject?.(decision.broken, request) ??
      errorReply(area, 'invalid', about(decision.broken, request.unreadable))
    )
  if (decision.kind === 'unwanted') return errorReply(area, 'invalid', 'The request is invalid.')
  return withinRights(request, route) ?? route.handle(request, state)
}

/** The decision to serve a request, or the reason to reject it. */
export type Decision =
  | { readonly kind: 'stranger'; readonly trouble: CredentialTrouble }
  | { readonly kind: 'broken'; readonly broken: readonly Violation[] }
  /** The request is valid, and only a fault rejects it. */
  | { readonly kind: 'unwanted' }
  | { readonly kind: 'served' }

export function decide(request: IncomingRequest, faults: readonly Fault[]): Decision {
  const trouble = credentialTrouble(request)
  if (trouble !== undefined && !faults.some((fault) => fault.admit?.(request))) return { kind: 'stranger', trouble }
  const broken = enforced(request, faults)
  if (broken.length > 0) return { kind: 'broken', broken }
  return { kind: faults.some((fault) => fault.reject?.(request)) ? 'unwanted' : 'served' }
}

type CredentialTrouble = 'no-authorization' | 'not-bearer' | 'bad-key'

const credentialMessages: Record<CredentialTrouble, string> = {
  'no-authorization': 'No API key was sent.',
  'not-bearer': 'The Authorization header does not contain a bearer token.',
  'bad-key': 'The API key is not valid.',
} satisfies Partial<Record<Trouble, string>>

/** Returns the problem with a credential. An expired token is still accepted for reading its own usage. */
function credentialTrouble({ presented, token, endpoint, now }: IncomingRequest): CredentialTrouble | undefined {
  if (presented.kind === 'none') return 'no-authorization'
  if (presented.kind === 'other-scheme') return 'not-bearer'
  if (token === undefined) return 'bad-key'
  return endpoint !== 'usage.token' && isExpired(token, now) ? 'bad-key' : undefined
}

function enforced(request: IncomingRequest, faults: readonly Fault[]): readonly Violation[] {
  const { violations } = request.validation
  if (violations.length === 0 || faults.length === 0) return violations
  return violations.filter((violation) => !faults.some((fault) => fault.overlook?.(violation, request)))
}

function withinRights({ token, value, endpoint }: IncomingRequest, { area, model }: Route): Reply | undefined {
  if (token === undefined || endpoint === 'usage.token') return undefined
  const named = model?.(value)
  if (named !== undefined && !mayUse(token, named)) {
    return errorReply(area, 'forbidden', 'This API key may not use the model.')
  }
  return isExhausted(token) ? errorReply(area, 'exhausted', 'The quota of this API key is used up.') : undefined
}
