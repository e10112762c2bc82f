import type { Trial } from './trial.ts'

/** How many of the deep faults runs detect: defects that show for few requests only. */
export interface DeepScore {
  readonly tested: number
  /** With each seed alone. */
  readonly bySeed: readonly { readonly seed: number; readonly detected: number }[]
  /** With any of the seeds. */
  readonly detected: number
  /** With none. */
  readonly missed: readonly string[]
  /** Those beside which something failed that had no reason to. */
  readonly accused: readonly string[]
}

/** The part that one seed must detect. */
const enoughAlone = 0.85
/** The part that several seeds must detect together. */
const enoughTogether = 0.95

/** Adds up the trials of deep faults; `undefined` where there are none. */
export function deepScoreOf(trials: readonly Trial[]): DeepScore | undefined {
  const deep = trials.filter(({ isDeep, finish }) => isDeep === true && finish !== 'broken-down')
  if (deep.length === 0) return undefined
  const found = deep.filter(({ finish, expected, missing }) => finish === 'exact' || missing.length < expected.length)
  const detected = new Set(found.map(({ id }) => id))
  const ids = [...new Set(deep.map(({ id }) => id))]
  return {
    tested: ids.length,
    bySeed: [...new Set(deep.map(({ seed }) => seed))].map((seed) => ({
      seed,
      detected: found.filter((trial) => trial.seed === seed).length,
    })),
    detected: detected.size,
    missed: ids.filter((id) => !detected.has(id)),
    accused: [...new Set(deep.filter(({ finish }) => finish === 'accused').map(({ id }) => id))],
  }
}

/** Whether that is as many as a standard profile promises, and nothing was accused without reason. */
export function isEnough({ tested, bySeed, detected, accused }: DeepScore): boolean {
  const isEach = bySeed.every((one) => one.detected >= enoughAlone * tested)
  return accused.length === 0 && isEach && (bySeed.length === 1 || detected >= enoughTogether * tested)
}

/** The score as lines for people. */
export function deepInWords({ tested, bySeed, detected, missed, accused }: DeepScore): string {
  const label = 'deep faults'.padEnd(13)
  const each = bySeed.map((one) => `${label} ${one.detected} of ${tested} detected with seed ${one.seed}\n`)
  return [
    ...each,
    bySeed.length === 1 ? '' : `${label} ${detected} of ${tested} detected with any of these seeds\n`,
    missed.length === 0 ? '' : `${' '.repeat(13)} not detected: ${missed.join(', ')}\n`,
    accused.length === 0 ? '' : `${' '.repeat(13)} something else failed beside: ${accused.join(', ')}\n`,
  ].join('')
}
