import { createHash } from 'node:crypto'
import { isObject } from '../../../../../schemas/json.ts'
import { answerInWords } from '../../../../core/model/answer-in-words.ts'
import { acrossExchanges } from '../../../../core/model/build.ts'
import { isReplyCaptured } from '../../../../core/model/exchange.ts'
import type { Finding } from '../../../../core/model/finding.ts'
import { isComplete2xx, type Observation } from '../../../../core/model/observation.ts'
import type { Collected } from '../../../../core/model/requirement.ts'
import { quota } from './quota.ts'

/** Members that are always compared. The total granted is compared only if it stayed the same (interpretation T2). */
const members = ['name', 'unlimited_quota', 'model_limits', 'model_limits_enabled', 'expires_at'] as const

/** The response to a key: the members of its token as digests, and the total granted to it. */
export interface Presentation {
  readonly isOtherForm: boolean
  readonly responseClass: Observation['responseClass']
  readonly status: number | undefined
  readonly isCaptured: boolean
  /** Milliseconds from the start of the run. */
  readonly startedAt: number
  readonly endedAt: number
  readonly ofToken?: Readonly<Record<string, string>>
  readonly granted?: string
  /** Set if a run sent it, which asks for each form twice. */
  readonly isOfRun?: true
}

const about = {
  section: '4',
  endpoint: 'usage.token',
  level: 'stated',
  interpretation: 'T2',
  isExercised: (collected: readonly Collected<Presentation>[]) =>
    [true, false].every((isOtherForm) => collected.some(ofKind(isOtherForm))),
} as const

/** The most characters of a total that are compared, whatever its type. */
const mostOfTotal = 100

/** Requirements that the prefix `sk-` has no effect. */
export const skPrefix = [
  acrossExchanges({
    ...about,
    id: 'usage.sk-prefix-accepted',
    dimension: 'status',
    needs: ['request-headers'],
    statement: 'A key is accepted with and without its `sk-` prefix.',
    collect: noted,
    *check(collected) {
      for (const { exchange, fact } of collected) {
        const form = fact.isOtherForm
          ? 'the key with or without `sk-`, other than it was given'
          : 'the key as it was given'
        const message = `returned ${answerInWords(fact.status, fact.responseClass, fact.isCaptured)} for ${form}`
        const at = { in: 'status' } as const
        if (isOtherFormKnown(fact, collected) && (isRejectedOrDenied(fact) || isUnservedEachTime(fact, collected)))
          yield { exchange, message, at, actual: fact.status }
        else if (fact.isOtherForm && fact.responseClass !== 'accepted' && !isServedAgain(fact, collected))
          yield { exchange, message, at, actual: fact.status, doubt: true }
      }
    },
  }),
  acrossExchanges({
    ...about,
    id: 'usage.sk-prefix-same-data',
    dimension: 'field',
    needs: ['request-headers', 'response-body'],
    statement: 'A key with and without its `sk-` prefix gets the same data about its token.',
    collect: (seen) => {
      const fact = noted(seen)
      return fact?.ofToken === undefined ? undefined : fact
    },
    *check(collected) {
      const plain = collected.filter(ofKind(false))
      for (const { exchange, fact } of collected.filter(ofKind(true))) {
        for (const member of members) {
          if (plain.length === 0 || plain.some((other) => other.fact.ofToken?.[member] === fact.ofToken?.[member]))
            continue
          yield {
            exchange,
            message: `${member} differs between the two forms of the key`,
            at: { in: 'body', pointer: `/data/${member}` },
          }
        }
      }
      yield* otherGrants(collected)
    },
  }),
] as const

function noted(seen: Observation): Presentation | undefined {
  const { kind } = seen.request.credential
  if (kind !== 'valid' && kind !== 'valid-counterpart') return undefined
  const data = isComplete2xx(seen.responseClass) ? quota(seen) : undefined
  const ofToken = data && Object.fromEntries(members.map((member) => [member, digest(data[member])]))
  const granted = data?.['total_granted']
  const { responseClass, status, exchange } = seen
  return {
    isOtherForm: kind === 'valid-counterpart',
    responseClass,
    status,
    isCaptured: isReplyCaptured(exchange),
    startedAt: exchange.startedAt,
    endedAt: exchange.startedAt + exchange.durationMs,
    ofToken,
    ...(granted !== undefined && { granted: JSON.stringify(granted).slice(0, mostOfTotal) }),
    ...(exchange.why === undefined ? {} : { isOfRun: true }),
  }
}

function isRejectedOrDenied({ responseClass }: Presentation): boolean {
  return responseClass === 'rejected' || responseClass === 'denied'
}

/**
 * Returns whether the target knows the key in its other form. For the given form, also requires that the target never
 * accepts it.
 */
function isOtherFormKnown({ isOtherForm }: Presentation, collected: readonly Collected<Presentation>[]): boolean {
  const isKnown = (form: boolean) =>
    collected.some(({ fact }) => fact.isOtherForm === form && isComplete2xx(fact.responseClass))
  return isKnown(!isOtherForm) && (isOtherForm || !isKnown(false))
}

/** Returns whether a busy target accepted the same key in another attempt (interpretation G11). */
function isServedAgain(
  { isOtherForm, responseClass }: Presentation,
  collected: readonly Collected<Presentation>[],
): boolean {
  if (responseClass !== 'busy' && responseClass !== 'failed') return false
  return collected.some(({ fact }) => fact.isOtherForm === isOtherForm && fact.responseClass === 'accepted')
}

/**
 * Returns whether several attempts with this form of the key all got a server error or no complete response
 * (interpretation G11).
 */
function isUnservedEachTime({ isOtherForm }: Presentation, collected: readonly Collected<Presentation>[]): boolean {
  const attempts = collected.filter(ofKind(isOtherForm))
  return attempts.length > 1 && attempts.every(({ fact }) => isFailure(fact))
}

function isFailure({ responseClass, status }: Presentation): boolean {
  return responseClass === 'failed' || (responseClass === 'busy' && (status === undefined || status < 300))
}

function ofKind(isOtherForm: boolean) {
  return ({ fact }: Collected<Presentation>) => fact.isOtherForm === isOtherForm
}

/** Returns a digest that does not depend on the order of members. */
function digest(value: unknown): string {
  const ordered = isObject(value) ? Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)) : value
  return createHash('sha256')
    .update(JSON.stringify(ordered) ?? 'absent')
    .digest('hex')
}

/** A response to one form of the key. */
type Answered = Collected<Presentation>

/**
 * Yields the responses to one form of the key that grant another total than those to the other form before and after
 * (interpretation T2). The tokens used and available are not compared: others may use the key (interpretation T3), and a
 * cache may hold back the answer to one form.
 */
function* otherGrants(collected: readonly Answered[]): Generator<Finding & { readonly exchange: string }> {
  const granting = collected.filter(({ fact }) => fact.granted !== undefined)
  for (const one of granting) {
    const [before, own, after] = [lastBefore(one, granting), one, firstAfter(one, granting)].map(
      (of) => of?.fact.granted,
    )
    if (before === undefined || before !== after || before === own || !isRepeated(one, granting)) continue
    yield {
      exchange: one.exchange,
      message:
        'total_granted differs between the two forms of the key; the first form returned the same before and after',
      at: { in: 'body', pointer: '/data/total_granted' },
      expected: before,
      actual: own ?? '',
    }
  }
}

/**
 * Returns whether the same form got the same total twice, with no other form in between. Two replicas that answer in
 * turn would give it two totals (interpretation G18). Recorded traffic cannot be repeated.
 */
function isRepeated(one: Answered, granting: readonly Answered[]): boolean {
  if (one.fact.isOfRun !== true) return true
  const inOrder = granting.toSorted((first, second) => first.fact.startedAt - second.fact.startedAt)
  const at = inOrder.indexOf(one)
  const isSame = (other: Answered | undefined) =>
    other?.fact.isOtherForm === one.fact.isOtherForm && other.fact.granted === one.fact.granted
  return isSame(inOrder[at - 1]) || isSame(inOrder[at + 1])
}

/** Returns the last response to the other form that arrived before this request was sent. */
function lastBefore(one: Answered, granting: readonly Answered[]): Answered | undefined {
  const earlier = granting.filter((other) => isOfOtherForm(one, other) && other.fact.endedAt <= one.fact.startedAt)
  return earlier.sort((first, second) => second.fact.endedAt - first.fact.endedAt)[0]
}

function firstAfter(one: Answered, granting: readonly Answered[]): Answered | undefined {
  const later = granting.filter((other) => isOfOtherForm(one, other) && other.fact.startedAt >= one.fact.endedAt)
  return later.sort((first, second) => first.fact.startedAt - second.fact.startedAt)[0]
}

function isOfOtherForm(one: Answered, other: Answered): boolean {
  return one.fact.isOtherForm !== other.fact.isOtherForm
}
