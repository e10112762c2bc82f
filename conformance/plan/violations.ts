import type { Validation, Violation } from '../../schemas/index.ts'
import { remove } from '../../schemas/json-pointer.ts'
import type { RecordedRequest } from '../model/exchange.ts'
import type { Operation, RequestValue } from '../model/operation.ts'
import { isSame } from './schema/json.ts'
import { isSound, type Language } from './schema/language.ts'
import { digestOf, isDeclaredAbsent, type Sent, type Subject, send } from './subject.ts'

/** A requirement that is broken, where, and the keyword or rule that says so. */
export interface Lone {
  readonly requirement: string
  readonly pointer: string
  readonly keyword: string
  /** All that it breaks: keywords with the places of the schema where they stand. */
  readonly constraints: readonly string[]
}

/** A value that would break exactly one requirement, made from a sound one; nothing has been written yet. */
export interface Suspect extends Lone {
  readonly sound: RequestValue
  readonly value: RequestValue
}

/** A request that breaks exactly one requirement, on the wire. */
export interface SingleViolationRequest extends Lone {
  readonly request: RecordedRequest
}

/**
 * The request of a suspect, if its bytes still break exactly one requirement and are otherwise its control request's.
 */
export function confirmed(
  subject: Subject,
  { sound, value }: Suspect,
  known: Validation,
): SingleViolationRequest | undefined {
  const sent = send(subject.operation, value)
  if (sent === undefined || !subject.operation.matches(sent.request)) return undefined
  const isFaithful = isSame(sent.value, value)
  const said = isFaithful ? known : subject.language.validate(subject.operation.schemas.request ?? '', sent.value)
  const lone = loneViolation(said)
  if (lone === undefined || !isRefusal(subject, lone.requirement)) return undefined
  return isTwin(sound, sent.value, said) ? { ...lone, request: sent.request } : undefined
}

/** The violation of a request that breaks one requirement and nothing else, and stands on certain ground otherwise. */
export function loneViolation({ violations, open }: Validation): Lone | undefined {
  const [first] = violations
  if (first === undefined || open.length > 0 || first.requirement === undefined) return undefined
  if (violations.some(({ requirement }: Violation) => requirement !== first.requirement)) return undefined
  const constraints = violations.map(({ place = '', keyword }) => `${place} ${keyword}`)
  return { requirement: first.requirement, pointer: first.pointer, keyword: first.keyword, constraints }
}

function isRefusal(subject: Subject, id: string): boolean {
  return subject.requirements.get(id)?.kind === 'rejection' && !isDeclaredAbsent(subject, id)
}

/** Returns whether both are the same but for the places that are broken (interpretation G9). */
function isTwin(sound: RequestValue, broken: RequestValue, { violations }: Validation): boolean {
  const without = (value: RequestValue) => violations.reduce((at, { pointer }) => remove(at, pointer), value)
  return isSame(without(sound), without(broken))
}

/** The class of a request: certainly valid, or breaking exactly the one requirement named. */
export type Classification = 'valid' | { readonly breaks: string }

/** Classifies the bytes of a value. `undefined` where they are neither, or are not a request of this operation. */
export function classify(
  language: Language,
  operation: Operation,
  value: RequestValue,
): (Sent & { class: Classification }) | undefined {
  const sent = send(operation, value)
  if (sent === undefined || !operation.matches(sent.request)) return undefined
  const { request } = operation.schemas
  if (request === undefined) return { ...sent, class: 'valid' }
  const said = language.validate(request, sent.value)
  const lone = loneViolation(said)
  if (lone !== undefined) return { ...sent, class: { breaks: lone.requirement } }
  return isSound(said) ? { ...sent, class: 'valid' } : undefined
}

/** Returns whether two classifications are the same. */
export function isSameClass(one: Classification, other: Classification): boolean {
  if (one === 'valid' || other === 'valid') return one === other
  return one.breaks === other.breaks
}

/**
 * A recorded request as something to be made smaller; `undefined` where it breaks several things or cannot be read.
 * `isAsWritten` tells whether the same bytes come of its value: otherwise it is spelled in another way than usual.
 */
export function reducible(language: Language, operations: readonly Operation[], request: RecordedRequest) {
  const operation = operations.find((one) => one.matches(request))
  if (operation === undefined) return undefined
  const value = operation.read(request)
  const classified = classify(language, operation, value) ?? unspecified(language, operation, value)
  if (classified === undefined) return undefined
  const isAsWritten = digestOf(classified.request) === digestOf(request)
  const isReadable = request.body.length === 0 || classified.value.body !== undefined
  return isAsWritten || isReadable ? { operation, ...classified, isAsWritten } : undefined
}

/** A value that breaks nothing and leaves something unspecified. */
function unspecified(language: Language, operation: Operation, value: RequestValue) {
  const sent = send(operation, value)
  if (sent === undefined || !operation.matches(sent.request)) return undefined
  const { violations } = language.validate(operation.schemas.request ?? '', sent.value)
  return violations.length > 0 ? undefined : { ...sent, class: 'unspecified' as const }
}
