import type { Area } from '../../conformance/core/model/vocabulary.ts'
import { errorReply } from '../errors.ts'
import type { Handler } from '../route.ts'

/** Wraps a handler to reject values that are nested too deeply for the stack. */
export function rejectingDepth(area: Area, handle: Handler): Handler {
  return (request, state) => {
    try {
      return handle(request, state)
    } catch (error) {
      if (error instanceof RangeError) return errorReply(area, 'invalid', 'The request is nested too deeply.')
      throw error
    }
  }
}
