import type { ResultName } from '../../../model/report.ts'
import type { Level } from '../../../model/vocabulary.ts'
import type { Group } from './group.ts'
import { byWeight, weightOf } from './merge.ts'

/** A group, and the results that could not be decided because of it. */
export interface Weighed {
  readonly group: Group
  readonly blocks: readonly ResultName[]
}

/**
 * Orders causes by what a vendor gains from a fix: first those that keep the plain request of an operation from being served, then
 * those with more failed and blocked results, of which a stated one counts twice, and all twice where the plain request
 * shows the cause. Last comes what is left over and shares no cause.
 */
export function byGain(levels: ReadonlyMap<string, Level>): (one: Weighed, other: Weighed) => number {
  const gain = ({ group, blocks }: Weighed): number => {
    const blocked = blocks.reduce((sum, { requirement }) => sum + (levels.get(requirement) === 'implied' ? 1 : 2), 0)
    return (weightOf(group) + blocked) * (isOfPlain(group, () => true) ? 2 : 1)
  }
  return (one, other) =>
    stepOf(one.group) - stepOf(other.group) || gain(other) - gain(one) || byWeight(one.group, other.group)
}

function stepOf(group: Group): number {
  if (group.signature.kind === 'various') return 2
  return isOfPlain(group, (fact) => fact.responseClass !== 'accepted') ? 0 : 1
}

type Fact = NonNullable<Group['failures'][number]['shown'][number]['fact']>

function isOfPlain({ failures }: Group, isSuch: (fact: Fact) => boolean): boolean {
  return failures.some(({ shown }) =>
    shown.some(({ fact }) => fact?.isPlain === true && fact.credential === 'valid' && isSuch(fact)),
  )
}
