import { jsonReply, type Reply } from '../reply.ts'
import { type Trouble, troubleStatus } from '../trouble.ts'
import { type Complaint, spoken } from './complaint.ts'

const words = {
  invalid: 'INVALID_ARGUMENT',
  'no-authorization': 'UNAUTHENTICATED',
  'not-bearer': 'UNAUTHENTICATED',
  'bad-key': 'UNAUTHENTICATED',
  forbidden: 'PERMISSION_DENIED',
  exhausted: 'RESOURCE_EXHAUSTED',
  'no-model': 'NOT_FOUND',
  'no-route': 'NOT_FOUND',
  'wrong-method': 'METHOD_NOT_ALLOWED',
  'too-large': 'PAYLOAD_TOO_LARGE',
  internal: 'INTERNAL',
} as const satisfies Record<Trouble, string>

/** The error body of section 7. */
export interface ContentGenerationErrorBody {
  readonly error: {
    readonly code: number
    readonly message: string
    readonly status: string
    readonly details: readonly unknown[]
  }
}

export function contentGenerationError(trouble: Trouble, complaint: Complaint): Reply {
  const code = troubleStatus[trouble]
  return jsonReply(code, {
    error: { code, message: spoken(complaint), status: words[trouble], details: detailsOf(complaint) },
  } satisfies ContentGenerationErrorBody)
}

function detailsOf({ places }: Complaint): unknown[] {
  if (places.length === 0) return []
  const fieldViolations = places.map(({ place, description }) => ({ field: place, description }))
  return [{ '@type': 'BadRequest', fieldViolations }]
}
