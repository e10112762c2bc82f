import type { Exchange, RecordedRequest, ResponseHead } from '../../core/model/exchange.ts'
import type { ResponseClass } from '../../core/model/observation.ts'
import type { Cost, Operation } from '../../core/model/operation.ts'
import type { Case, ProbeAnswer } from '../../core/model/plan.ts'
import type { Endpoint } from '../../core/model/vocabulary.ts'
import type { Intent, SentAs } from '../../core/model/why.ts'
import type { Expectation } from './billing-budget.ts'
import type { CircuitBreaker } from './circuit-breaker.ts'
import type { DrivingJudge } from './driving-judge.ts'
import type { Family } from './families.ts'
import type { Learned } from './learned.ts'
import type { Scheduler } from './scheduler.ts'
import type { SentRequests } from './sent-requests.ts'
import type { StopReason } from './shutdown.ts'
import type { Spending } from './spending.ts'

/** Sends one request and returns the exchange. Network trouble is part of the exchange, never an exception. */
export type Send = (request: RecordedRequest, as: SentAs, signal: AbortSignal) => Promise<Exchange>

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

/** The outcome of a request after all attempts. */
export type AttemptOutcome = Answered | { readonly stopReason: StopReason }

/** A request that was answered, or that met trouble. */
export interface Answered {
  /**
   * `null` if there was no response. The body is not kept: attempts wait for others, and all bodies would not fit in
   * memory.
   */
  readonly head: ResponseHead | null
  readonly ended: Exchange['ended']
  readonly responseClass: ResponseClass | undefined
  /** The contents of the response, if a later step reads them. */
  readonly read?: Pick<ProbeAnswer, 'json' | 'events'>
  /** True if it was rejected although the judge finds no violation in the request. */
  readonly isRejectedInVain: boolean
  /** True if a gateway may bill it. */
  readonly isBilled: boolean
  /**
   * True if the response is 402 although the same key was accepted before. It is taken for the target's answer only if
   * it comes again.
   */
  readonly asksToPay?: true
  /** True if the server error is final: waiting would not change it. */
  readonly isSettled: boolean
  /** Set if it is to be sent again in the second pass. */
  readonly troubled?: Troubled
}

export interface Sending {
  /** True if it continues a sequence, so that it goes ahead of others. */
  readonly isUrgent?: boolean
  /** The effect on the budget if it is accepted. */
  readonly expectation: Expectation
  /** Keeps the contents of a response of up to this many bytes for the steps that follow. By default none is kept. */
  readonly mostRead?: number
  /** Set for an experiment, which is not sent again in the second pass. */
  readonly isTrial?: true
  /** Set for a request that was sent before, and is sent again byte for byte. */
  readonly isAsBefore?: true
}

/** A request that met trouble on each attempt so far. */
export interface Troubled {
  readonly intent: Intent
  readonly request: RecordedRequest
  readonly sending: Sending
  /** True if it got an error that is a final answer. */
  readonly isSettled?: boolean
}
