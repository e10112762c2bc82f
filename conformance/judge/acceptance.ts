import type { AcceptanceRequirement } from '../model/requirement.ts'
import type { Use } from '../model/validation.ts'
import { doubted, failedTwice, type Word } from './refusal.ts'
import type { Attempts, Transcript } from './transcript.ts'

/** The acceptance requirements of a catalogue by id, to follow `dependsOn`. */
export type AcceptanceIndex = ReadonlyMap<string, AcceptanceRequirement>

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
  return blame(requirement, uses, attempts, transcript, index)
}

function speaksOf({ id, speaksOf: kind }: AcceptanceRequirement, uses: readonly Use[]): boolean {
  if (kind === 'plain') return uses.length === 0
  if (kind === 'use') return uses.some(({ requirement }) => requirement === id)
  return uses.length > 1
}

function blame(
  requirement: AcceptanceRequirement,
  uses: readonly Use[],
  attempts: Attempts,
  transcript: Transcript,
  index: AcceptanceIndex,
): Word {
  const accepted = transcript.acceptedUses(attempts[0].operation)
  const isAddition = uses.some((peak) => uses.every((other) => isAtOrBeneath(peak, other, index)))
  if (requirement.speaksOf === 'combination') {
    if (isAddition || uses.some((use) => !accepted.has(use.requirement))) return silent(otherToBlame)
    return unserved(attempts, `the combination of ${listed(uses)}`)
  }
  if (!isAddition) return silent('not exercised: refused only together with others')
  const culprits = culpritsOf(uses, accepted, index)
  if (!culprits.some((use) => use.requirement === requirement.id)) return silent(otherToBlame)
  return unserved(attempts, listed(culprits))
}

const otherToBlame = 'not exercised: something else in the refused request is to blame'

/**
 * Of one addition and what it cannot do without: the first that was never accepted anywhere; when all were, the
 * addition itself. Nobody, where several things of no order among them were never accepted.
 */
function culpritsOf(uses: readonly Use[], accepted: ReadonlySet<string>, index: AcceptanceIndex): readonly Use[] {
  const never = uses.filter(({ requirement }) => !accepted.has(requirement))
  if (never.length === 0) return uses.filter((use) => !uses.some((other) => isBeneath(other, use, index)))
  const first = never.filter((use) => !never.some((other) => isBeneath(use, other, index)))
  return first.every((use) => first.every((other) => isSamePlace(use, other))) ? first : []
}

function isAtOrBeneath(one: Use, other: Use, index: AcceptanceIndex): boolean {
  return isSamePlace(one, other) || isBeneath(one, other, index)
}

function isSamePlace(one: Use, other: Use): boolean {
  return one.requirement === other.requirement || one.pointer === other.pointer
}

/** Whether `one` cannot be had without `other`. */
function isBeneath(one: Use, other: Use, index: AcceptanceIndex): boolean {
  if (one.requirement === other.requirement) return false
  return one.pointer.startsWith(`${other.pointer}/`) || dependsOn(one.requirement, other.requirement, index)
}

function dependsOn(id: string, wanted: string, index: AcceptanceIndex, met = new Set<string>()): boolean {
  if (met.has(id)) return false
  met.add(id)
  const direct = index.get(id)?.dependsOn ?? []
  return direct.includes(wanted) || direct.some((next) => dependsOn(next, wanted, index, met))
}

function unserved(attempts: Attempts, what: string): Word {
  const { exchange, status } =
    attempts.find(({ reception }) => reception === 'refused' || reception === 'failed') ?? attempts[0]
  const finding = {
    exchange,
    message: `answered ${status} to a valid request with ${what}`,
    at: { in: 'status' },
    expected: 'a success with a 2xx status',
    actual: status,
  } as const
  return { kind: 'broken', finding }
}

function listed(uses: readonly Use[]): string {
  return [...new Set(uses.map(({ pointer }) => pointer))].join(', ')
}
