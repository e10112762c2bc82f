import contentGeneration from './content-generation/index.ts'
import type { Fault } from './fault.ts'
import http from './http.ts'
import images from './images/index.ts'
import messages from './messages/index.ts'
import { sometimes } from './sometimes.ts'
import tokenUsage from './token-usage/index.ts'
import { readWish } from './wish.ts'

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

/** The fault asked for as `ID` or `ID@N/M`, its chances drawn from the seed. Throws when there is none. */
export function faultAskedFor(text: string, seed: number): Fault {
  const wish = readWish(text)
  const found = wish === undefined ? undefined : faults.get(wish.id)
  if (wish === undefined || found === undefined) throw new Error(`there is no fault ${text}`)
  return wish.frequency === undefined ? found : sometimes(found, wish.frequency, seed)
}
