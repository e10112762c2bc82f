import { hiddenOf, type Secret, secretsOf } from '../../record/client/keys.ts'
import { type LabelOf, labelsFor } from '../../record/har/credentials.ts'
import type { Surveyed } from '../../record/har/survey.ts'

/** The labels for the keys of a HAR, and all that must not be recorded. */
export interface HarKeys {
  readonly labelOf: LabelOf
  readonly secrets: readonly Secret[]
}

/** More keys than that are not looked for in bodies. */
const mostKeys = 200

/** The valid keys are those that the user names; where the HAR has none of them, the one that was let in most often. */
export function keysIn(entries: readonly Surveyed[], named: readonly string[]): HarKeys {
  const served = countsOf(entries.filter(({ isServed }) => isServed))
  const all = countsOf(entries)
  const isThere = named.some((key) => secretsOf(key).some(({ value }) => all.has(value)))
  const [most] = [...served].sort(([, one], [, other]) => other - one)
  const valid = isThere || most === undefined ? named : [most[0]]
  const labelOf = labelsFor(valid)
  const known = [...new Set([...valid, ...named])].flatMap(hiddenOf)
  const others = [...all.keys()].slice(0, mostKeys).map((value) => ({ label: labelOf(value), value }))
  return { labelOf, secrets: [...known, ...others].sort((one, other) => other.value.length - one.value.length) }
}

function countsOf(entries: readonly Surveyed[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const key of entries.flatMap(({ keys }) => keys)) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}
