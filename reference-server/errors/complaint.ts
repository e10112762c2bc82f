import type { Violation } from '../../schemas/index.ts'
import { stepsOf } from '../../schemas/json-pointer.ts'

/** The text of a rejection. */
export interface Complaint {
  readonly message: string
  /** The fields it is about. */
  readonly places: readonly { readonly place: string; readonly description: string }[]
}

/** The most fields that one rejection names. */
const mostPlaces = 20

/** Returns a complaint without a field. */
export function generalComplaint(message: string): Complaint {
  return { message, places: [] }
}

/** Returns a complaint about violations. `unreadable` is the reason why there is no body. */
export function about(violations: readonly Violation[], unreadable: string | undefined): Complaint {
  if (unreadable !== undefined) return generalComplaint(unreadable)
  const places = violations.slice(0, mostPlaces).map(({ pointer, message }) => {
    const place = placeOf(pointer)
    return { place: place || 'body', description: message.replaceAll(pointer, place || 'the body').slice(0, 500) }
  })
  return { message: 'The request is invalid.', places }
}

/** Formats the complaint as one line. */
export function spoken({ message, places }: Complaint): string {
  return places[0]?.description ?? message
}

/** Writes a JSON pointer into a request value as clients do: `/body/contents/0/role` is `contents[0].role`. */
function placeOf(pointer: string): string {
  const [, ...steps] = stepsOf(pointer)
  return steps.map(asStep).join('').slice(0, 200)
}

function asStep(token: string, index: number): string {
  if (/^\d+$/.test(token)) return `[${token}]`
  return index === 0 ? token : `.${token}`
}
