import type { Credential } from '../../model/credential.ts'
import type { Exchange, RecordedRequest } from '../../model/exchange.ts'
import type { Reception } from '../../model/observation.ts'
import type { Cost, Operation, RequestValue } from '../../model/operation.ts'
import type { Requirement } from '../../model/requirement.ts'
import type { Verdict } from '../../model/vocabulary.ts'
import type { Breaker } from './breaker.ts'
import type { Purse } from './purse.ts'
import type { Cut, Gate } from './schedule.ts'

/** Sends one request and reports how it went. Network trouble is part of the exchange, never an exception. */
export type Send = (request: RecordedRequest, id: string, signal: AbortSignal) => Promise<Exchange>

/** What a judge says at once of an exchange: how the target took the request, and what the request was. */
export interface Seen {
  readonly reception?: Reception
  readonly operation?: Operation
  readonly request?: {
    readonly value: RequestValue
    readonly violations?: readonly unknown[]
    readonly credential?: Credential
  }
}

/** What driving a run needs of a judge. */
export interface DrivingJudge {
  /** Judges an exchange; what comes back says how the target took the request. */
  see(exchange: Exchange): Seen | undefined
  /** The requirements that fail so far, each with an exchange that shows it. */
  failing(): readonly { readonly requirement: Requirement; readonly exchange: string }[]
  /** The verdict that one requirement would reach by this exchange alone. */
  retry(requirementId: string, exchange: Exchange): Verdict
}

/** Something the plan held that was not sent, and what cut it off. */
export interface Unsent {
  readonly id: string
  readonly cut: Cut
}

/** How far a run has come. */
export interface Progress {
  /** Cases and probes that are finished, one way or the other. */
  readonly done: number
  readonly planned: number
  readonly requests: number
  readonly billed: Cost
  /** The exchange that has just come in. */
  readonly id: string
}

/** Everything that the parts of a driver share in one run. */
export interface Run {
  readonly send: Send
  readonly judge: DrivingJudge
  readonly gate: Gate
  readonly purse: Purse
  readonly breaker: Breaker
  /** What pauses are drawn from. */
  readonly seed: number
  readonly operations: readonly Operation[]
  /** Every request sent, by the exchange's id. */
  readonly sent: Map<string, RecordedRequest>
  readonly unsent: Unsent[]
  /** Valid requests that were not served and divide no further. */
  readonly refused: { readonly id: string; readonly request: RecordedRequest }[]
  /** The operations that accepted some request. */
  readonly accepted: Set<string>
  /** Errors of our own: a probe that broke down. */
  readonly errors: { readonly id: string; readonly message: string }[]
  /** What accepted requests came to. */
  readonly billed: { calls: number; images: number }
  readonly onArrival: (id: string) => void
}

/** What a gateway bills for a request when it accepts it. */
export function costOf({ operations }: Run, request: RecordedRequest): Cost {
  const operation = operations.find((one) => one.matches(request))
  return operation?.cost(operation.read(request)) ?? { calls: 0, images: 0 }
}
