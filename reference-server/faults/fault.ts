import type { Endpoint } from '../../conformance/core/model/vocabulary.ts'
import type { RequirementId } from '../../conformance/specification/catalogue.ts'
import type { Violation } from '../../schemas/index.ts'
import { type Alteration, type Alterations, type Change, setting } from '../alterations.ts'
import type { IncomingRequest } from '../incoming-request.ts'
import type { TriggerClass } from './triggers/trigger.ts'

/** A deliberate defect, with exactly the requirements that a judge must report as failed. */
export interface Fault extends Alterations {
  readonly id: string
  /** Set if the fault is made from a sentence of a schema: from a rule on requests, or from the shape of a body. */
  readonly derivedFrom?: 'rule' | 'shape'
  readonly breaks: readonly RequirementId[]
  /** One sentence that tells it apart from the faults that violate the same requirements, if there are any. */
  readonly behaviour?: string
  /**
   * The operations whose requests it affects. By default these are the operations of the requirements that it breaks.
   */
  readonly on?: readonly Endpoint[]
  /** The reason why it cannot be limited to one operation, if it alters something that belongs to none. */
  readonly notLimited?: string
  /** Requirements that it also breaks if the seed of a run draws a request that shows it. */
  readonly breaksByChance?: readonly RequirementId[]
  /** Returns true to leave this violation unenforced. */
  readonly overlook?: (violation: Violation, request: IncomingRequest) => boolean
  /** Returns true to reject a request without a violation. */
  readonly reject?: (request: IncomingRequest) => boolean
  /** Returns true to accept a request whose credential is missing or wrong. */
  readonly admit?: (request: IncomingRequest) => boolean
  /** Returns the counts so far, for an intermittent fault or one with a trigger. */
  readonly showing?: () => Showing
  readonly trigger?: TriggerFacts
}

/** The description of a trigger and its effect. */
export interface TriggerFacts {
  readonly class: TriggerClass
  /** The operation and the condition on its requests. */
  readonly words: string
  /** The id of the fault that shows under the trigger. */
  readonly effect: string
}

/** The counts of an intermittent fault, or of one with a trigger. */
export interface Showing {
  readonly fault: string
  /** The number of requests whose response it could alter. For a trigger, the number of requests that met it. */
  readonly chances: number
  /** The number of responses that it altered. */
  readonly shown: number
}

/** Makes a fault that alters replies, on the operations of its alteration. */
export function breaking(id: string, breaks: Fault['breaks'], alter: Alteration): Fault {
  return { id, breaks, alter, on: alter.on }
}

/** Returns a function that makes faults that set one member to a wrong value, or omit it if no value is given. */
export function wrongIn(inJson: (change: Change) => Alteration) {
  return (id: string, requirement: RequirementId, pointer: string, value?: unknown): Fault =>
    breaking(id, [requirement], inJson(setting(pointer, value)))
}
