import type { Validation, Violation } from '../../../schemas/index.ts'
import { remove } from '../../../schemas/json-pointer.ts'
import type { RecordedRequest } from '../../core/model/exchange.ts'
import type { Operation, RequestValue } from '../../core/model/operation.ts'
import { isSame } from './schema/json.ts'
import { isSound, type Language } from './schema/language.ts'
import { digestOf, isDeclaredAbsent, type Sent, type Subject, send } from './subject.ts'

/** A violated requirement, the place, and the keyword or rule that it violates. */
export interface LocatedViolation {
  readonly requirement: string
  readonly pointer: string
  readonly keyword: string
  /** All violated keywords, with their places in the schema. */
  readonly constraints: readonly string[]
}

/** A value that may violate exactly one requirement, made from a valid one. It is not written as a request yet. */
export interface UnprovenViolation extends LocatedViolation {
  readonly sound: RequestValue
  readonly value: RequestValue
}

/** A request whose bytes violate exactly one requirement. */
export interface SingleViolationRequest extends LocatedViolation {
  readonly request: RecordedRequest
}

/**
 * Returns the request of a suspect if its bytes violate exactly one requirement and otherwise equal the control
 * request.
 */
export function confirmed(
  subject: Subject,
  { sound, value }: UnprovenViolation,
  known: Validation,
): SingleViolationRequest | undefined {
  const sent = send(subject.operation, value)
  if (sent === undefined || !subject.operation.matches(sent.request)) return undefined
  const isFaithful = isSame(sent.value, value)
  const validation = isFaithful ? known : subject.language.validate(subject.operation.schemas.request ?? '', sent.value)
  const lone = loneViolation(validation)
  if (lone === undefined || !isRefusal(subject, lone.requirement)) return undefined
  return equalsControl(sound, sent.value, validation) ? { ...lone, request: sent.request } : undefined
}

/** Returns the violation of a request that violates one requirement and is otherwise valid and specified. */
export function loneViolation({ violations, open }: Validation): LocatedViolation | undefined {
  const [first] = violations
  if (first === undefined || open.length > 0 || first.requirement === undefined) return undefined
  if (violations.some(({ requirement }: Violation) => requirement !== first.requirement)) return undefined
  const constraints = violations.map(({ place = '', keyword }) => `${place} ${keyword}`)
  return { requirement: first.requirement, pointer: first.pointer, keyword: first.keyword, constraints }
}

function isRefusal(subject: Subject, id: string): boolean {
  return subject.requirements.get(id)?.kind === 'rejection' && !isDeclaredAbsent(subject, id)
}

/** Returns whether both are equal except at the places of the violation (interpretation G9). */
function equalsControl(sound: RequestValue, broken: RequestValue, { violations }: Validation): boolean {
  const without = (value: RequestValue) => violations.reduce((at, { pointer }) => remove(at, pointer), value)
  return isSame(without(sound), without(broken))
}

/** The class of a request: certainly valid, or a violation of exactly one requirement. */
export type Classification = 'valid' | { readonly breaks: string }

/**
 * Classifies the request of a value. Returns `undefined` if it is in neither class, or is no request of this operation.
 */
export function classify(
  language: Language,
  operation: Operation,
  value: RequestValue,
): (Sent & { class: Classification }) | undefined {
  const sent = send(operation, value)
  if (sent === undefined || !operation.matches(sent.request)) return undefined
  const { request } = operation.schemas
  if (request === undefined) return { ...sent, class: 'valid' }
  const validation = language.validate(request, sent.value)
  const lone = loneViolation(validation)
  if (lone !== undefined) return { ...sent, class: { breaks: lone.requirement } }
  return isSound(validation) ? { ...sent, class: 'valid' } : undefined
}

export function isSameClass(one: Classification, other: Classification): boolean {
  if (one === 'valid' || other === 'valid') return one === other
  return one.breaks === other.breaks
}

/**
 * Returns a recorded request in a form that can be minimised; `undefined` if it has several violations or cannot be
 * read. `isAsWritten` is true if its value is written as the same bytes; otherwise it has an unusual spelling.
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

/** Returns a request without violations that uses something unspecified. */
function unspecified(language: Language, operation: Operation, value: RequestValue) {
  const sent = send(operation, value)
  if (sent === undefined || !operation.matches(sent.request)) return undefined
  const { violations } = language.validate(operation.schemas.request ?? '', sent.value)
  return violations.length > 0 ? undefined : { ...sent, class: 'unspecified' as const }
}
