import { type Observation, succeeded } from '../../model/observation.ts'
import { isObject, membersOf } from './members.ts'

/** Whether a stream with the status of a success begins with an error object instead of an answer (interpretation C10). */
export function isErrorInStream(seen: Observation): boolean {
  if (!seen.operation.streams || !succeeded(seen)) return false
  return isObject(membersOf(seen.stream?.events[0]?.json)['error'])
}
