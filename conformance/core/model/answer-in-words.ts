import type { ResponseClass } from './observation.ts'

/**
 * Describes a response for the message of a finding: its status, and more if that does not suffice. `isCaptured` is false
 * if its source did not record all of it.
 */
export function answerInWords(status: number | undefined, responseClass: ResponseClass, isCaptured = true): string {
  if (status === undefined) return 'no response'
  switch (responseClass) {
    case 'accepted':
    case 'rejected':
      return String(status)
    case 'unrecognised':
      return `${status} with a body that is not a valid response of this operation`
    case 'denied':
      return status === 402 ? `${status}, which asks for payment` : `${status}, which rejects the key`
    case 'failed':
      return `${status}, a server error`
    case 'strange':
      return `${status}, neither a success nor an error`
    case 'errored':
      return `${status} with an event stream that reports an error`
    case 'busy':
      if (status < 400 && !isCaptured) return `${status} with a body that was not captured`
      // A success with an incomplete response counts as no response.
      return status < 400 ? `${status} with an incomplete response` : `${status}, which means that the server is busy`
  }
}
