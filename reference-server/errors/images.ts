import { jsonReply, type Reply } from '../reply.ts'
import { type Trouble, troubleStatus } from '../trouble.ts'
import { type Complaint, spoken } from './complaint.ts'

const words = {
  invalid: ['invalid_request_error', null],
  'no-authorization': ['authentication_error', 'missing_api_key'],
  'not-bearer': ['authentication_error', 'invalid_api_key'],
  'bad-key': ['authentication_error', 'invalid_api_key'],
  forbidden: ['permission_error', 'model_not_allowed'],
  exhausted: ['rate_limit_error', 'insufficient_quota'],
  'no-model': ['invalid_request_error', 'model_not_found'],
  'no-route': ['invalid_request_error', 'unknown_url'],
  'wrong-method': ['invalid_request_error', 'method_not_allowed'],
  'too-large': ['invalid_request_error', 'request_too_large'],
  internal: ['server_error', null],
} as const satisfies Record<Trouble, readonly [type: string, code: string | null]>

/** An error body of the image endpoints. */
export interface ImagesErrorBody {
  readonly error: {
    readonly message: string
    readonly type: string
    readonly param: string | null
    readonly code: string | null
  }
}

/** The specification shows no error body for the image endpoints. This is the form that their clients read. */
export function imagesError(trouble: Trouble, complaint: Complaint): Reply {
  const [type, code] = words[trouble]
  const param = complaint.places[0]?.place ?? null
  const error = { message: spoken(complaint), type, param, code }
  return jsonReply(troubleStatus[trouble], { error } satisfies ImagesErrorBody)
}
