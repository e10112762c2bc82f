import type { Endpoint } from '../../../conformance/core/model/vocabulary.ts'
import { isObject } from '../../../schemas/json.ts'
import type { IncomingRequest } from '../../incoming-request.ts'
import type { RandomSource } from '../../model/random.ts'

/** The classes of triggers, in the order in which they are drawn. */
export const triggerClasses = [
  'value',
  'count',
  'depth',
  'position',
  'pair',
  'decision',
  'spelling',
  'picture',
  'connection',
] as const
export type TriggerClass = (typeof triggerClasses)[number]

/** A condition on requests under which a fault shows. */
export interface FaultTrigger {
  readonly class: TriggerClass
  /** One line, such as `/body/max_tokens is 2`. */
  readonly words: string
  readonly holds: (request: IncomingRequest) => boolean
}

/** Draws a trigger of one class for an operation; returns `undefined` if the class does not apply to it. */
export type DrawTrigger = (random: RandomSource, on: Endpoint) => FaultTrigger | undefined

/** A test of one value. `words` continues "the value …". */
export interface Test {
  readonly words: string
  readonly holds: (value: unknown) => boolean
}

/** Returns the values at a pointer into a request. `*` matches each item of a list or each member of an object. */
export function valuesAt({ value }: IncomingRequest, pointer: string): readonly unknown[] {
  return valuesBelow(value, pointer)
}

export function valuesBelow(value: unknown, pointer: string): readonly unknown[] {
  let found: readonly unknown[] = [value]
  for (const step of pointer.split('/').slice(1)) found = found.flatMap((one) => stepInto(one, step))
  return found
}

function stepInto(value: unknown, step: string): readonly unknown[] {
  if (Array.isArray(value)) return step === '*' ? value : []
  if (!isObject(value)) return []
  if (step === '*') return Object.values(value)
  return value[step] === undefined ? [] : [value[step]]
}

/** The kind of operation, which decides the rows of a table that apply. */
export type OperationKind = 'images' | 'usage' | 'content' | 'messages'

export function operationKindOf(on: Endpoint): OperationKind {
  return on.slice(0, on.indexOf('.')) as OperationKind
}
