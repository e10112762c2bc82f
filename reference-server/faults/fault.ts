import type { RequirementId } from '../../conformance/catalogue.ts'
import type { Violation } from '../../conformance/model/validation.ts'
import type { Ask } from '../ask.ts'
import type { Reply } from '../reply.ts'

/** A deliberate defect, and exactly the requirements that a judge must find broken by it. */
export interface Fault {
  readonly id: string
  readonly breaks: readonly RequirementId[]
  /**
   * What it may break besides when it shows now and then: replies that are to agree no longer do, and one refusal does
   * not tell what was refused.
   */
  readonly mayBreak?: readonly RequirementId[]
  /** The reading that forgives it when it shows now and then, so that nobody is to find it then. */
  readonly forgivenNowAndThen?: string
  /** Whether the server fails to enforce what this violation is about. */
  readonly overlook?: (violation: Violation, ask: Ask) => boolean
  /** Whether the server refuses a request that breaks nothing. */
  readonly refuse?: (ask: Ask) => boolean
  /** Breaks the reply. Gets every reply of the area's routes, refusals too. */
  readonly alter?: (reply: Reply, ask: Ask) => Reply
  /** Breaks the answer to a GET of a picture's address. */
  readonly alterPicture?: (reply: Reply) => Reply
  /** Whether the server lets in a request whose credential is missing or wrong. */
  readonly admit?: (ask: Ask) => boolean
  /** What was counted so far; of faults that show now and then. */
  readonly showing?: () => Showing
}

/** What is counted of a fault that shows now and then. */
export interface Showing {
  readonly fault: string
  /** Requests whose answer it could break. */
  readonly chances: number
  /** Those whose answer it broke. */
  readonly shown: number
}
