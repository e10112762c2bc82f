import type { ResultName } from '../../../../core/model/report.ts'
import { byText, type Failure } from './failure.ts'
import type { Group } from './group.ts'
import { causeKinds } from './kinds.ts'
import { keyOf } from './signature.ts'

/** A group, and the results that are undecided because of it. */
export interface Weighed {
  readonly group: Group
  readonly blocks: readonly ResultName[]
}

/**
 * Orders causes by what a vendor gains who repairs them:
 *
 * 1. what one line repairs, and frees an operation: a key or a plain request that is rejected
 * 2. what else stops an operation, or spoils every stream of one
 * 3. everything else, except
 * 4. unrelated leftovers
 *
 * Among these, the one that explains and blocks most results comes first.
 */
export function inOrderOfGain(causes: readonly Weighed[]): readonly Weighed[] {
  return causes.toSorted(
    (one, other) =>
      stepOf(one.group) - stepOf(other.group) || gainOf(other) - gainOf(one) || byWeight(one.group, other.group),
  )
}

function gainOf({ group, blocks }: Weighed): number {
  return group.failures.length + blocks.length
}

function stepOf(group: Group): number {
  if (causeKinds[group.signature.kind].rank === 'last') return 3
  if (isOneLine(group)) return 0
  return stopsWhole(group) ? 1 : 2
}

/** Returns whether a condition that the specification does not know stops an operation. A server error is more than that. */
function isOneLine({ signature: { kind, of = '' }, failures }: Group): boolean {
  return causeKinds[kind].rank === 'one-line' && of.startsWith('4') && failures.some(stopsOperation)
}

/** Returns whether a group keeps an operation from serving its plain request, or spoils every stream of one. */
export function stopsWhole(group: Group): boolean {
  return group.failures.some(stopsOperation) || spoilsEveryStream(group)
}

/** Returns whether no stream of an operation is as it should be, so that every client that streams stops there. */
function spoilsEveryStream({ signature, failures }: Group): boolean {
  if (causeKinds[signature.kind].rank !== 'streams') return false
  return failures.some(
    ({ ruling: { requirement, violating, exchanges } }) =>
      requirement.dimension === 'stream' && violating === exchanges,
  )
}

/**
 * Returns whether a failure is why the plain request was not accepted. A defect in the body of its rejection is not.
 */
function stopsOperation({ ruling, shown }: Failure): boolean {
  return shown.some(({ fact, finding }) => {
    if (fact?.isPlain !== true || fact.credential !== 'valid' || fact.responseClass === 'accepted') return false
    const isOfRejection = (fact.status ?? 0) >= 400
    return !isOfRejection || ruling.requirement.kind === 'acceptance' || finding.at?.in === 'status'
  })
}

/** Compares groups: first the one that explains most, then the one that explains more stated requirements. */
export function byWeight(one: Group, other: Group): number {
  return (
    weightOf(other) - weightOf(one) ||
    statedIn(other) - statedIn(one) ||
    byText(keyOf(one.signature), keyOf(other.signature))
  )
}

/** Returns the number of failures that a group explains. A stated requirement counts twice. */
export function weightOf(group: Group): number {
  return group.failures.length + statedIn(group)
}

function statedIn({ failures }: Group): number {
  return failures.filter(({ isStated }) => isStated).length
}
