import type { Observation } from '../../../model/observation.ts'

/** The `data` of a token usage reply, where it is an object. */
export function quota({ json }: Observation): Readonly<Record<string, unknown>> | undefined {
  const { data } = asObject(json)
  return typeof data === 'object' && data !== null && !Array.isArray(data)
    ? (data as Record<string, unknown>)
    : undefined
}

/** The value's members; none where it is no object. */
export function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
