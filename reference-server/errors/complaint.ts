import type { Violation } from '../../schemas/index.ts'
import { placeOf } from './place.ts'

/** What is said to a client whose request is not served. */
export interface Complaint {
  readonly message: string
  /** The fields it is about. */
  readonly places: readonly { readonly place: string; readonly description: string }[]
}

/** As many fields as one rejection names. */
const mostPlaces = 20

/** A complaint about no field in particular. */
export function plainly(message: string): Complaint {
  return { message, places: [] }
}

/** A complaint about what a request breaks. `unreadable` says why there is no body to speak of. */
export function about(violations: readonly Violation[], unreadable: string | undefined): Complaint {
  if (unreadable !== undefined) return plainly(unreadable)
  const places = violations.slice(0, mostPlaces).map(({ pointer, message }) => {
    const place = placeOf(pointer)
    return { place: place || 'body', description: message.replaceAll(pointer, place || 'the body').slice(0, 500) }
  })
  return { message: 'The request is invalid.', places }
}

/** The complaint in one line. */
export function spoken({ message, places }: Complaint): string {
  return places[0]?.description ?? message
}
