import { isObject } from '../../../../schemas/json.ts'
import type { EventStream } from '../../../core/model/events.ts'
import type { RequestReading } from '../../../core/model/observation.ts'
import type { Operation } from '../../../core/model/operation.ts'

/** The features by which a response is recognised. */
export interface Appearance {
  readonly operation: Operation
  readonly status: number | undefined
  readonly json: unknown
  readonly stream: EventStream | undefined
}

/** Returns whether a response's body is recognised as a reply, a stream or an error of its operation. */
export function isRecognised({ operation, status, json, stream }: Appearance): boolean {
  const { responseSignature, streams, denies } = operation
  if (status === undefined) return false
  if (status >= 400 || denies?.(status, json) === true) {
    return responseSignature.error === undefined || hasOneOf(json, responseSignature.error)
  }
  if (streams) return stream?.events.some((event) => isObject(event.json) || operation.typedEvents !== true) ?? false
  return hasOneOf(json, responseSignature.reply)
}

/** Returns whether a request is invalid in the member that chooses between operations. A target may read it as either. */
export function isChoiceBroken({ chosenBy }: Operation, { violations }: Pick<RequestReading, 'violations'>): boolean {
  return chosenBy !== undefined && violations.some(({ pointer }) => pointer === chosenBy)
}

/** Returns whether a JSON body has one of these members with a value other than null. */
export function hasOneOf(json: unknown, names: readonly string[]): boolean {
  return isObject(json) && names.some((name) => Object.hasOwn(json, name) && json[name] !== null)
}
