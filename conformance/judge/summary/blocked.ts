import type { Requirement } from '../../model/requirement.ts'
import type { LocatedFinding, Ruling } from '../ruling.ts'
import { groupBy } from '../transcript/group-by.ts'

/**
 * For each ruling that decides nothing the requirements, on the same operation, whose failure is the reason
 * (interpretation G13). Nothing that fails on one operation explains anything about another, and what is merely observed
 * explains nothing.
 *
 * - What could not be decided on an exchange is blocked by what that exchange violates, or another attempt of its request.
 * - What no exchange triggered is blocked by what keeps such exchanges from coming: see `hides`. Where nothing fails,
 *   nothing is blocked.
 */
export function blockedBy(rulings: readonly Ruling[]): ReadonlyMap<Ruling, readonly string[]> {
  const found = new Map<Ruling, readonly string[]>()
  for (const own of groupBy(rulings, ({ operation }) => operation).values()) {
    const failing = own.filter(({ verdict, requirement }) => verdict === 'fail' && requirement.level !== 'unspecified')
    const failures = failing.map((ruling) => ({ ruling, violating: requestsViolating(ruling) }))
    const isRejecting = own.some(({ verdict, requirement }) => verdict === 'pass' && requirement.kind === 'rejection')
    for (const ruling of failing.length === 0 ? [] : own) {
      const ids = idsFor(ruling, failures, isRejecting)
      if (ids.length > 0) found.set(ruling, ids)
    }
  }
  return found
}

/** The most requirements that are named as the reason for one. */
const mostNamed = 5

/** A failed ruling, and the requests of which some attempt violates it. */
interface Failure {
  readonly ruling: Ruling
  readonly violating: ReadonlySet<string>
}

function idsFor(ruling: Ruling, failures: readonly Failure[], isRejecting: boolean): readonly string[] {
  const failing = failures.map((one) => one.ruling)
  if (ruling.verdict === 'inconclusive')
    return named(failures.filter((one) => explains(one, ruling)).map((one) => one.ruling))
  if (ruling.verdict !== 'untested' || isUnasked(ruling)) return []
  const hiding = failing.filter((one) => hides(one, ruling, isRejecting))
  const rejected = hiding.filter(({ requirement }) => requirement.kind === 'acceptance')
  return named(rejected.length > 0 ? rejected : hiding)
}

/** Whether no request asked for it: what answers look like has nothing to do with that. */
function isUnasked({ requirement, untested }: Ruling): boolean {
  return (requirement.kind === 'acceptance' || requirement.kind === 'rejection') && untested === undefined
}

/**
 * Whether a failure may be why nothing showed what a requirement speaks about.
 * - A valid request that is rejected has no reply, and is no control request.
 * - A reply or stream that is broken hides its own parts, and makes no control request; it hides no rejection, and a
 *   broken rejection no reply. A number, a flag or a free text in it has no parts: see `isElsewhere`.
 * - Where what breaks a rule is accepted, there may be no rejection; where something is rejected there is one, if
 *   not the one that a requirement is about.
 */
function hides({ requirement: failed }: Ruling, { requirement: open }: Ruling, isRejecting: boolean): boolean {
  if (failed.kind === 'acceptance' || failed.explainsDenials === true) return true
  if (open.kind === 'acceptance') return false
  if (failed.kind === 'rejection') return open.ofRejections === failed.id || (isOfRejections(open) && !isRejecting)
  if (isElsewhere(failed, open)) return false
  return isOfRejections(failed) === isOfRejections(open) || needsControl(open)
}

/** Whether a failure is about a leaf of the reply, and the other sentence one that a schema expresses of another place. */
function isElsewhere({ leafPlaces }: Requirement, open: Requirement): boolean {
  const isShape = open.kind === 'exchange' && open.appliesTo === undefined
  if (!isShape || leafPlaces === undefined) return false
  return open.leafPlaces?.some((place) => leafPlaces.includes(place)) !== true
}

/**
 * Sections 5 and 7 are about who is not let in, and what whoever is rejected is told, but for what is about 2xx replies and
 * the events of streams.
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

function named(failing: readonly Ruling[]): readonly string[] {
  return failing.map(({ requirement }) => requirement.id).slice(0, mostNamed)
}

/**
 * Whether an exchange that leaves a requirement undecided violates another one, is denied for the reason that it tells, or
 * is answered like the plain request, which nobody can do without.
 */
function explains({ ruling: failing, violating }: Failure, { findings }: Ruling): boolean {
  const { requirement } = failing
  if (requirement.explainsDenials === true && findings.every(isDenied)) return true
  if (requirement.kind === 'acceptance' && requirement.speaksOf === 'plain' && findings.every(isLikeOneOf(failing)))
    return true
  return findings.some((finding) => violating.has(requestOf(finding)))
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

function requestOf({ exchange, caseId = exchange }: LocatedFinding): string {
  return caseId
}
