import type { RecordedRequest } from '../../core/model/exchange.ts'
import type { Operation } from '../../core/model/operation.ts'
import type { Plan, ProbeContext } from '../../core/model/plan.ts'
import type { Language } from '../plan/schema/language.ts'
import { newCircuitBreaker } from './circuit-breaker.ts'
import type { Clock } from './clock.ts'
import { newControls } from './control-requests.ts'
import type { DrivingJudge } from './driving-judge.ts'
import { type Adjustments, adjusted } from './explicit-base.ts'
import { newLearned } from './learned.ts'
import type { AttemptCounts, Progress, Run, Send } from './run-types.ts'
import type { Bounds } from './scheduler.ts'
import { newSentRequests } from './sent-requests.ts'
import { newSpending, type Spending } from './spending.ts'

/** The options that every phase of a run needs. */
export interface PhaseOptions extends Partial<Bounds> {
  readonly plan: Plan
  /** All operations of the catalogue. They determine the cost of a request and how to minimise it. */
  readonly operations: readonly Operation[]
  readonly send: Send
  readonly judge: DrivingJudge
  /** The context of probes. Each probe gets its own seed, derived from this seed and the probe's id. */
  readonly context: ProbeContext
  /** The budgets of the run. By default billing has no limit. */
  readonly spending?: Spending
  readonly onProgress?: (progress: Progress) => void
}

/** Applies the adjustments of the target to requests, once they are known. */
export function newAdjusting(operations: readonly Operation[], language: Language) {
  let adjustments: Adjustments = new Map()
  return {
    use: (found: Adjustments) => {
      adjustments = found
    },
    named: (request: RecordedRequest): RecordedRequest => {
      const operation = adjustments.size === 0 ? undefined : operations.find((one) => one.matches(request))
      const adjustment = operation && adjustments.get(operation.id)
      return adjustment === undefined || operation === undefined
        ? request
        : adjusted(adjustment, request, operation, language)
    },
  }
}

/** Returns what the phases of a run share: what they send with, and what they find out. */
export function newRun(
  options: PhaseOptions & Bounds,
  scheduler: Run['scheduler'],
  named: Run['named'],
  clock: Clock,
): Run {
  const { plan, operations, send, judge, spending = newSpending(), onProgress } = options
  const planned = plan.cases.length + plan.probes.length
  let done = 0
  return {
    named,
    send,
    judge,
    scheduler,
    operations,
    spending,
    breaker: newCircuitBreaker(options.concurrency, clock),
    seed: options.context.seed,
    atOnce: options.concurrency,
    sent: newSentRequests(),
    learned: newLearned(operations),
    attempts: newAttemptCounts(),
    controls: newControls(),
    onArrival: (id) => onProgress?.({ done, planned, requests: scheduler.started, billed: spending.billing.spent, id }),
    onFinish: () => {
      done += 1
    },
  }
}

function newAttemptCounts(): AttemptCounts {
  const counts = new Map<string, number>()
  const change = (caseId: string, by: number): number => {
    const count = (counts.get(caseId) ?? 0) + by
    counts.set(caseId, count)
    return count
  }
  return { next: (caseId) => change(caseId, 1), undo: (caseId) => void change(caseId, -1) }
}
