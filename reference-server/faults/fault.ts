import type { RequirementId } from '../../conformance/catalogue.ts'
import type { Endpoint } from '../../conformance/model/vocabulary.ts'
import type { Violation } from '../../schemas/index.ts'
import type { IncomingRequest } from '../incoming-request.ts'
import type { Reply } from '../reply.ts'
import type { TriggerClass } from './triggers/trigger.ts'

/** A deliberate defect, and exactly the requirements that a judge must find broken by it. */
export interface Fault {
  readonly id: string
  readonly breaks: readonly RequirementId[]
  /** The operations whose requests it touches; left out, all those that the requirements it breaks are about. */
  readonly on?: readonly Endpoint[]
  /** Why it cannot be limited to one operation, where it alters what belongs to none. */
  readonly notLimited?: string
  /**
   * What it may break besides when it shows now and then: replies that are to agree no longer do, and one rejection does
   * not tell what was rejected.
   */
  readonly mayBreak?: readonly RequirementId[]
  /** What it breaks too, where the seed of a run draws a request that shows it. */
  readonly breaksByChance?: readonly RequirementId[]
  /** The interpretation that forgives it when it shows now and then, so that nobody is to find it then. */
  readonly forgivenNowAndThen?: string
  /** Whether the server fails to enforce what this violation is about. */
  readonly overlook?: (violation: Violation, request: IncomingRequest) => boolean
  /** Whether the server rejects a request that breaks nothing. */
  readonly reject?: (request: IncomingRequest) => boolean
  /** Breaks the reply. Gets every reply of the area's routes, rejections too. */
  readonly alter?: (reply: Reply, request: IncomingRequest) => Reply
  /** Breaks the answer to a GET of a picture's address. */
  readonly alterPicture?: (reply: Reply) => Reply
  /** Whether the server lets in a request whose credential is missing or wrong. */
  readonly admit?: (request: IncomingRequest) => boolean
  /** The counts so far of a fault that shows now and then, or under a trigger. */
  readonly showing?: () => Showing
  /** The trigger and the effect of a fault that was drawn. */
  readonly trigger?: TriggerFacts
}

/** A trigger and an effect in words. */
export interface TriggerFacts {
  readonly class: TriggerClass
  /** The operation and the condition on its requests. */
  readonly words: string
  /** The id of the fault that shows under the trigger. */
  readonly effect: string
}

/** The counts of a fault that shows now and then, or under a trigger. */
export interface Showing {
  readonly fault: string
  /** Requests whose answer it could break: those that met the trigger, if it has one. */
  readonly chances: number
  /** Those whose answer it broke. */
  readonly shown: number
}
