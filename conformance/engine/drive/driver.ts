import type { Use } from '../../../schemas/index.ts'
import type { Credential } from '../../core/model/credential.ts'
import type { Exchange, RecordedRequest } from '../../core/model/exchange.ts'
import type { ResponseClass } from '../../core/model/observation.ts'
import type { Cost, Operation, RequestValue } from '../../core/model/operation.ts'
import type { Case, Probe } from '../../core/model/plan.ts'
import type { Requirement } from '../../core/model/requirement.ts'
import type { Endpoint, Verdict } from '../../core/model/vocabulary.ts'
import type { SentAs } from '../../core/model/why.ts'
import type { Troubled } from './attempts.ts'
import type { CircuitBreaker } from './circuit-breaker.ts'
import type { Family } from './families.ts'
import type { Learned } from './learned.ts'
import type { Scheduler } from './scheduler.ts'
import type { SentRequests } from './sent-requests.ts'
import type { StopReason } from './shutdown.ts'
import type { Spending } from './spending.ts'

/** Sends one request and returns the exchange. Network trouble is part of the exchange, never an exception. */
export type Send = (request: RecordedRequest, as: SentAs, signal: AbortSignal) => Promise<Exchange>

/** The judge's first look at an exchange: its response class, and the request as it was read. */
export interface Seen {
  readonly responseClass?: ResponseClass
  readonly operation?: Operation
  /** The response body without its content encoding. */
  readonly body?: Uint8Array
  readonly json?: unknown
  /** The events of a stream, with their payloads as parsed JSON. */
  readonly stream?: { readonly events: readonly { readonly json?: unknown }[] } | undefined
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

/**
 * The means of every phase to send. A phase takes what it reads and returns what it leaves to later ones (`Remainder`); only
 * what is learned from responses is common to all.
 */
export interface Run {
  readonly send: Send
  readonly judge: DrivingJudge
  readonly scheduler: Scheduler
  readonly spending: Spending
  readonly breaker: CircuitBreaker
  /** The seed for the jitter of pauses. */
  readonly seed: number
  readonly operations: readonly Operation[]
  /** The number of requests under way at once. */
  readonly atOnce: number
  /** Returns a request with the members that its target requires (see `explicit-base.ts`). */
  readonly named: (request: RecordedRequest) => RecordedRequest
  readonly sent: SentRequests
  readonly learned: Learned
  readonly attempts: AttemptCounts
  readonly controls: Controls
  readonly onArrival: (id: string) => void
  readonly onFinish: () => void
}

/** The control requests of a run, which show whether the target serves others while it fails. */
export interface Controls {
  /** Returns the number of the next one. Their ids contain it, and no id may come twice in a run. */
  next(): number
  /** Sends one. What is under way for an operation answers all who ask meanwhile. */
  ask(operation: Endpoint, send: () => Promise<boolean | undefined>): Promise<boolean | undefined>
  /** Returns how many in a row were served until now. */
  servedInRow(operation: Endpoint): number
}

/** Counts the attempts of each case. */
export interface AttemptCounts {
  /** Returns the number of the next attempt, from 1. */
  next(caseId: string): number
  /** Takes back the last attempt, which was not sent. */
  undo(caseId: string): void
}

/** The work that a request leaves to a later phase. Most leave none. */
export interface Remainder {
  /** It was not sent. */
  readonly unsent?: Unsent
  /** It met trouble, and is to be sent again in the second pass. */
  readonly troubled?: Troubled
  /** It is valid and was rejected, and is to be minimised. */
  readonly rejected?: RejectedRequest
  /** It is a violation whose control request was rejected. It is to be built on an accepted request instead. */
  readonly uncontrolled?: Placed
  /** It is a violation that was put off, since enough of its family were accepted, or the budget did not allow it yet. */
  readonly deferred?: Placed
  /** An error of the suite itself, such as an exception in a probe. */
  readonly error?: { readonly id: string; readonly message: string }
}

/** A valid request that was rejected, by the id of its case. */
export interface RejectedRequest {
  readonly id: string
  readonly request: RecordedRequest
}

/** Returns what remains of one kind. */
export function remaining<K extends keyof Remainder>(
  remainders: readonly Remainder[],
  kind: K,
): readonly NonNullable<Remainder[K]>[] {
  return remainders.flatMap((one) => one[kind] ?? [])
}

/** Returns the cost that a gateway bills for a request that it accepts. */
export function costOf({ operations }: Run, request: RecordedRequest): Cost {
  const operation = operations.find((one) => one.matches(request))
  return operation?.cost(operation.read(request)) ?? { calls: 0, images: 0 }
}
