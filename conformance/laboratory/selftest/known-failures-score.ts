import type { Trial } from './trial.ts'

/** The number of faulty gateways that pass once their failures are known. */
export interface KnownFailuresScore {
  readonly tested: number
  /** The number whose second run ended with exit status 0. */
  readonly passed: number
}

export function knownFailuresScoreOf(trials: readonly Trial[]): KnownFailuresScore {
  const tested = trials.filter(({ finish }) => finish !== 'broken-down')
  return { tested: tested.length, passed: tested.filter(({ finish }) => finish === 'exact').length }
}

/** Formats the score: one line for each trial that did not pass, and the number of those that did. */
export function knownFailuresInWords(trials: readonly Trial[]): string {
  const { tested, passed } = knownFailuresScoreOf(trials)
  const failed = trials.filter(({ finish }) => finish !== 'exact')
  return [
    ...failed.map(({ id, finish, trouble }) => `fault ${id}: ${finish}: ${trouble}\n`),
    `${'known'.padEnd(13)} ${passed} of ${tested} faulty gateways pass with their failures listed as known\n`,
  ].join('')
}
