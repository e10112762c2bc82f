import contentGeneration from './content-generation.ts'
import type { Fault } from './fault.ts'
import http from './http.ts'
import images from './images.ts'
import messages from './messages.ts'
import tokenUsage from './token-usage.ts'

/** Every deliberate defect by its id. */
export const faults: ReadonlyMap<string, Fault> = byId([
  ...images,
  ...tokenUsage,
  ...contentGeneration,
  ...messages,
  ...http,
])

function byId(listed: readonly Fault[]): ReadonlyMap<string, Fault> {
  const known = new Map(listed.map((fault) => [fault.id, fault]))
  if (known.size < listed.length) throw new Error(`two faults share an id: ${firstTwin(listed)}`)
  return known
}

function firstTwin(listed: readonly Fault[]): string | undefined {
  return listed.find(({ id }, index) => listed.findIndex((other) => other.id === id) < index)?.id
}

/** The fault with that id. Throws when there is none. */
export function faultNamed(id: string): Fault {
  const found = faults.get(id)
  if (found === undefined) throw new Error(`there is no fault ${id}`)
  return found
}
