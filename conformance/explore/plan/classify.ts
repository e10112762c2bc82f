import type { RecordedRequest } from '../../model/exchange.ts'
import type { Operation, RequestValue } from '../../model/operation.ts'
import { isSound, type Language } from '../schema/language.ts'
import { loneViolation } from './violations.ts'
import { digestOf, type Sent, send } from './wire.ts'

/** What a request is in the eyes of the document: certainly valid, or breaking exactly the one requirement named. */
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

/** Whether two classifications are the same. */
export function isSameClass(one: Classification, other: Classification): boolean {
  if (one === 'valid' || other === 'valid') return one === other
  return one.breaks === other.breaks
}

/** A recorded request as something to be made smaller; `undefined` when its bytes cannot be made from its value. */
export function reducible(language: Language, operations: readonly Operation[], request: RecordedRequest) {
  const operation = operations.find((one) => one.matches(request))
  const classified = operation && classify(language, operation, operation.read(request))
  if (operation === undefined || classified === undefined || digestOf(classified.request) !== digestOf(request))
    return undefined
  return { operation, ...classified }
}
