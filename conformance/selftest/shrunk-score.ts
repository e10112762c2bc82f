import type { Counterexample } from './shrunk/counterexamples.ts'
import type { Trial } from './trial.ts'

/** The size of the smallest requests that runs report for faults under triggers, and the cost of finding them. */
export interface ShrunkScore {
  /** All counterexamples: one for each requirement that a fault broke in a run. */
  readonly counterexamples: number
  /** Counterexamples without a feature that the fault does not need. */
  readonly minimal: number
  /** The number of requests that a run spent on minimising one. */
  readonly requests: { readonly median: number; readonly most: number }
  /** The others: the fault, the seed, and the needless features. */
  readonly rest: readonly string[]
}

/** The share of the counterexamples that must have no needless feature. */
const enoughMinimal = 0.9
/** The most requests that minimising may take in half of the cases. */
const mostInTheMiddle = 40

/** Adds up the counterexamples of the trials; `undefined` if none was tested. */
export function shrunkScoreOf(trials: readonly Trial[]): ShrunkScore | undefined {
  const all = trials.flatMap(({ id, seed, shrunk = [] }) => shrunk.map((one) => ({ id, seed, one })))
  if (all.length === 0) return undefined
  const requests = all.map(({ one }) => one.requests).sort((one, other) => one - other)
  const rest = all.filter(({ one }) => one.needless.length > 0)
  return {
    counterexamples: all.length,
    minimal: all.length - rest.length,
    requests: { median: requests[Math.ceil(requests.length / 2) - 1] ?? 0, most: requests.at(-1) ?? 0 },
    rest: rest.map(({ id, seed, one }) => `${id} with seed ${seed}: ${needlessInWords(one)}`),
  }
}

/** The most needless features that are named for one counterexample. */
const named = 3

function needlessInWords({ needless, exchange }: Counterexample): string {
  const more = needless.length > named ? ` and ${needless.length - named} more` : ''
  return `${needless.slice(0, named).join(', ')}${more} (${exchange})`
}

/** Returns whether counterexamples are as small, and as cheap to find, as promised. */
export function isSmallEnough({ counterexamples, minimal, requests }: ShrunkScore): boolean {
  return minimal >= enoughMinimal * counterexamples && requests.median <= mostInTheMiddle
}

/** Formats the score as lines of text. */
export function shrunkInWords({ counterexamples, minimal, requests, rest }: ShrunkScore): string {
  const indent = ' '.repeat(13)
  return [
    `smallest      ${minimal} of ${counterexamples} counterexamples hold nothing that the fault does not need\n`,
    `${indent} requests spent on shrinking one: median ${requests.median}, ${requests.most} at most\n`,
    ...rest.map((line) => `${indent} fails without it too: ${line}\n`),
  ].join('')
}
