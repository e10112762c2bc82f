import { type AcceptanceRequirement, type Requirement, resultKey } from '../../../core/model/requirement.ts'
import type { DecidingRequest, LocatedFinding, Ruling } from '../ruling.ts'
import { groupBy } from '../transcript/group-by.ts'
import type { UnservedMembers } from './unserved-members.ts'

/** The failed requirements that left a ruling undecided: all of them, or, if it is not certain, one or more. */
export interface Explanation {
  readonly ids: readonly string[]
  /** True if the result is reported as blocked by them. */
  readonly isCertain: boolean
}

/**
 * Returns, for each undecided ruling, the failed requirements on the same operation that left it undecided
 * (interpretation G13). A failure blocks a result only if the exchange that would have decided it exists, and the
 * failure made it undecidable. Unspecified requirements block nothing.
 *
 * - An inconclusive exchange is blocked by the requirements that it, or another attempt of its request, violates.
 * - A result for which all deciding requests were rejected is blocked by the failures that minimising them named.
 * - A result for which they got invalid replies is blocked by the requirements that those violate.
 * - A result that presupposes a requirement is blocked by its failure, even if the run does not aim at the result.
 * - An untested result of an operation whose plain request is not served is blocked by that, or by what blocks that.
 * - A result that a target without defects would not show either (`isOwed`) is blocked by nothing.
 * - If several failures of the same replies may be the reason, that is not certain, and none is named in reports.
 *
 * For example, with the statuses of the plain request and of it with other members:
 *
 * - plain 200, `temperature: 0.5` 400, `temperature: 2` 400: `temperature-accepted` fails. It blocks
 *   `temperature-beyond-rejected`, because the second request is the control request of the third and was not accepted.
 * - all three 400: `plain-request-accepted` fails and blocks the other two requirements, because the target accepts
 *   nothing to compare with.
 * - plain 200, `temperature: 0.5` 400, with `top_k: 5` in addition 400: `top-k-accepted` is undecided. The failed
 *   `temperature-accepted` may be why, but `top_k` may be rejected as well: not certain, so reports name no reason.
 */
export function explanations(
  rulings: readonly Ruling[],
  isOwed: Owed,
  unserved: UnservedMembers = () => new Set(),
): ReadonlyMap<Ruling, Explanation> {
  const found = new Map<Ruling, Explanation>()
  for (const own of groupBy(rulings, ({ operation }) => operation).values()) {
    const failing = own.filter(({ verdict, requirement }) => verdict === 'fail' && requirement.level !== 'unspecified')
    if (failing.length === 0) continue
    const context = contextOf(own, failing, unserved)
    for (const ruling of own) {
      const { ids, isCertain } = explanationOf(ruling, context, isOwed)
      if (ids.length > 0) found.set(ruling, { ids: ids.slice(0, mostNamed), isCertain })
    }
    for (const [ruling, why] of behindPlain(own, found, isOwed)) found.set(ruling, why)
  }
  return found
}

/**
 * Returns what leaves the rest of an operation untested if its plain request is not served: the same, or that. For
 * example, a run sends no further requests to an operation whose streams never end.
 */
function behindPlain(own: readonly Ruling[], found: ReadonlyMap<Ruling, Explanation>, isOwed: Owed) {
  const plain = own.find(({ requirement }) => isOfPlain(requirement))
  if (plain === undefined) return []
  const why = plain.verdict === 'fail' ? { ids: [plain.requirement.id], isCertain: true } : found.get(plain)
  if (why?.isCertain !== true || own.some(isServed)) return []
  const left = own.filter((one) => one.verdict === 'untested' && !found.has(one) && isOwed(one) === true)
  return left.map((ruling) => [ruling, why] as const)
}

function isServed({ verdict, requirement }: Ruling): boolean {
  return verdict === 'pass' && requirement.kind === 'acceptance'
}

/**
 * Returns whether a target without defects would have tested a requirement in this run; `undefined` if that is unknown.
 */
type Owed = (ruling: Ruling) => boolean | undefined

/**
 * Returns a function that tells which results a run with these aims must contain. Conditional requirements need not
 * occur, and a recording has no aims.
 */
export function isExpectedFrom(aims: ReadonlySet<string> | undefined): Owed {
  if (aims === undefined) return () => undefined
  return ({ requirement, operation }) =>
    requirement.conditional !== true && aims.has(resultKey(requirement.id, operation))
}

/** The most requirements that are named as the reason for one result. */
const mostNamed = 5

/** A failed ruling, and the requests with an attempt, or a smaller version, that violates it. */
interface Failure {
  readonly ruling: Ruling
  readonly violating: ReadonlySet<string>
  /** The members that each violating request has, and no accepted request. */
  readonly unserved: ReadonlySet<string>
}

/** The facts about one operation. */
interface Context {
  readonly failures: readonly Failure[]
  /** The features that some request used and was accepted. */
  readonly accepted: ReadonlySet<string>
  /** The features of each accepted request, as far as they are known. */
  readonly usesAccepted: readonly ReadonlySet<string>[]
  /** The features of each valid request, as far as they are known, by the id of its case. */
  readonly usesOf: ReadonlyMap<string, ReadonlySet<string>>
  /** True if any invalid request was rejected. */
  readonly isRejecting: boolean
  readonly unserved: UnservedMembers
}

function contextOf(own: readonly Ruling[], failing: readonly Ruling[], unserved: UnservedMembers): Context {
  const passed = own.filter(({ verdict }) => verdict === 'pass')
  const requests = own.flatMap(({ deciding = [] }) => deciding)
  return {
    failures: failing.map((ruling) => ({
      ruling,
      violating: requestsViolating(ruling),
      unserved: inEach([...exchangesViolating(ruling)].map(unserved)),
    })),
    unserved,
    usesAccepted: requests.filter(({ outcome }) => outcome === 'read').map(({ uses }) => uses),
    usesOf: new Map(requests.map(({ caseId, uses }) => [caseId, uses])),
    accepted: new Set(passed.filter(isOfKind('acceptance')).map(({ requirement }) => requirement.id)),
    isRejecting: passed.some(isOfKind('rejection')),
  }
}

function isOfKind(kind: Requirement['kind']): (ruling: Ruling) => boolean {
  return ({ requirement }) => requirement.kind === kind
}

function explanationOf(ruling: Ruling, context: Context, isOwed: Owed): Explanation {
  const { verdict, requirement, deciding = [] } = ruling
  if (verdict === 'inconclusive') {
    const found = withoutHeads(context.failures.filter((one) => explains(one, ruling, context)))
    return oneOf(mostFrequent(found, ruling.findings.map(requestOf)))
  }
  if (verdict !== 'untested') return oneOf([])
  const presupposed = context.failures.filter((one) => isPresupposed(one, ruling))
  if (presupposed.length > 0) return oneOf(presupposed)
  if (!(isOwed(ruling) ?? isCompared(ruling))) return oneOf([])
  if (isOfRejections(requirement) && !needsControl(requirement)) return ofMissingRejections(requirement, context)
  const read = deciding.filter(({ outcome }) => outcome === 'read')
  // If the requests to compare with were accepted, only the rejections themselves can be the reason.
  if (needsControl(requirement) && read.length > 0) return ofMissingRejections(requirement, context)
  const hidden = read.length > 0 ? hiding(context.failures, requirement, read) : oneOf([])
  if (hidden.ids.length > 0) return hidden
  if (read.length > 0) return possibly(requirement, deciding, context)
  const unread = deciding.filter(({ outcome }) => outcome === 'unread')
  // A request that was served, but not read, got further than one that was rejected.
  const furthest = unread.length > 0 ? unread : deciding
  const reasons = furthest.map((request) =>
    idsOf(withoutHeads(context.failures.filter((one) => undoes(one, request, context)))),
  )
  const ids = likeliest(reasons)
  if (ids.length === 0) return possibly(requirement, deciding, context)
  // If each reply that could not be read violates several requirements, any of them may be why.
  return { ids, isCertain: unread.length === 0 || reasons.some(({ length }) => length === 1) }
}

/**
 * Returns the failures that may have left a result undecided: of rejections, of a feature, of the same exchanges, or of
 * replies that could not be read.
 */
function possibly(open: Requirement, deciding: readonly DecidingRequest[], context: Context): Explanation {
  const isPossible = ({ ruling: { requirement }, violating }: Failure): boolean =>
    requirement.kind === 'acceptance'
      ? deciding.some(({ outcome, uses }) => outcome !== 'read' && isMaybeIn(requirement, violating, uses, context))
      : (isOfRejections(open) && (isOfRejections(requirement) || requirement.explainsDenials === true)) ||
        areOfOnePair(requirement, open) ||
        (isOfReplies(requirement) &&
          deciding.some(({ outcome, caseId }) => outcome === 'unread' && violating.has(caseId)))
  return { ids: idsOf(context.failures.filter(isPossible)), isCertain: false }
}

/**
 * Returns whether a request has a feature, or all that the requests of a rejected combination have, or lacks, like the
 * plain request, something of each accepted request.
 */
function isMaybeIn(
  { id, speaksOf }: AcceptanceRequirement,
  violating: ReadonlySet<string>,
  uses: ReadonlySet<string>,
  { usesAccepted, usesOf }: Context,
): boolean {
  if (speaksOf === 'plain') return usesAccepted.every((one) => [...one].some((feature) => !uses.has(feature)))
  if (speaksOf !== 'combination') return uses.has(id)
  const combined = inEach([...violating].flatMap((one) => usesOf.get(one) ?? []))
  return [...combined].every((one) => uses.has(one))
}

/** Returns whether a requirement applies only to replies that satisfy another one, and those of its requests do not. */
function isPresupposed({ ruling: failing, violating }: Failure, { requirement, deciding = [] }: Ruling): boolean {
  return failing.requirement.id === requirement.presupposes && deciding.some(({ caseId }) => violating.has(caseId))
}

/** Returns the explanation by failures of the same replies: certain if there is one only. */
function oneOf(failures: readonly Failure[]): Explanation {
  return { ids: idsOf(failures), isCertain: failures.length === 1 }
}

/** Returns whether a control request that was sent was not accepted. A target without defects accepts it. */
function isCompared({ requirement, deciding = [] }: Ruling): boolean {
  return deciding.length > 0 && (requirement.kind === 'acceptance' || needsControl(requirement))
}

/** Returns what left the requests undecided for which the fewest failures did: one repair of these frees the result. */
function likeliest(reasons: readonly (readonly string[])[]): readonly string[] {
  const known = reasons.filter(({ length }) => length > 0)
  const fewest = Math.min(...known.map(({ length }) => length))
  return [...new Set(known.filter(({ length }) => length === fewest).flat())]
}

/**
 * Returns whether a failure is why a request was not accepted: its own reply violates the requirement, or minimising
 * its rejection named the feature. A request with another member that no request is accepted with has a second reason.
 */
function undoes(failure: Failure, request: DecidingRequest, context: Context): boolean {
  const { requirement } = failure.ruling
  const { violating } = failure
  const { caseId, uses, outcome } = request
  if (outcome === 'unread') return isOfReplies(requirement) && violating.has(caseId)
  if (requirement.explainsDenials === true) return outcome === 'denied'
  if (requirement.kind !== 'acceptance') return false
  if ([...context.unserved(caseId)].some((member) => !failure.unserved.has(member))) return false
  if (violating.has(caseId)) return true
  // The smallest request of an operation that accepts nothing is the plain one.
  if (requirement.speaksOf === 'plain') return context.accepted.size === 0
  return uses.has(requirement.id) && [...uses].every((id) => id === requirement.id || context.accepted.has(id))
}

/** Returns whether two requirements compare the same exchanges, so that a failure of one leaves the other nothing. */
function areOfOnePair(one: Requirement, other: Requirement): boolean {
  return one.kind === 'transcript' && other.kind === 'transcript' && one.section === other.section
}

/** Returns whether a requirement is about the reply to a valid request. */
function isOfReplies(requirement: Requirement): boolean {
  return requirement.kind !== 'acceptance' && requirement.kind !== 'rejection' && !isOfRejections(requirement)
}

/**
 * Returns the failures that hide a part of the replies that were read. If those or others of these replies violate
 * another requirement as well, that may be why they do not show the part: a wrong value in each stream hides less than
 * a cut input in some.
 */
function hiding(failures: readonly Failure[], open: Requirement, read: readonly DecidingRequest[]): Explanation {
  const requests = read.map(({ caseId }) => caseId)
  const possible = failures.filter(
    (one) => mayHide(one, open) && requests.some((request) => one.violating.has(request)),
  )
  const found = possible.filter((one) => isThroughout(one, requests))
  return { ids: idsOf(found), isCertain: found.length === 1 && possible.length === 1 }
}

/** Returns, of several failures, those that each of these requests violates, if there are any. */
function mostFrequent(failures: readonly Failure[], requests: readonly string[]): readonly Failure[] {
  const inAll = failures.filter((one) => isInAll(one, requests))
  return inAll.length > 0 ? inAll : failures
}

/**
 * Returns whether a failure may hide a part of the replies that violate it. A wrong header or status hides nothing, and
 * neither does what several replies have in common. A number, a flag or a free text has no parts: see `isElsewhere`.
 */
function mayHide({ ruling }: Failure, open: Requirement): boolean {
  const { requirement } = ruling
  const isOfParts = requirement.kind === 'exchange' && !ruling.findings.some(isOfHead)
  return isOfParts && isOfReplies(requirement) && !isElsewhere(requirement, open)
}

/** Returns whether each of these requests violates a requirement, or each to which it applies. */
function isThroughout(failure: Failure, requests: readonly string[]): boolean {
  return isInAll(failure, requests) || failure.ruling.violating >= failure.ruling.exchanges
}

function isInAll({ violating }: Failure, requests: readonly string[]): boolean {
  return requests.every((one) => violating.has(one))
}

/** Leaves out wrong headers and statuses if something is wrong with the replies as well: that leaves more undecided. */
function withoutHeads(failures: readonly Failure[]): readonly Failure[] {
  const others = failures.filter(({ ruling }) => !ruling.findings.some(isOfHead))
  return others.length > 0 ? others : failures
}

function isOfHead({ at }: LocatedFinding): boolean {
  return at?.in === 'header' || at?.in === 'status'
}

/**
 * Returns whether a failure is about a leaf of the reply, and the other requirement about the shape of another place.
 */
function isElsewhere({ leafPlaces }: Requirement, open: Requirement): boolean {
  const isShape = open.kind === 'exchange' && open.appliesTo === undefined
  if (!isShape || leafPlaces === undefined) return false
  return open.leafPlaces?.some((place) => leafPlaces.includes(place)) !== true
}

/**
 * Returns the failures that leave no rejection to judge: the accepted violations if nothing was rejected, what is wrong
 * with the bodies of rejections, and a plain request without an answer of the operation, such as a redirect.
 */
function ofMissingRejections(open: Requirement, context: Context): Explanation {
  const { failures, isRejecting, accepted: served } = context
  const accepted = failures.filter(({ ruling: { requirement } }) => requirement.kind === 'rejection')
  const own = accepted.filter(({ ruling: { requirement } }) => requirement.id === open.ofRejections)
  if (own.length > 0) return { ids: idsOf(own), isCertain: true }
  const bodies = failures.filter(
    ({ ruling: { requirement } }) => isOfErrorBodies(requirement) && !isElsewhere(requirement, open),
  )
  // A wrong error body belongs to a rejection, so not everything was accepted.
  if (!isRejecting && accepted.length > 0)
    return { ids: idsOf([...accepted, ...bodies]), isCertain: bodies.length === 0 }
  // A key that is denied in the form of the specification may leave no other rejection.
  const isDenying = failures.some(({ ruling: { requirement } }) => requirement.explainsDenials === true)
  if (bodies.length > 0 && !isDenying) return oneOf(bodies)
  const stopping = failures.filter(({ ruling: { requirement } }) => isOfPlain(requirement))
  const isStopped = stopping.length > 0 && served.size === 0 && !isRejecting && !isDenying
  return isStopped ? { ids: idsOf(stopping), isCertain: true } : possibly(open, [], context)
}

/**
 * Returns whether a requirement is about rejections. Sections 5 and 7 are about them, except for requirements on 2xx
 * replies and on the events of streams.
 */
function isOfRejections(requirement: Requirement): boolean {
  if (requirement.explainsDenials === true || requirement.isOfReplies === true) return false
  if (requirement.dimension === 'stream') return false
  return needsControl(requirement) || requirement.section === '5' || requirement.section === '7'
}

function needsControl(requirement: Requirement): boolean {
  return (
    requirement.kind === 'rejection' || (requirement.kind === 'exchange' && requirement.needsControlRequest === true)
  )
}

function idsOf(failures: readonly Failure[]): readonly string[] {
  return failures.map(({ ruling }) => ruling.requirement.id)
}

/**
 * Returns whether a failure explains why a requirement is inconclusive. There are three cases:
 *
 * - one of its exchanges violates the failed requirement; the body of a rejection explains only what is said of such bodies
 * - all of its findings are denials with the status of the failure, and the failure explains denials
 * - all of its findings have the status of the rejected plain request, and the operation accepts nothing
 */
function explains({ ruling: failing, violating }: Failure, open: Ruling, { accepted }: Context): boolean {
  const { requirement } = failing
  const { findings } = open
  if (requirement.explainsDenials === true && findings.every(isDenied)) return true
  if (isOfPlain(requirement) && accepted.size === 0 && findings.every(isLikeOneOf(failing))) return true
  if (isOfErrorBodies(requirement) && !isOfErrorBodies(open.requirement)) return false
  return findings.some((finding) => violating.has(requestOf(finding)))
}

function isOfPlain(requirement: Requirement): boolean {
  return requirement.kind === 'acceptance' && requirement.speaksOf === 'plain'
}

/** Returns whether a requirement is about the bodies of rejections. Whatever they say, a valid request was rejected. */
function isOfErrorBodies(requirement: Requirement): boolean {
  return requirement.kind === 'exchange' && isOfRejections(requirement) && !needsControl(requirement)
}

const denials: readonly unknown[] = [401, 402, 403]

function isDenied({ doubt, actual }: LocatedFinding): boolean {
  return doubt === true && denials.includes(actual)
}

function isLikeOneOf({ findings }: Ruling): (finding: LocatedFinding) => boolean {
  const statuses = new Set(findings.filter(isViolation).map(({ actual }) => actual))
  return ({ actual }) => typeof actual === 'number' && statuses.has(actual)
}

function isViolation({ doubt }: LocatedFinding): boolean {
  return doubt !== true
}

function requestsViolating({ findings, violatingCases }: Ruling): ReadonlySet<string> {
  return violatingCases ?? new Set(findings.filter(isViolation).map(requestOf))
}

function exchangesViolating({ findings, violatingExchanges }: Ruling): ReadonlySet<string> {
  return violatingExchanges ?? new Set(findings.filter(isViolation).map(({ exchange }) => exchange))
}

function inEach([first = new Set<string>(), ...others]: readonly ReadonlySet<string>[]): ReadonlySet<string> {
  return new Set([...first].filter((one) => others.every((other) => other.has(one))))
}

function requestOf({ exchange, caseId = exchange }: LocatedFinding): string {
  return caseId
}
