import type { Endpoint } from '../../../../core/model/vocabulary.ts'
import type { ExchangeFact } from '../../exchange-fact.ts'
import type { Ruling } from '../../ruling.ts'
import { withoutSpelling } from '../unserved-members.ts'
import type { Failure } from './failure.ts'
import type { Group } from './group.ts'
import { laxOperations } from './not-enforced.ts'

/**
 * Marks the groups about a request member that has no effect at all. Adds the unenforced rules of that member to them:
 * a gateway that drops the member does not validate it either.
 */
export function withDroppedMembers(
  groups: readonly Group[],
  rulings: readonly Ruling[],
  facts: readonly ExchangeFact[],
): readonly Group[] {
  const lax = laxOperations(groups, rulings)
  const places = placesOf(facts)
  const isBeneath = (requirement: string, member: string): boolean =>
    places.get(requirement)?.some((pointer) => isWithin(pointer, member)) === true
  const taken = new Set<Failure>()
  const marked = groups.map((group) => {
    const member = memberOf(group)
    if (member === undefined) return group
    const operations = operationsInGroup(group).filter((operation) => {
      if (lax.has(operation)) return false
      const own = rulings.filter(
        (ruling) => isTestedRule(ruling, operation) && isBeneath(ruling.requirement.id, member),
      )
      return own.length > 0 && own.every(({ verdict }) => verdict === 'fail')
    })
    const spelling = droppedSpelling(member, facts)
    const isOfSpelling = ({ name, shown }: Failure): boolean =>
      spelling !== undefined &&
      !lax.has(name.operation) &&
      shown.every(({ fact }) => fact?.broken.every(({ pointer }) => writtenIn(pointer, member) === spelling))
    const rules = groups
      .filter(({ signature }) => signature.kind === 'rule-not-enforced')
      .flatMap(({ failures }) => failures)
      .filter(({ name }) => isBeneath(name.requirement, member))
      .filter((rule) => operations.includes(rule.name.operation) || isOfSpelling(rule))
    for (const rule of rules) taken.add(rule)
    if (rules.length === 0 && !isIgnored(group, rulings)) return group
    const isOfOneSpelling = rules.length > 0 && rules.every(isOfSpelling) && group.failures.every(isSpelled(spelling))
    return {
      ...group,
      failures: [...group.failures, ...rules],
      isDropped: true as const,
      ...(isOfOneSpelling && spelling !== member ? { spelling } : {}),
    }
  })
  return marked
    .map((group) =>
      group.isDropped ? group : { ...group, failures: group.failures.filter((failure) => !taken.has(failure)) },
    )
    .filter(({ failures }) => failures.length > 0)
}

/** Returns the request member whose missing effect a group is about. */
function memberOf({ signature, failures }: Group): string | undefined {
  return signature.kind === 'no-effect' ? failures[0]?.ruling.requirement.effectOf : undefined
}

function operationsInGroup({ failures }: Group): readonly Endpoint[] {
  return [...new Set(failures.map(({ name }) => name.operation))]
}

/**
 * Returns whether several requirements are about the effect of the member and all tested ones fail on these operations.
 */
function isIgnored(group: Group, rulings: readonly Ruling[]): boolean {
  const operations = operationsInGroup(group)
  const own = rulings.filter(
    ({ requirement, operation, verdict }) =>
      requirement.effectOf === memberOf(group) &&
      operations.includes(operation) &&
      (verdict === 'pass' || verdict === 'fail'),
  )
  return (
    new Set(own.map(({ requirement }) => requirement.id)).size > 1 && own.every(({ verdict }) => verdict === 'fail')
  )
}

function isTestedRule({ requirement, operation, verdict }: Ruling, on: Endpoint): boolean {
  return requirement.kind === 'rejection' && operation === on && (verdict === 'pass' || verdict === 'fail')
}

/** Returns the places at which the requests of a run violate each rule. */
function placesOf(facts: readonly ExchangeFact[]): ReadonlyMap<string, readonly string[]> {
  const places = new Map<string, string[]>()
  for (const { requirement, pointer } of facts.flatMap(({ broken }) => broken))
    places.set(requirement, [...(places.get(requirement) ?? []), pointer])
  return places
}

/**
 * Returns the spelling of a member in which its rules are never enforced, although they are in the other one: a gateway
 * drops only the one.
 */
function droppedSpelling(member: string, facts: readonly ExchangeFact[]): string | undefined {
  const spellings = (responseClass: ExchangeFact['responseClass']) =>
    new Set(
      facts
        .filter((fact) => fact.responseClass === responseClass)
        .flatMap(({ broken }) => broken.filter(({ pointer }) => isWithin(pointer, member)))
        .map(({ pointer }) => writtenIn(pointer, member)),
    )
  const enforced = spellings('rejected')
  const [dropped, ...others] = [...spellings('accepted')].filter((spelling) => !enforced.has(spelling))
  return enforced.size > 0 && others.length === 0 ? dropped : undefined
}

/** Returns whether all requests that show a failure have a member in this spelling. */
function isSpelled(spelling: string | undefined): (failure: Failure) => boolean {
  const [name = ''] = spelling?.split('/') ?? []
  return ({ shown }) => shown.length > 0 && shown.every(({ fact }) => fact?.members?.includes(name) === true)
}

/** Returns a member as a pointer within it spells it. */
function writtenIn(pointer: string, member: string): string {
  return pointer
    .split('/')
    .slice(2, 2 + member.split('/').length)
    .join('/')
}

function isWithin(pointer: string, member: string): boolean {
  const steps = pointer.split('/').slice(2).map(withoutSpelling)
  return member.split('/').every((step, index) => withoutSpelling(step) === steps[index])
}
