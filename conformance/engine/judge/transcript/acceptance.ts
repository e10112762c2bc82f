import type { Use } from '../../../../schemas/index.ts'
import { parentOf, withoutIndexes } from '../../../../schemas/json-pointer.ts'
import type { AcceptanceRequirement } from '../../../core/model/requirement.ts'
import { placeInWords } from '../invalid-request-in-words.ts'
import { quotedBriefly } from '../target-message.ts'
import { type AcceptanceIndex, cannotOccurWithout } from './dependence.ts'
import { doubted, neverServedInWords, type RequestWord } from './rejection.ts'
import {
  asksForMoreTokens,
  hasLargerBody,
  lackedIn,
  largerIn,
  largerInWords,
  lettersOnlyIn,
  membersOnlyIn,
  shapeOfAll,
  sparseOnlyIn,
  valuesOnlyIn,
} from './sizes.ts'
import { type Addition, isAddedTo, isNested } from './standing.ts'
import { isDenied, type Trace } from './trace.ts'
import type { Attempts, Transcript } from './transcript.ts'

const silent = (why: string): RequestWord => ({ kind: 'silent', why, isIncomparable: true })

/**
 * Returns the statement of one valid request on an acceptance requirement (interpretation G2). If it was accepted, all
 * features that it uses pass. If it was rejected, only a feature whose addition to an accepted request explains the
 * rejection is blamed.
 */
export function acceptanceWord(
  requirement: AcceptanceRequirement,
  attempts: Attempts,
  transcript: Transcript,
  index: AcceptanceIndex,
): RequestWord | undefined {
  const [first] = attempts
  if (!speaksOf(requirement, attempts, transcript)) return undefined
  const accepted = attempts.find(({ responseClass }) => responseClass === 'accepted')
  if (accepted !== undefined) return { kind: 'kept', exchange: accepted.exchange }
  const isUnserved =
    attempts.some(({ responseClass }) => responseClass === 'rejected') ||
    attempts.some((one) => isDenied(one) && transcript.isKeyServed(one)) ||
    transcript.isNeverServed(attempts)
  if (!isUnserved) return doubted(attempts.at(-1) ?? first)
  // The plain request asks for few tokens, and everything else builds on it.
  if (requirement.speaksOf !== 'plain' && isBeyondOpenLimit(attempts, transcript)) return silent(openLimit)
  if (requirement.speaksOf === 'plain') {
    if (attempts.some(transcript.isAcceptedRespelled)) return silent(otherToBlame)
    return isPlainAccepted(first, transcript) ? silent(acceptedElsewhere) : unservedWord(attempts, plainRequest)
  }
  if (requirement.speaksOf === 'spelling') return spellingWord(attempts, transcript)
  return blame(requirement, attempts, transcript, index)
}

const plainRequest = 'the plain request, which has only the required members'

function isPlainAccepted({ operation }: Trace, transcript: Transcript): boolean {
  return transcript.basesFor(operation)?.some((base) => base.length === 0) === true
}

const openLimit = 'not tested: a target may limit the size of bodies and the tokens that are asked for'

/**
 * Returns whether a request was rejected for a size that the specification does not show: with 413, or for more tokens
 * than every accepted one asks for (interpretations G11, M6). A feature that was never accepted is the likelier reason.
 */
function isBeyondOpenLimit(attempts: Attempts, transcript: Transcript): boolean {
  const [{ operation, shape, tokenLimits, uses = [] }] = attempts
  if (shape === undefined) return false
  const { sizes } = shape
  const accepted = transcript.acceptedShape(operation).sizes
  if (!isEachIn(transcript.acceptedUses(operation), uses)) return false
  const isTooLarge = attempts.every(({ status, bytes }) => status === 413 && hasLargerBody(bytes, accepted))
  return isTooLarge || asksForMoreTokens(sizes, accepted, { tokenLimits })
}

/** Blames the spelling of the JSON if the same request is accepted in another spelling (interpretation G13). */
function spellingWord(attempts: Attempts, transcript: Transcript): RequestWord {
  const isLonger = transcript.provenSize(attempts[0])?.unit === 'bytes'
  if (isLonger || !attempts.some(transcript.isAcceptedRespelled)) return silent(otherToBlame)
  return unservedWord(attempts, 'a valid request that is accepted when its JSON is spelled in another way')
}

function speaksOf({ id, speaksOf: kind }: AcceptanceRequirement, attempts: Attempts, transcript: Transcript): boolean {
  const [first] = attempts
  const { uses = [], isRespelled } = first
  if (kind === 'plain') return uses.length === 0
  if (kind === 'spelling') return isRespelled === true || transcript.isAcceptedRespelled(first)
  if (kind === 'use') return uses.some(({ requirement }) => requirement === id)
  if (new Set(uses.map(({ pointer }) => pointer)).size > 1) return true
  // Without a combination, it is a value or a size that was rejected (interpretation G2).
  const accepted = transcript.acceptedUses(first.operation)
  const isUnaccepted = attempts.every(({ control }) => control === undefined)
  return isUnaccepted && isPlainAccepted(first, transcript) && isEachIn(accepted, uses)
}

/**
 * Blames the addition to an accepted request for a rejection. The base is the plain request or, if that is rejected
 * itself, an accepted request that uses more features. Without any base, the requirement is not tested.
 *
 * For example, with the statuses of the plain request, of it with `temperature` or `top_k`, and of it with both:
 *
 * - plain 200, `temperature` 400: `temperature` is blamed, because it is the only addition to an accepted request.
 * - plain 200, both 400: neither is tested, because either may be the reason.
 * - plain 200, `temperature` 200, both 400: `top_k` is not tested either. The base is still the plain request, since
 *   a request with only `top_k` could have been sent.
 * - plain 200, `temperature` 200, `top_k` 200, both 400: the combination is blamed.
 * - plain 400, `temperature` 200, both 400: the base is the request with `temperature`, so `top_k` is blamed.
 * - plain 400, both 400: neither is tested, because there is no base.
 */
function blame(
  requirement: AcceptanceRequirement,
  attempts: Attempts,
  transcript: Transcript,
  index: AcceptanceIndex,
): RequestWord {
  const [{ operation }] = attempts
  const accepted = transcript.acceptedUses(operation)
  if (requirement.speaksOf === 'use' && accepted.has(requirement.id)) return silent(acceptedElsewhere)
  const { otherSpelling } = requirement
  if (otherSpelling !== undefined && !accepted.has(otherSpelling)) return silent(otherSpellingUnserved)
  const isCounted = spellingsThatCount(accepted, index)
  const unserved = attempts.find((attempt) => attempt.additions !== undefined)
  const additions = additionsOf(unserved, isCounted)
  // Equal requests share additions, which refer to the uses of the first one.
  const uses = additions.length > 0 ? additions.map(({ use }) => use) : (attempts[0].uses?.filter(isCounted) ?? [])
  const bases = transcript.basesFor(operation)?.map((base) => base.filter(isCounted))
  if (bases === undefined) return silent('not tested: no request was accepted')
  if (attempts.some(transcript.isAcceptedOtherwise)) return silent(otherToBlame)
  if (!bases.some((base) => isWithin(base, uses))) return silent(baseRejected)
  // If the plain request itself is rejected, others are compared with one that uses more features.
  const isPlainBase = bases.some((base) => base.length === 0)
  if (isPlainBase && uses.length > 0 && attempts.some(transcript.isRejectedBare)) return silent(baseRejected)
  const never = withoutExplained(
    uses.filter((use) => !accepted.has(use.requirement) && !isIn(bases, use)),
    transcript.soleCulprits(operation),
  )
  const neighbours =
    never.length === 0 ? [] : transcript.neighboursOf(unserved ?? attempts[0]).map((base) => base.filter(isCounted))
  const standing = additions.filter(
    (addition) =>
      bases.some((base) => isAddedTo(base, uses, addition)) ||
      (never.includes(addition.use) &&
        neighbours.some((base) => isFixed(base, addition) && isAddedTo(base, uses, addition))),
  )
  const last = lastOf(standing, index)
  const isSmallerUnserved = attempts.some(transcript.isSmallerUnserved)
  if (requirement.speaksOf === 'combination') {
    if (never.length > 0 || isSmallerUnserved) return silent(otherToBlame)
    return unservedWord(attempts, combinationInWords(attempts, uses, last, transcript))
  }
  if (standing.length === 0)
    return silent('not tested: requests with it were rejected, but only together with others that were never accepted')
  const culprits = firstOf(never, standing, index)
  const isFileUnknown = culprits.some((use) => isOfUnknownFile(use, attempts, transcript))
  if (isFileUnknown || isSmallerUnserved || !culprits.some((use) => use.requirement === requirement.id))
    return silent(otherToBlame)
  const size = transcript.provenSize(attempts[0])
  const isOfSize = culprits.some(({ pointer }) => withoutIndexes(pointer) === size?.place)
  const spelled = otherSpelling === undefined ? '' : ', which is accepted in its other spelling'
  const words =
    size && isOfSize ? largerInWords(size) : `${listed(culprits)}${kindOf(culprits, attempts[0], transcript)}${spelled}`
  return unservedWord(attempts, `a valid request with ${words}`)
}

/**
 * Returns a filter for uses. A spelling counts only after the other spelling of its member was accepted (interpretation
 * C1). Before that, the member is compared regardless of its spelling.
 */
function spellingsThatCount(accepted: ReadonlySet<string>, index: AcceptanceIndex): (use: Use) => boolean {
  return ({ requirement }) => {
    const other = index.get(requirement)?.otherSpelling
    return other === undefined || accepted.has(other)
  }
}

function additionsOf(trace: Trace | undefined, isCounted: (use: Use) => boolean): readonly Addition[] {
  const all = trace?.additions ?? []
  return all
    .filter(({ use }) => isCounted(use))
    .map(({ use, needs, holds, fixed }) => ({
      use,
      needs: needs.filter(isCounted),
      holds: holds.filter(isCounted),
      fixed: fixed.filter(isCounted),
    }))
}

/** Returns whether the other request contains each use of an accepted one, or something at the same place. */
function isWithin(base: readonly Use[], asked: readonly Use[]): boolean {
  return base.every((use) =>
    asked.some((one) => one.requirement === use.requirement || isNested(one.pointer, use.pointer)),
  )
}

/** Returns whether the request needs every use of a base. Then no smaller request could have been sent. */
function isFixed(base: readonly Use[], { fixed, needs }: Addition): boolean {
  return base.every(({ requirement }) => [...fixed, ...needs].some((one) => one.requirement === requirement))
}

function isIn(bases: readonly (readonly Use[])[], { requirement }: Use): boolean {
  return bases.some((base) => base.some((one) => one.requirement === requirement))
}

function isEachIn(accepted: ReadonlySet<string>, uses: readonly Use[]): boolean {
  return uses.every(({ requirement }) => accepted.has(requirement))
}

/** Describes what was rejected, although each of its features was accepted: a size, a value, or a combination. */
function combinationInWords(
  [trace]: Attempts,
  uses: readonly Use[],
  last: readonly Use[],
  transcript: Transcript,
): string {
  const { operation, shape = nothing } = trace
  const size = transcript.provenSize(trace)
  if (size !== undefined) return `a valid request with ${largerInWords(size)}`
  const accepted = transcript.acceptedShape(operation)
  const only = (all: readonly string[]): string | undefined =>
    all.length > 0 && all.length <= mostNamed
      ? `a valid request with ${all.join(' and ')}, which no accepted request has`
      : undefined
  const members = only(membersOnlyIn(shape, accepted))
  if (members !== undefined) return members
  const { places, lacked } = transcript.provenOn(operation)
  const lacking = lackedIn(shape, lacked)
  const outermost = uses.filter((use) => !uses.some(({ pointer }) => use.pointer.startsWith(`${pointer}/`)))
  if (lacking.length > 0)
    return `a valid request with ${listed(outermost)} and without ${lacking.join(' or ')} (accepted with it)`
  const added = last.length === 0 ? '' : ` (${listed(last)} was added to an accepted one)`
  const combination = `a valid request that combines ${listed(uses)}${added}`
  if (uses.length > 1 && !transcript.isUsedTogether(operation, uses)) return combination
  const sparse = only(sparseOnlyIn(shape, accepted))
  if (sparse !== undefined) return sparse
  const letters = only(lettersOnlyIn(shape, accepted))
  if (letters !== undefined) return letters
  const [muchLarger] = largerIn(shape.sizes, accepted.sizes, much)
  if (muchLarger !== undefined) return `a valid request with ${largerInWords(muchLarger)}`
  const values = only(valuesOnlyIn(shape, accepted, places))
  if (values !== undefined) return values
  const [larger] = largerIn(shape.sizes, accepted.sizes)
  if (larger !== undefined) return `a valid request with ${largerInWords(larger)}`
  if (uses.length === 0) return 'a request with only the required members, although others like it were accepted'
  if (uses.length === 1) return `a valid request with this ${listed(uses)}, although others were accepted`
  return combination
}

/** A text or number this many times as large explains a rejection better than a value. */
const much = 1.2

/** The most parts that are named as the reason of a rejection. */
const mostNamed = 3

const nothing = shapeOfAll([])

const acceptedElsewhere = 'not tested: the same feature was accepted in another request'
const baseRejected = 'not tested: the same request without it was rejected too'
const otherSpellingUnserved = 'not tested: its other spelling was not accepted'
const otherToBlame = 'not tested: another part of the request was the cause of its rejection'

/** Leaves out uses that were never accepted but always came with one that explains the rejection by itself. */
function withoutExplained(never: readonly Use[], sole: ReadonlySet<string>): readonly Use[] {
  const explaining = never.filter(({ requirement }) => sole.has(requirement))
  return explaining.length > 0 ? explaining : never
}

/**
 * Returns the uses to blame among those that were never accepted: the first ones on which all others depend. Empty if
 * either of two may be to blame.
 */
function firstOf(never: readonly Use[], standing: readonly Addition[], index: AcceptanceIndex): readonly Use[] {
  const first = never.filter((use) => !never.some((other) => cannotOccurWithout(use, other, index)))
  return first.filter((use) =>
    standing.some((one) => one.use === use && never.every((other) => isExplained(other, one, index))),
  )
}

/** Returns whether a use depends on the addition: it is inside of it, or builds on it. */
function isExplained(other: Use, { use, needs }: Addition, index: AcceptanceIndex): boolean {
  if (other.requirement === use.requirement) return true
  const isNeeded = needs.some(({ requirement }) => requirement === other.requirement)
  if (other.pointer.startsWith(`${use.pointer}/`)) return isNeeded && !/\/\d+$/.test(use.pointer)
  return cannotOccurWithout(other, use, index)
}

/** Returns the added uses that no other added use builds on; empty if each builds on another. */
function lastOf(standing: readonly Addition[], index: AcceptanceIndex): readonly Use[] {
  const uses = standing.map(({ use }) => use)
  return uses.filter((use) => !uses.some((other) => cannotOccurWithout(other, use, index)))
}

function unservedWord(attempts: Attempts, what: string): RequestWord {
  const rejected = attempts.find((one) => one.responseClass === 'rejected' || isDenied(one))
  const { exchange, status, said } = rejected ?? usualOf(attempts)
  const words = said === undefined ? undefined : quotedBriefly(said)
  const how =
    rejected === undefined
      ? `${neverServedInWords(attempts)}${words === undefined ? '' : ` (${words})`} for`
      : `rejected (${status}${words === undefined ? '' : `: ${words}`})`
  const finding = {
    exchange,
    message: `${how} ${what}`,
    at: { in: 'status' },
    expected: 'a 2xx status',
    actual: status ?? null,
  } as const
  return { kind: 'broken', finding, needsProof: true }
}

/** Returns the first attempt with the most frequent status: one reset before three 500 is no silence. */
function usualOf(attempts: Attempts): Trace {
  const count = (one: Trace) => attempts.filter(({ status }) => status === one.status).length
  return attempts.reduce((usual, one) => (count(one) > count(usual) ? one : usual))
}

function listed(uses: readonly Use[]): string {
  const words = [...new Set(uses.map(({ pointer }) => usedInWords(pointer)))]
  const more = words.length - mostNamed
  return `${words.slice(0, mostNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/**
 * Returns the value or the `type` of what was rejected, if others are accepted at its place; if its type is accepted too,
 * the one short value in it that no accepted request has.
 */
function kindOf(
  [use, ...others]: readonly Use[],
  { operation, shape = nothing }: Trace,
  transcript: Transcript,
): string {
  if (use === undefined || others.length > 0) return ''
  const place = withoutIndexes(use.pointer)
  const isIn = (start: string) => (part: string) => part.startsWith(`${start} `)
  const accepted = [...transcript.acceptedShape(operation).parts]
  const [value, type] = [place, `${place}/type`].map((start) => {
    const [own, ...more] = [...shape.parts].filter(isIn(start))
    const isOther = own !== undefined && more.length === 0 && accepted.filter(isIn(start)).some((one) => one !== own)
    return isOther ? own.slice(start.length) : ''
  })
  if (!type) return value ?? ''
  if (!accepted.includes(`${place}/type${type}`)) return ` of type${type}`
  const within = new Set([...shape.parts].filter((part) => part.startsWith(`${place}/`)))
  const [only, ...further] = valuesOnlyIn({ parts: within }, transcript.acceptedShape(operation))
  return only !== undefined && further.length === 0 ? ` with ${only}` : ''
}

/**
 * Returns whether a use is the size of an uploaded file that has another fact which no accepted file has. Files are replaced
 * as a whole, so the rejection may be due to that.
 */
function isOfUnknownFile(
  { pointer }: Use,
  [{ operation, shape = nothing }]: Attempts,
  transcript: Transcript,
): boolean {
  const own = withoutIndexes(pointer)
  const file = parentOf(own)
  const words = [...shape.parts].filter((part) => part.startsWith(`${file}/`) && /\S ["tf]/.test(part))
  const isSize = shape.parts.has(`${file}/digest`) && !words.some((part) => part.startsWith(`${own} `))
  const { parts } = transcript.acceptedShape(operation)
  return isSize && words.some((part) => !parts.has(part))
}

/** Facts of uploaded files that a request has without naming them (`schemas/images/file.json`). */
const factsOfFiles: Readonly<Record<string, string>> = {
  bytes: 'size',
  width: 'width',
  height: 'height',
  format: 'format',
  alpha: 'alpha channel',
}

function usedInWords(pointer: string): string {
  const [, body, field, index, fact = ''] = pointer.split('/')
  const isOfFile = body === 'body' && (field === 'image' || field === 'mask') && index !== undefined
  const named = isOfFile ? factsOfFiles[fact] : undefined
  return named === undefined ? placeInWords(pointer) : `the ${named} of ${placeInWords(`/${body}/${field}/${index}`)}`
}
