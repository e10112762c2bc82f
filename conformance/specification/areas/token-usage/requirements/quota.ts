import { isObject, type Members, membersOf, onlyItem } from '../../../../../schemas/json.ts'
import { type Observation, succeeded } from '../../../../core/model/observation.ts'

/**
 * Returns the `data` of a token usage reply if it is an object, even if the reply is wrapped in a list (interpretation
 * G13).
 */
export function quota({ json }: Observation): Members | undefined {
  const { data } = membersOf(onlyItem(json))
  return isObject(data) ? data : undefined
}

/** Returns whether a known token got a success, with or without the `sk-` prefix (interpretation T2). */
export function isTokenAnswer(seen: Observation): boolean {
  const { kind } = seen.request.credential
  return succeeded(seen) && (kind === 'valid' || kind === 'valid-counterpart')
}
