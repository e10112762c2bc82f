import type { Use } from '../../../schemas/index.ts'
import type { Credential } from '../../model/credential.ts'
import type { Exchange, RecordedRequest } from '../../model/exchange.ts'
import type { ResponseClass } from '../../model/observation.ts'
import type { Cost, Operation, RequestValue } from '../../model/operation.ts'
import type { Case, Probe } from '../../model/plan.ts'
import type { Requirement } from '../../model/requirement.ts'
import type { Endpoint, Verdict } from '../../model/vocabulary.ts'
import type { SentAs, Why } from '../../model/why.ts'
import type { Troubled } from './attempts.ts'
import type { CircuitBreaker } from './circuit-breaker.ts'
import type { Scheduler } from './scheduler.ts'
import type { StopReason } from './shutdown.ts'
import type { Family, Spending } from './spending.ts'

/** Sends one request and returns the exchange. Network trouble is part of the exchange, never an exception. */
export type Send = (request: RecordedRequest, as: SentAs, signal: AbortSignal) => Promise<Exchange>

export interface SentRequest {
  readonly request: RecordedRequest
  readonly why: Why | undefined
  /** Absent for a request of minimising. */
  readonly sentAs?: SentAs
}

/** The judge's first look at an exchange: its response class, and the request as it was read. */
export interface Seen {
  readonly responseClass?: ResponseClass
  readonly operation?: Operation
  /** The response body without its content encoding. */
  readonly body?: Uint8Array
  /** The body as parsed JSON. */
  readonly json?: unknown
  readonly request?: {
    readonly value: RequestValue
    readonly violations?: readonly unknown[]
    readonly uses?: readonly Use[]
    readonly credential?: Credential
  }
}

/** A requirement that fails, and an exchange that shows it. */
export interface FailingResult {
  readonly requirement: Requirement
  readonly exchange: string
  /** All exchanges that violate it on the same operation, if they are known. */
  readonly violating?: ReadonlySet<string>
}

/** The part of a judge that driving a run needs. */
export interface DrivingJudge {
  /** Judges an exchange. Returns its response class and the request as read. */
  see(exchange: Exchange): Seen | undefined
  /** Returns the requirements that fail so far, each with an exchange that shows it. */
  failing(): readonly FailingResult[]
  /**
   * Returns the exchanges that would fail a requirement if their requests failed again, the plainest of each result; by
   * default none.
   */
  unproven?(): readonly string[]
  /** Returns the verdict of one requirement on this exchange alone. */
  retry(requirementId: string, exchange: Exchange): Verdict
}

/** A part of the plan that was not sent, and the reason. */
export interface Unsent {
  readonly id: string
  readonly stopReason: StopReason
  /** True if further cases after this one were not even drawn. */
  readonly isLast?: true
  /**
   * For a case or a probe: the requirements it aimed at. For a single violation also the outcome of the others of its
   * family.
   */
  readonly toShow?: {
    readonly operation: Endpoint
    readonly requirements: readonly string[]
    readonly family?: () => Family
  }
}

/** Describes a case or probe of the plan as cut off. */
export function cutOff(
  { id, operation, aims }: Pick<Case | Probe, 'id' | 'operation' | 'aims'>,
  stopReason: StopReason,
  family?: () => Family,
): Unsent {
  return { id, stopReason, toShow: { operation, requirements: aims, family } }
}

export interface Progress {
  /** The number of cases and probes that are finished, successfully or not. */
  readonly done: number
  readonly planned: number
  readonly requests: number
  readonly billed: Cost
  /** The exchange that has just arrived. */
  readonly id: string
}

/** A case, and its position in the order of sending. */
export interface Placed {
  readonly planned: Case
  readonly at: number
}

/** The state that all parts of a driver share in one run. */
export interface Run {
  readonly send: Send
  readonly judge: DrivingJudge
  readonly scheduler: Scheduler
  readonly spending: Spending
  readonly breaker: CircuitBreaker
  /** The seed for the jitter of pauses. */
  readonly seed: number
  readonly operations: readonly Operation[]
  /** Returns a request with the members that its target requires (see `explicit-base.ts`). */
  readonly named: (request: RecordedRequest) => RecordedRequest
  /** Every request sent, by exchange id, without large ones that got the expected answer. */
  readonly sent: Map<string, SentRequest>
  readonly unsent: Unsent[]
  /** The number of requests under way at once. */
  readonly atOnce: number
  /**
   * Single violations that were put off, since enough of their family were accepted. They are sent last, within the
   * budget.
   */
  readonly deferred: Placed[]
  /**
   * Violations whose control requests were rejected. They are built on accepted requests instead, once those are known.
   */
  readonly uncontrolled: Placed[]
  /** Valid requests that were rejected, by case id. */
  readonly rejected: Map<string, RecordedRequest>
  /** The number of attempts of each case. */
  readonly attempts: Map<string, number>
  /** The last request of each operation that got a 401 or 403 although its key was accepted before. */
  readonly denied: Map<Endpoint, RecordedRequest>
  /** The number of failures that were not sent again often enough to count. */
  unproven: number
  /** Requests that met trouble, to be sent again in the second pass. */
  readonly troubled: Troubled[]
  /** Control requests under way, by operation. */
  readonly controls: Map<Endpoint, Promise<boolean | undefined>>
  /** A request that the target answered. It is sent again if the target seems to be gone. */
  known: { readonly request?: RecordedRequest; readonly isFree?: boolean }
  /** Errors of the suite itself, such as an exception in a probe. */
  readonly errors: { readonly id: string; readonly message: string }[]
  readonly onArrival: (id: string) => void
}

/** Returns the cost that a gateway bills for a request that it accepts. */
export function costOf({ operations }: Run, request: RecordedRequest): Cost {
  const operation = operations.find((one) => one.matches(request))
  return operation?.cost(operation.read(request)) ?? { calls: 0, images: 0 }
}
