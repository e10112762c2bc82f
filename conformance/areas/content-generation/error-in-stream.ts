import { type Observation, succeeded } from '../../model/observation.ts'
import { isObject, membersOf } from './members.ts'

/** Returns whether a stream with a success status begins with an error object (interpretation C10). */
export function isErrorInStream(seen: Observation): boolean {
  if (!seen.operation.streams || !succeeded(seen)) return false
  return isObject(membersOf(seen.stream?.events[0]?.json)['error'])
}
