import { jsonReply, type Reply } from '../reply.ts'
import { type Trouble, troubleStatus } from '../trouble.ts'
import { type Complaint, spoken } from './complaint.ts'

const words = {
  invalid: ['invalid_request_error', 'invalid_request'],
  'no-authorization': ['authentication_error', 'missing_api_key'],
  'not-bearer': ['authentication_error', 'invalid_api_key'],
  'bad-key': ['authentication_error', 'invalid_api_key'],
  forbidden: ['permission_error', 'model_not_allowed'],
  exhausted: ['rate_limit_error', 'insufficient_quota'],
  'no-model': ['not_found_error', 'model_not_found'],
  'no-route': ['not_found_error', 'unknown_url'],
  'wrong-method': ['invalid_request_error', 'method_not_allowed'],
  'too-large': ['request_too_large', 'request_too_large'],
  internal: ['server_error', 'internal'],
} as const satisfies Record<Trouble, readonly [type: string, code: string]>

/** The error body of section 7 with the members that common clients read. */
export interface MessagesErrorBody {
  readonly type: 'error'
  readonly error: { readonly type: string; readonly message: string; readonly code: string }
}

/** Common clients read a `type` beside `error`; interpretation M5 permits it. */
export function messagesError(trouble: Trouble, complaint: Complaint): Reply {
  const [type, code] = words[trouble]
  const error = { type, message: spoken(complaint), code }
  return jsonReply(troubleStatus[trouble], { type: 'error', error } satisfies MessagesErrorBody)
}
