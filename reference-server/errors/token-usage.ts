import { jsonReply, type Reply } from '../reply.ts'
import { type Trouble, troubleStatus } from '../trouble.ts'
import { type Complaint, spoken } from './complaint.ts'

/** The literal messages of section 7. Other errors use their own text. */
const literal: Partial<Record<Trouble, string>> = {
  'no-authorization': 'No Authorization header',
  'not-bearer': 'Invalid Bearer token',
  'bad-key': 'token not found',
}

/** The error body of section 7. */
export interface TokenUsageErrorBody {
  readonly success: false
  readonly message: string
}

export function tokenUsageError(trouble: Trouble, complaint: Complaint): Reply {
  const message = literal[trouble] ?? spoken(complaint)
  return jsonReply(troubleStatus[trouble], { success: false, message } satisfies TokenUsageErrorBody)
}
