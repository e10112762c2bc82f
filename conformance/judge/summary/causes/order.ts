import type { ResultName } from '../../../model/report.ts'
import type { Level } from '../../../model/vocabulary.ts'
import type { ExchangeFact } from '../../exchange-fact.ts'
import type { Failure } from './failure.ts'
import type { Group } from './group.ts'
import { byWeight, weightOf } from './merge.ts'

/** A group, and the results that could not be decided because of it. */
export interface Weighed {
  readonly group: Group
  readonly blocks: readonly ResultName[]
}

/**
 * Orders causes by what a vendor gains from a fix: first those that keep the plain request of an operation from being
 * served, then those with more failed and blocked results, of which a stated one counts twice, and all twice where the
 * plain request shows the cause. Last comes what is left over and shares no cause.
 */
export function byGain(levels: ReadonlyMap<string, Level>): (one: Weighed, other: Weighed) => number {
  const gain = ({ group, blocks }: Weighed): number => {
    const blocked = blocks.reduce((sum, { requirement }) => sum + (levels.get(requirement) === 'implied' ? 1 : 2), 0)
    return (weightOf(group) + blocked) * (group.failures.some(showsPlain) ? 2 : 1)
  }
  return (one, other) =>
    stepOf(one.group) - stepOf(other.group) || gain(other) - gain(one) || byWeight(one.group, other.group)
}

function stepOf(group: Group): number {
  if (group.signature.kind === 'various') return 2
  return group.failures.some(keepsPlainUnserved) ? 0 : 1
}

/** Returns whether this is why the plain request was not served. A defect in the body of its rejection is not. */
function keepsPlainUnserved({ ruling, shown }: Failure): boolean {
  return shown.some(({ fact, finding }) => {
    if (fact === undefined || !isOfPlain(fact) || fact.responseClass === 'accepted') return false
    const isOfRejection = (fact.status ?? 0) >= 400
    return !isOfRejection || ruling.requirement.kind === 'acceptance' || finding.at?.in === 'status'
  })
}

function showsPlain({ shown }: Failure): boolean {
  return shown.some(({ fact }) => fact !== undefined && isOfPlain(fact))
}

function isOfPlain({ isPlain, credential }: ExchangeFact): boolean {
  return isPlain && credential === 'valid'
}
