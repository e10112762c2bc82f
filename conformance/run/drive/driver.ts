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

/** Sends one request and reports how it went. Network trouble is part of the exchange, never an exception. */
export type Send = (request: RecordedRequest, as: SentAs, signal: AbortSignal) => Promise<Exchange>

/** A request that was sent, and why. */
export interface SentRequest {
  readonly request: RecordedRequest
  readonly why: Why | undefined
}

/** The judge's first look at an exchange: its response class, and the request as it was read. */
export interface Seen {
  readonly responseClass?: ResponseClass
  readonly operation?: Operation
  /** The response body, its content encoding undone. */
  readonly body?: Uint8Array
  /** The same as JSON. */
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
  /** All exchanges that violate it on the same operation, where they are known. */
  readonly violating?: ReadonlySet<string>
}

/** The part of a judge that driving a run needs. */
export interface DrivingJudge {
  /** Judges an exchange; what comes back says how the target took the request. */
  see(exchange: Exchange): Seen | undefined
  /** The requirements that fail so far, each with an exchange that shows it. */
  failing(): readonly FailingResult[]
  /** The verdict that one requirement would reach by this exchange alone. */
  retry(requirementId: string, exchange: Exchange): Verdict
}

/** Something the plan held that was not sent, and what cut it off. */
export interface Unsent {
  readonly id: string
  readonly stopReason: StopReason
  /**
   * For a case or a probe: the requirements it was to show; for a single violation also what became of others of its
   * family in the end.
   */
  readonly toShow?: {
    readonly operation: Endpoint
    readonly requirements: readonly string[]
    readonly family?: () => Family
  }
}

/** A case or probe of the plan as cut off. */
export function cutOff(
  { id, operation, aims }: Pick<Case | Probe, 'id' | 'operation' | 'aims'>,
  stopReason: StopReason,
  family?: () => Family,
): Unsent {
  return { id, stopReason, toShow: { operation, requirements: aims, family } }
}

/** The progress of a run. */
export interface Progress {
  /** Cases and probes that are finished, one way or the other. */
  readonly done: number
  readonly planned: number
  readonly requests: number
  readonly billed: Cost
  /** The exchange that has just come in. */
  readonly id: string
}

/** A case, and its place among those that were to be sent. */
export interface Placed {
  readonly planned: Case
  readonly at: number
}

/** Everything that the parts of a driver share in one run. */
export interface Run {
  readonly send: Send
  readonly judge: DrivingJudge
  readonly scheduler: Scheduler
  readonly spending: Spending
  readonly breaker: CircuitBreaker
  /** The seed of random pauses. */
  readonly seed: number
  readonly operations: readonly Operation[]
  /** Returns a request with the members named that its target needs (see `explicit-base.ts`). */
  readonly named: (request: RecordedRequest) => RecordedRequest
  /** Every request sent, by the exchange's id. */
  readonly sent: Map<string, SentRequest>
  readonly unsent: Unsent[]
  /** Requests under way at once. */
  readonly atOnce: number
  /** Single violations of which a handful of their family was accepted: sent last, as far as the budget goes. */
  readonly deferred: Placed[]
  /** Violations whose control requests were rejected: built on accepted requests instead, once those are known. */
  readonly uncontrolled: Placed[]
  /** Valid requests that were not served, by the case's id. */
  readonly rejected: Map<string, RecordedRequest>
  /** The number of attempts of each case. */
  readonly attempts: Map<string, number>
  /** Requests that met trouble, to be sent again in the second pass. */
  readonly troubled: Troubled[]
  /** Control requests under way, by operation. */
  readonly controls: Map<Endpoint, Promise<boolean | undefined>>
  /** A request that the target answered, to ask again where it seems to be gone. */
  known: { readonly request?: RecordedRequest; readonly isFree?: boolean }
  /** The number of times that was asked. */
  readonly asked: { count: number }
  /** Errors of our own: a probe that broke down. */
  readonly errors: { readonly id: string; readonly message: string }[]
  readonly onArrival: (id: string) => void
}

/** Returns the cost that a gateway bills for a request that it accepts. */
export function costOf({ operations }: Run, request: RecordedRequest): Cost {
  const operation = operations.find((one) => one.matches(request))
  return operation?.cost(operation.read(request)) ?? { calls: 0, images: 0 }
}
