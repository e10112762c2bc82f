import { type Observation, succeeded } from '../../../model/observation.ts'
import { onlyItem } from '../../../model/only-item.ts'

/** The `data` of a token usage reply, where it is an object; also of a reply in a list of its own (interpretation G13). */
export function quota({ json }: Observation): Readonly<Record<string, unknown>> | undefined {
  const { data } = asObject(onlyItem(json))
  return typeof data === 'object' && data !== null && !Array.isArray(data)
    ? (data as Record<string, unknown>)
    : undefined
}

/** Whether a known token got a success; here its key may come with and without its `sk-` prefix (interpretation T2). */
export function isAnswer(seen: Observation): boolean {
  const { kind } = seen.request.credential
  return succeeded(seen) && (kind === 'valid' || kind === 'valid-counterpart')
}

/** The value's members; none where it is no object. */
export function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
