import { canonical } from '../schema/json.ts'
import type { Site } from '../schema/walk.ts'
import type { Breaker } from '../values/breakers.ts'

/** How often the same proposal is tried in different requests of one operation before it is given up. */
const enough = 3

/** Remembers which proposals to break something were tried, so that a long plan does not prove the same thing anew. */
export type Tries = (site: Site, breaker: Breaker) => boolean

/** Starts remembering: the answer is whether the proposal is worth another try. */
export function startTries(): Tries {
  const bySchema = new WeakMap<object, Map<string, number>>()
  return ({ node }, { pointer, value }) => {
    const known = bySchema.get(node.schema) ?? new Map<string, number>()
    bySchema.set(node.schema, known)
    const key = `${pointer.replaceAll(/\/\d+(?=\/|$)/g, '/#')} ${value === undefined ? '' : canonical(value)}`
    const count = known.get(key) ?? 0
    known.set(key, count + 1)
    return count < enough
  }
}

/** No memory: everything is worth a try, every time. */
export const always: Tries = () => true
