import type { Area } from '../../conformance/model/vocabulary.ts'
import type { Reply } from '../reply.ts'
import type { Trouble } from '../trouble.ts'
import { type Complaint, generalComplaint } from './complaint.ts'
import { contentGenerationError } from './content-generation.ts'
import { imagesError } from './images.ts'
import { messagesError } from './messages.ts'
import { tokenUsageError } from './token-usage.ts'

export { about } from './complaint.ts'

const errors = {
  images: imagesError,
  'token-usage': tokenUsageError,
  'content-generation': contentGenerationError,
  messages: messagesError,
} satisfies Record<Area, (trouble: Trouble, complaint: Complaint) => Reply>

/** Returns the rejection of a request in the form of its area. */
export function errorReply(area: Area, trouble: Trouble, complaint: Complaint | string): Reply {
  return errors[area](trouble, typeof complaint === 'string' ? generalComplaint(complaint) : complaint)
}
