import type { Endpoint } from '../../../../core/model/vocabulary.ts'
import type { Ruling } from '../../ruling.ts'
import { areaOfFailure, type Failure } from './failure.ts'
import { type Group, mergeGroupsBy, united } from './group.ts'
import { rulesTested } from './rules-tested.ts'

/**
 * An operation counts as lax if it accepts at least this many kinds of violation, and at least half of those tested.
 */
const fewest = 3

/**
 * Merges accepted violations: into one cause for operations that enforce few rules or none. On other operations there
 * is one cause for each member of the request, or one for each area if those are many.
 */
export function withRulesNotEnforced(groups: readonly Group[], rulings: readonly Ruling[]): readonly Group[] {
  const lax = laxOperations(groups, rulings)
  const accepted = groups.filter(isOfOneRule)
  const isConsequence = (failure: Failure): boolean => lax.has(failure.name.operation) && isOfBrokenRules(failure)
  const others = groups.filter((group) => !isOfOneRule(group))
  const consequences = others.map((group) => narrowed(group, isConsequence))
  const ofLax = accepted.map((group) => narrowed(group, ({ name }) => lax.has(name.operation))).concat(consequences)
  const strict = accepted.map((group) => narrowed(group, ({ name }) => !lax.has(name.operation)))
  return [
    ...others.map((group) => narrowed(group, (failure) => !isConsequence(failure))).filter(isAny),
    ...mergeGroupsBy(
      ofLax.filter(isAny),
      () => 'lax',
      () => ({ kind: 'rules-not-enforced' }),
    ).map(asLax),
    ...byArea(strict.filter(isAny)),
  ]
}

function isOfOneRule({ signature }: Group): boolean {
  return signature.kind === 'rule-not-enforced'
}

function asLax(group: Group): Group {
  return united([group], { kind: 'rules-not-enforced' })
}

/** Returns whether only replies to accepted invalid requests show the failure, so that rejecting them would fix it. */
function isOfBrokenRules({ ruling, shown }: Failure): boolean {
  if (ruling.requirement.kind === 'transcript') return false
  return shown.length > 0 && shown.every(({ fact }) => fact?.responseClass === 'accepted' && fact.broken.length > 0)
}

function narrowed(group: Group, isIn: (failure: Failure) => boolean): Group {
  return { ...group, failures: group.failures.filter(isIn) }
}

function isAny({ failures }: Group): boolean {
  return failures.length > 0
}

function byArea(groups: readonly Group[]): readonly Group[] {
  const areaOfGroup = ({ failures }: Group): string => areaOfFailure(failures[0]!)
  const counts = new Map<string, number>()
  for (const group of groups) counts.set(areaOfGroup(group), (counts.get(areaOfGroup(group)) ?? 0) + 1)
  const keyOf = (group: Group): string | undefined =>
    (counts.get(areaOfGroup(group)) ?? 0) >= fewest ? areaOfGroup(group) : undefined
  return mergeGroupsBy(groups, keyOf, (area) => ({ kind: 'rules-not-enforced', of: area }))
}

/** Returns the operations that enforce few rules or none. */
export function laxOperations(groups: readonly Group[], rulings: readonly Ruling[]): ReadonlySet<Endpoint> {
  const counts = new Map<Endpoint, number>()
  for (const { name, ruling } of groups.filter(isOfOneRule).flatMap(({ failures }) => failures))
    if (ruling.requirement.kind === 'rejection') counts.set(name.operation, (counts.get(name.operation) ?? 0) + 1)
  const tested = rulesTested(rulings)
  const lax = [...counts].filter(([operation, count]) => isMost(count, tested.get(operation) ?? 0))
  const total = lax.reduce((sum, [, count]) => sum + count, 0)
  return new Set(total < fewest ? [] : lax.map(([operation]) => operation))
}

function isMost(broken: number, tested: number): boolean {
  return broken === tested || (broken >= fewest && broken * 2 >= tested)
}
