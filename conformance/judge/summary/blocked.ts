import { type AcceptanceRequirement, type Requirement, resultKey } from '../../model/requirement.ts'
import type { Incomparable, LocatedFinding, Ruling } from '../ruling.ts'
import { groupBy } from '../transcript/group-by.ts'

/**
 * Returns, for each undecided ruling, the failed requirements on the same operation that explain it (interpretation
 * G13). A failure on one operation explains nothing about another, and unspecified requirements explain nothing.
 *
 * - An inconclusive exchange is blocked by the requirements that it, or another attempt of its request, violates.
 * - A request may lack an accepted control request. It is then blocked by the violations of that control request, or by
 *   the rejection of a feature that it uses.
 * - An untested ruling is blocked if a target without defects would have tested it in this run (`isOwed`). It is
 *   blocked by failures that prevent such exchanges: see `hides`. Otherwise it did not occur.
 */
export function blockedBy(rulings: readonly Ruling[], isOwed: Owed): ReadonlyMap<Ruling, readonly string[]> {
  const found = new Map<Ruling, readonly string[]>()
  for (const own of groupBy(rulings, ({ operation }) => operation).values()) {
    const failing = own.filter(({ verdict, requirement }) => verdict === 'fail' && requirement.level !== 'unspecified')
    const failures = failing.map((ruling) => ({ ruling, violating: requestsViolating(ruling) }))
    const isRejecting = own.some(({ verdict, requirement }) => verdict === 'pass' && requirement.kind === 'rejection')
    for (const ruling of failing.length === 0 ? [] : own) {
      const ids = idsFor(ruling, failures, { isRejecting, isOwed })
      if (ids.length > 0) found.set(ruling, ids)
    }
  }
  return found
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

/** A failed ruling, and the requests with an attempt that violates it. */
interface Failure {
  readonly ruling: Ruling
  readonly violating: ReadonlySet<string>
}

function idsFor(
  ruling: Ruling,
  failures: readonly Failure[],
  { isRejecting, isOwed }: { readonly isRejecting: boolean; readonly isOwed: Owed },
): readonly string[] {
  const { verdict, incomparable } = ruling
  if (verdict === 'inconclusive') return named(failures.filter((one) => explains(one, ruling)).map((one) => one.ruling))
  if (verdict !== 'untested') return []
  if (incomparable !== undefined) {
    // A control request that was sent and not accepted shows that a target without defects would have tested the
    // result.
    const isCompared = isOwed(ruling) ?? incomparable.cases.size > 0
    return isCompared ? named(failures.filter((one) => isOnControl(one, incomparable)).map((one) => one.ruling)) : []
  }
  if (isAskedFor(ruling) || isOwed(ruling) !== true) return []
  return named(
    likeliest(
      failures.map((one) => one.ruling).filter((one) => hides(one, ruling, isRejecting)),
      ruling,
    ),
  )
}

/**
 * Returns the likeliest reasons of several: rejected valid requests, then what hides the result even if other invalid
 * requests are rejected, then all but wrong numbers, flags and texts.
 */
function likeliest(hiding: readonly Ruling[], open: Ruling): readonly Ruling[] {
  const preferences: readonly ((one: Ruling) => boolean)[] = [
    ({ requirement }) => requirement.kind === 'acceptance',
    (one) => hides(one, open, true),
    ({ requirement }) => requirement.leafPlaces === undefined,
  ]
  return preferences.reduce((left, isPreferred) => {
    const preferred = left.filter(isPreferred)
    return preferred.length > 0 ? preferred : left
  }, hiding)
}

/** Returns whether a failure explains why a control request was not accepted. */
function isOnControl({ ruling: { requirement }, violating }: Failure, { uses, cases }: Incomparable): boolean {
  if (requirement.kind === 'rejection') return false
  if (requirement.explainsDenials === true) return true
  if (requirement.kind === 'acceptance' && isUsed(requirement, uses)) return true
  return [...cases].some((one) => violating.has(one))
}

function isUsed({ id, speaksOf }: AcceptanceRequirement, uses: ReadonlySet<string>): boolean {
  return speaksOf === 'plain' || uses.has(id) || (speaksOf === 'combination' && uses.size > 1)
}

/** Returns whether only a request of its own can test the requirement, whatever the responses contain. */
function isAskedFor({ requirement }: Ruling): boolean {
  return requirement.kind === 'acceptance' || requirement.kind === 'rejection'
}

/**
 * Returns whether a failure may be the reason why no exchange tested a requirement.
 *
 * - A rejected valid request has no reply, and is no control request.
 * - A broken reply or stream hides its own parts, and is no control request. It hides no rejection, and a broken
 *   rejection hides no reply. A number, a flag or a free text has no parts: see `isElsewhere`.
 * - If invalid requests are accepted, there may be no rejection to judge. If any is rejected, there is one, but perhaps
 *   not the one that the requirement is about.
 */
function hides({ requirement: failed }: Ruling, { requirement: open }: Ruling, isRejecting: boolean): boolean {
  if (failed.kind === 'acceptance' || failed.explainsDenials === true) return true
  if (open.kind === 'acceptance') return false
  if (failed.kind === 'rejection') return open.ofRejections === failed.id || (isOfRejections(open) && !isRejecting)
  if (isElsewhere(failed, open)) return false
  return isOfRejections(failed) === isOfRejections(open) || needsControl(open)
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

function named(failing: readonly Ruling[]): readonly string[] {
  return failing.map(({ requirement }) => requirement.id).slice(0, mostNamed)
}

/**
 * Returns whether a failure explains why a requirement is inconclusive. There are three cases:
 *
 * - one of its exchanges violates the failed requirement
 * - all of its findings are denials, and the failure explains denials
 * - all of its findings have the same status as the rejected plain request
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
