import { isPlaceholder } from '../../../core/model/placeholder.ts'
import { hiddenOf, type Secret, secretsOf } from '../../../engine/record/client/keys.ts'
import { type LabelOf, labelsFor } from '../../../engine/record/har/credentials.ts'
import type { Surveyed } from '../../../engine/record/har/survey.ts'
import type { PathOf } from './paths-below.ts'

/** The labels for the keys of recordings, and all secrets. */
export interface HarKeys {
  readonly labelOf: LabelOf
  readonly secrets: readonly Secret[]
}

/** The maximum number of keys that are searched for in bodies. */
const mostKeys = 200

/**
 * Finds the valid keys: those that the user named or, if the recordings contain none of them, the one that the gateway
 * accepted most often. A placeholder is not a key unless the user named it. If a valid key is known, another key is
 * invalid if the gateway never accepted it, and answered 401 to it or rejected a request that was served with another
 * key.
 */
export function keysIn(entries: readonly Surveyed[], named: readonly string[], pathOf: PathOf): HarKeys {
  const own = entries.filter((entry) => pathOf(entry) !== undefined)
  const count = (list: readonly Surveyed[]) => countsOf(list, (key) => named.includes(key) || !isPlaceholder(key))
  const served = count(own.filter(({ isServed }) => isServed))
  const all = count(entries)
  const isThere = named.some((key) => secretsOf(key).some(({ value }) => all.has(value)))
  const [most] = [...served].sort(([, one], [, other]) => other - one)
  const valid = isThere || most === undefined ? named : [most[0]]
  const denied = valid.length === 0 ? new Map<string, number>() : count(own.filter(({ isDenied }) => isDenied))
  const rejected = [
    ...denied.keys(),
    ...(valid.length === 0 ? [] : keysRejectedAlone(own).filter((key) => all.has(key))),
  ].filter((key) => !served.has(key))
  const labelOf = labelsFor(valid, rejected)
  const known = [...new Set([...valid, ...named])].flatMap(hiddenOf)
  const others = [...all.keys()].slice(0, mostKeys).map((value) => ({ label: labelOf(value), value }))
  return { labelOf, secrets: [...known, ...others].sort((one, other) => other.value.length - one.value.length) }
}

/** Returns the keys with which a request was rejected that was served with another key. */
function keysRejectedAlone(entries: readonly Surveyed[]): readonly string[] {
  const served = new Map<string, Set<string>>()
  for (const { isServed, request, keys } of entries) {
    if (!isServed || request === undefined) continue
    const known = served.get(request) ?? new Set()
    served.set(request, known)
    for (const key of keys) known.add(key)
  }
  return entries.flatMap(({ mayRejectKey, request = '', keys }) =>
    mayRejectKey && [...(served.get(request) ?? [])].some((key) => !keys.includes(key)) ? keys : [],
  )
}

function countsOf(entries: readonly Surveyed[], isKey: (key: string) => boolean): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const key of entries.flatMap(({ keys }) => keys)) if (isKey(key)) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}
