import { membersOf } from '../../../../schemas/json.ts'
import { keyLabels, specifiedForms } from '../../../core/model/credential.ts'
import type { RecordedRequest } from '../../../core/model/exchange.ts'
import type { Operation } from '../../../core/model/operation.ts'

const path = '/api/usage/token'

/** Endpoint 4 of section 4. Its only input is a credential. */
export const token: Operation = {
  id: 'usage.token',
  area: 'token-usage',
  title: `GET ${path}`,
  method: 'GET',
  credential: specifiedForms['token-usage'],
  streams: false,
  schemas: { reply: 'token-usage/token-reply', error: 'token-usage/token-error' },
  matches: (request: RecordedRequest) => request.method === 'GET' && request.path.split('?')[0] === path,
  read: () => ({}),
  write: () => asking(`Bearer ${keyLabels.valid}`),
  cost: () => ({ calls: 0, images: 0 }),
  responseSignature: { reply: ['data'], error: ['success', 'message'] },
  denies: (_status, json) => isNotFound(json),
}

/** Returns the request with an Authorization header, or without one. */
export function asking(authorization: string | undefined): RecordedRequest {
  const headers = authorization === undefined ? [] : ([['authorization', authorization]] as const)
  return { method: 'GET', path, headers, body: new Uint8Array() }
}

/**
 * Returns whether a body reports an unknown token. The specification does not show its status (interpretation T1). A
 * body with figures does not report an unknown token.
 */
export function isNotFound(json: unknown): boolean {
  const { success, message, data } = membersOf(json)
  return success === false && message === 'token not found' && !('object' in membersOf(data))
}
