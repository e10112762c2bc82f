import type { ExchangeFact } from '../../exchange-fact.ts'
import { areaOfFailure, byName, byText, type Failure } from './failure.ts'
import { type Group, mergeGroupsBy } from './group.ts'
import { causeKinds } from './kinds.ts'
import { byWeight, stopsWhole } from './order.ts'

/**
 * Merges groups about the status and about the body of the same exchanges, which are two symptoms of one defect. A wrong
 * body that mostly comes with the right status is a defect of its own.
 */
export function withStatusAndBodyTogether(groups: readonly Group[], facts: readonly ExchangeFact[]): readonly Group[] {
  const bodies = groups.filter(({ signature }) => signature.kind === 'error-body')
  const merged = new Set<Group>()
  const joined = groups.map((group) => {
    if (!causeKinds[group.signature.kind].isOfStatus) return group
    const body = bodies.find((one) => !merged.has(one) && isSameSide(group, one, facts))
    if (body === undefined) return group
    merged.add(body)
    return { ...group, failures: [...group.failures, ...body.failures], beside: body.signature }
  })
  return joined.filter((group) => !merged.has(group))
}

/** Returns whether status and body always occur together on the operations concerned, and the status is mostly wrong. */
function isSameSide(status: Group, body: Group, facts: readonly ExchangeFact[]): boolean {
  const operations = new Set<string>([...status.failures, ...body.failures].map(({ name }) => name.operation))
  const own = facts.filter(
    (fact) => fact.status !== undefined && fact.status >= 400 && operations.has(fact.operation ?? ''),
  )
  const hasBody = (fact: ExchangeFact): boolean =>
    [fact.dialect ?? fact.form, unknownBody(fact)].includes(body.signature.of)
  const hasStatus = (fact: ExchangeFact): boolean => String(fact.status) === status.signature.of
  return own.every((fact) => hasBody(fact) === hasStatus(fact)) && isWhole(status, own.filter(hasStatus))
}

/** Returns whether the status is the larger part of a defect: valid requests get it too, or it is mostly wrong. */
function isWhole(status: Group, own: readonly ExchangeFact[]): boolean {
  return status.failures.some(({ ruling }) => ruling.requirement.kind === 'acceptance') || isMostlyWrong(status, own)
}

/** Returns whether most exchanges with the status of a group violate a requirement on it. A server error always does. */
function isMostlyWrong({ failures }: Group, own: readonly ExchangeFact[]): boolean {
  const violating = new Set(failures.flatMap((failure) => [...violatedBy(failure)]))
  const wrong = own.filter(({ exchange, status = 0 }) => status >= 500 || violating.has(exchange))
  return wrong.length * 2 > own.length
}

/** Returns the exchanges of the findings if the list of all violations was not kept. */
function violatedBy({ ruling, shown }: Failure): ReadonlySet<string> {
  return ruling.violatingExchanges ?? new Set(shown.map(({ finding }) => finding.exchange))
}

function unknownBody({ form, dialect, isRecognised }: ExchangeFact): string | undefined {
  return form === 'json' && dialect === undefined && !isRecognised ? 'unknown' : undefined
}

/**
 * Splits groups about one member of replies. If no exchange of an operation shows two of the failures, repairing one
 * leaves the other.
 */
export function withOtherExchangesApart(groups: readonly Group[]): readonly Group[] {
  return groups.flatMap((group) => (group.signature.kind === 'member' ? partsOf(group) : [group]))
}

function partsOf(group: Group): readonly Group[] {
  let parts: readonly (readonly Failure[])[] = []
  for (const failure of group.failures) {
    const joined = parts.filter((part) => part.some((one) => mayBeOne(one, failure)))
    parts = [...parts.filter((part) => !joined.includes(part)), [...joined.flat(), failure]]
  }
  return parts.map((failures) => ({ ...group, failures }))
}

function mayBeOne(one: Failure, other: Failure): boolean {
  return one.name.operation !== other.name.operation || hasAnyOf(violatedBy(one), violatedBy(other))
}

function hasAnyOf(all: ReadonlySet<string>, wanted: ReadonlySet<string>): boolean {
  return [...wanted].some((one) => all.has(one))
}

/** Merges groups about one requirement on several operations, which have one defect in common. */
export function withOneRequirementTogether(groups: readonly Group[]): readonly Group[] {
  const keyOf = (group: Group): string | undefined => {
    const ids = new Set(group.failures.map(({ name }) => name.requirement))
    return isAboutOneRule(group) && ids.size === 1 ? group.failures[0]?.name.requirement : undefined
  }
  return mergeGroupsBy(groups, keyOf, (requirement) => ({ kind: 'requirement', of: requirement }))
}

/**
 * Merges groups whose failures come from the same few exchanges, which share one malformed reply or one way to malform
 * it.
 */
export function withSameExchangesTogether(groups: readonly Group[], facts: readonly ExchangeFact[]): readonly Group[] {
  const successes = new Map<string, number>()
  for (const { operation, status } of facts)
    if (operation !== undefined && status !== undefined && status < 300)
      successes.set(operation, (successes.get(operation) ?? 0) + 1)
  const keyOf = ({ signature, failures }: Group): string | undefined => {
    if (!isAboutOneRule({ signature })) return undefined
    const isInPart = failures.every(({ name, ruling }) => ruling.violating < (successes.get(name.operation) ?? 0))
    const isOne = failures.every(({ ruling }) => ruling.violating === 1)
    return isInPart || isOne || causeKinds[signature.kind].isOfFraming
      ? [...new Set(failures.map(exchangesOf))].sort(byText).join()
      : undefined
  }
  return mergeGroupsBy(groups.map(failuresInOrder), keyOf, (_, own) => mostTelling(own).signature)
}

/**
 * Returns the group that names the others: the one with the first departure from the order of a stream, since a reader
 * that fails there does not get as far as the rest, and else the one with the most weight.
 */
function mostTelling(groups: readonly Group[]): Group {
  const framing = groups.filter(({ signature }) => causeKinds[signature.kind].isOfFraming === true)
  return framing.toSorted((one, other) => departureOf(one) - departureOf(other))[0] ?? groups.toSorted(byWeight)[0]!
}

/** Returns the index of the first event out of order. The end of a stream comes after all, and other findings after that. */
function departureOf({ failures }: Group): number {
  const [end, none] = [Number.MAX_SAFE_INTEGER - 1, Number.MAX_SAFE_INTEGER]
  const places = failures.flatMap(({ shown }) =>
    shown.map(({ finding: { departure } }) => (departure === undefined ? none : (departure.event ?? end))),
  )
  return Math.min(none, ...places)
}

/** Returns whether the signature is about a single requirement, or a single place of a reply. */
export function isAboutOneRule({ signature }: Pick<Group, 'signature'>): boolean {
  return causeKinds[signature.kind].isOfOneRule === true
}

/**
 * Returns a key for the exchanges of a failure. It includes the number of violations, since the list of findings is
 * capped.
 */
function exchangesOf({ name, ruling, shown }: Failure): string {
  const exchanges = [...new Set(shown.map(({ finding }) => finding.exchange))].sort(byText)
  return JSON.stringify([name.operation, ruling.violating, exchanges])
}

/** Returns a group with its failures in the order of their names. */
export function failuresInOrder(group: Group): Group {
  return { ...group, failures: [...group.failures].sort((one, other) => byName(one.name, other.name)) }
}

/** The most causes before those of single requirements are merged. */
const mostCauses = 10

/**
 * Limits the number of causes. If there are too many, merges the groups of single requirements by area and part of the
 * exchange, and then by area. What stops a whole operation or every stream stays a cause of its own.
 */
export function few(groups: readonly Group[]): readonly Group[] {
  if (groups.length <= mostCauses) return groups
  const whole = groups.filter(stopsWhole)
  const others = groups.filter((group) => !stopsWhole(group))
  const byPart = mergeGroupsBy(others, partOf, (part) => ({ kind: 'various', of: part }))
  if (whole.length + byPart.length <= mostCauses) return [...whole, ...byPart]
  return [...whole, ...mergeGroupsBy(byPart, areaOfSmall, (area) => ({ kind: 'various', of: area }))]
}

function partOf({ signature, failures: [first] }: Group): string | undefined {
  if (!isAboutOneRule({ signature }) || first === undefined) return undefined
  if (signature.kind === 'valid-request-rejected') return `${areaOfFailure(first)}-rejected`
  return `${areaOfFailure(first)}-${first.ruling.requirement.dimension}`
}

function areaOfSmall({ signature, failures: [first] }: Group): string | undefined {
  const isSmall = causeKinds[signature.kind].rank === 'last' || isAboutOneRule({ signature })
  return isSmall && first !== undefined ? areaOfFailure(first) : undefined
}
