import { byText, type Failure, requestSizeOf, type ShownViolation, simplest } from './failure.ts'
import type { Group } from './group.ts'
import { keyOf } from './signature.ts'

/** The violation that represents a cause. */
export interface Example {
  readonly failure: Failure
  readonly shown: ShownViolation
}

/**
 * Returns the violation that represents a group best; see `ranksOf`. The result does not depend on the order of
 * failures.
 */
export function exampleOf({ signature, failures }: Pick<Group, 'signature' | 'failures'>): Example | undefined {
  const shown = failures.filter((failure) => failure.shown.length > 0)
  const [best] = shown
    .map((failure) => ({ failure, shown: simplest(failure), ranks: ranksOf(failure, keyOf(signature)) }))
    .sort((one, other) => byRanks(one.ranks, other.ranks) || byText(keyOfName(one.failure), keyOfName(other.failure)))
  return best?.shown && { failure: best.failure, shown: best.shown }
}

/**
 * Returns the ranks of a failure, in order of importance. Smaller is better: it has the signature of the group; it is
 * stated; it is not about a status; every exchange shows it; the plain request shows it; it is not about a stream; the
 * request is small; many exchanges violate it.
 */
function ranksOf(failure: Failure, group: string): readonly number[] {
  const { isStated, ruling, signature } = failure
  const { dimension } = ruling.requirement
  const isOwn = signature !== undefined && keyOf(signature) === group
  return [
    isOwn ? 0 : 1,
    isStated ? 0 : 1,
    dimension === 'status' ? 1 : 0,
    ruling.violating >= ruling.exchanges ? 0 : 1,
    isOnPlain(simplest(failure)) ? 0 : 1,
    dimension === 'stream' ? 1 : 0,
    requestSizeOf(simplest(failure)),
    -ruling.violating,
  ]
}

function byRanks(one: readonly number[], other: readonly number[]): number {
  const index = one.findIndex((rank, place) => rank !== other[place])
  return index < 0 ? 0 : one[index]! - other[index]!
}

function isOnPlain(shown: ShownViolation | undefined): boolean {
  return shown?.fact?.isPlain === true
}

function keyOfName({ name: { requirement, operation } }: Failure): string {
  return `${operation} ${requirement}`
}
