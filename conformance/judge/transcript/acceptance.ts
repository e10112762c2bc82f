import type { AcceptanceRequirement } from '../../model/requirement.ts'
import type { Use } from '../../model/validation.ts'
import { quoting } from '../said.ts'
import { type AcceptanceIndex, isBeneath } from './dependence.ts'
import { doubted, failedTwice, type Word } from './refusal.ts'
import type { Attempts, Transcript } from './transcript.ts'

const silent = (why: string): Word => ({ kind: 'silent', why })

/**
 * What one valid request says about an acceptance requirement (readings.md G2): accepted, it keeps all that it
 * makes use of; refused, only what stands alone in it is blamed.
 */
export function acceptanceWord(
  requirement: AcceptanceRequirement,
  attempts: Attempts,
  transcript: Transcript,
  index: AcceptanceIndex,
): Word | undefined {
  const [first] = attempts
  const uses = first.uses ?? []
  if (!speaksOf(requirement, uses)) return undefined
  if (attempts.some(({ reception }) => reception === 'accepted')) return { kind: 'kept' }
  const isUnserved = attempts.some(({ reception }) => reception === 'refused') || failedTwice(attempts)
  if (!isUnserved) return doubted(attempts.at(-1) ?? first)
  if (requirement.speaksOf === 'plain') return unserved(attempts, 'the plain request')
  if (!transcript.hasAccepted(first.operation)) return silent('not exercised: no request was accepted')
  return blame(requirement, attempts, transcript, index)
}

function speaksOf({ id, speaksOf: kind }: AcceptanceRequirement, uses: readonly Use[]): boolean {
  if (kind === 'plain') return uses.length === 0
  if (kind === 'use') return uses.some(({ requirement }) => requirement === id)
  return new Set(uses.map(({ pointer }) => pointer)).size > 1
}

function blame(
  requirement: AcceptanceRequirement,
  attempts: Attempts,
  transcript: Transcript,
  index: AcceptanceIndex,
): Word {
  const [{ operation, uses = [] }] = attempts
  const standing = attempts.find((attempt) => attempt.standing !== undefined)?.standing ?? []
  const accepted = transcript.acceptedUses(operation)
  const unknown = uses.filter((use) => !accepted.has(use.requirement))
  // What no operation takes is to blame before what another one takes.
  const nowhere = unknown.filter(({ requirement: id }) => !transcript.isAcceptedSomewhere(id))
  const never = nowhere.length > 0 ? nowhere : unknown
  const last = lastOf(standing, index)
  if (requirement.speaksOf === 'combination') {
    if (never.length > 0 || last.length > 0) return silent(otherToBlame)
    return unserved(attempts, `the combination of ${listed(uses)}`)
  }
  if (standing.length === 0) return silent('not exercised: refused only together with others')
  const culprits = never.length > 0 ? firstOf(never, standing, index) : last
  if (!culprits.some((use) => use.requirement === requirement.id)) return silent(otherToBlame)
  return unserved(attempts, listed(culprits))
}

const otherToBlame = 'not exercised: something else in the refused request is to blame'

/** Of the uses that were never accepted anywhere, the first, if it stands alone; nobody where there is no first. */
function firstOf(never: readonly Use[], standing: readonly Use[], index: AcceptanceIndex): readonly Use[] {
  const first = never.filter((use) => !never.some((other) => isBeneath(use, other, index)))
  const isOne = first.every((use) => first.every((other) => isSamePlace(use, other)))
  return isOne ? first.filter((use) => standing.some((other) => isSamePlace(use, other))) : []
}

/** Of the uses that stand alone, those that no other one builds on; none where each builds on another. */
function lastOf(standing: readonly Use[], index: AcceptanceIndex): readonly Use[] {
  return standing.filter((use) => !standing.some((other) => isBeneath(other, use, index)))
}

function isSamePlace(one: Use, other: Use): boolean {
  return one.requirement === other.requirement || one.pointer === other.pointer
}

function unserved(attempts: Attempts, what: string): Word {
  const { exchange, status, said } =
    attempts.find(({ reception }) => reception === 'refused' || reception === 'failed') ?? attempts[0]
  const finding = {
    exchange,
    message: quoting(`answered ${status} to a valid request with ${what}`, said),
    at: { in: 'status' },
    expected: 'a success with a 2xx status',
    actual: status,
  } as const
  return { kind: 'broken', finding }
}

function listed(uses: readonly Use[]): string {
  return [...new Set(uses.map(({ pointer }) => pointer))].join(', ')
}
