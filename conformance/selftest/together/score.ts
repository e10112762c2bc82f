import type { Trial, Undetected } from '../trial.ts'

/** The number of faults that are found where a gateway has several at once. */
export interface TogetherScore {
  readonly rounds: number
  /** Faults that made a difference to some answer, over all rounds. */
  readonly shown: number
  /** Those with a result that shows them. */
  readonly detected: number
  /** Faults that the others left no answer to show in. */
  readonly covered: number
}

/** The share of faults that must be found. */
export const enough = 0.99

/** Adds up the rounds of a selftest; `undefined` where there were none. */
export function togetherScoreOf(trials: readonly Trial[]): TogetherScore | undefined {
  const rounds = trials.filter(({ kind, finish }) => kind === 'together' && finish !== 'broken-down')
  if (rounds.length === 0) return undefined
  const drawn = rounds.reduce((sum, { faults = [] }) => sum + faults.length, 0)
  const covered = rounds.reduce((sum, round) => sum + (round.covered?.length ?? 0), 0)
  const undetected = rounds.reduce((sum, round) => sum + undetectedIn(round).length, 0)
  return { rounds: rounds.length, shown: drawn - covered, detected: drawn - covered - undetected, covered }
}

/** The faults of a round that no result shows. */
export function undetectedIn({ undetected = [] }: Trial): readonly Undetected[] {
  return undetected
}
