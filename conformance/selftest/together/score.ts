import type { Trial, Undetected } from '../trial.ts'

/** The number of detected faults in gateways with several at once. */
export interface TogetherScore {
  readonly rounds: number
  /** Faults that changed a response, over all rounds. */
  readonly shown: number
  /** Faults of which a result shows one. */
  readonly detected: number
  /** Faults that the others cover completely. */
  readonly covered: number
}

/** The share of faults that must be detected. */
export const enough = 0.99

/** Adds up the rounds of a selftest; `undefined` if there were none. */
export function togetherScoreOf(trials: readonly Trial[]): TogetherScore | undefined {
  const rounds = trials.filter(({ kind, finish }) => kind === 'together' && finish !== 'broken-down')
  if (rounds.length === 0) return undefined
  const drawn = rounds.reduce((sum, { faults = [] }) => sum + faults.length, 0)
  const covered = rounds.reduce((sum, round) => sum + (round.covered?.length ?? 0), 0)
  const undetected = rounds.reduce((sum, round) => sum + undetectedIn(round).length, 0)
  return { rounds: rounds.length, shown: drawn - covered, detected: drawn - covered - undetected, covered }
}

/** Returns the faults of a round that no result shows. */
export function undetectedIn({ undetected = [] }: Trial): readonly Undetected[] {
  return undetected
}
