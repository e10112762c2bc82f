import { type Observation, succeeded } from '../../../model/observation.ts'
import { onlyItem } from '../../../model/only-item.ts'

/**
 * Returns the `data` of a token usage reply if it is an object, even if the reply is inside a list (interpretation
 * G13).
 */
export function quota({ json }: Observation): Readonly<Record<string, unknown>> | undefined {
  const { data } = asObject(onlyItem(json))
  return typeof data === 'object' && data !== null && !Array.isArray(data)
    ? (data as Record<string, unknown>)
    : undefined
}

/** Returns whether a known token got a success. Its key may have the `sk-` prefix or not (interpretation T2). */
export function isAnswer(seen: Observation): boolean {
  const { kind } = seen.request.credential
  return succeeded(seen) && (kind === 'valid' || kind === 'valid-counterpart')
}

/** Returns the members of an object, and none for any other value. */
export function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
