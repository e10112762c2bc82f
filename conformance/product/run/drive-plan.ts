import type { Exchange } from '../../core/model/exchange.ts'
import type { Observation } from '../../core/model/observation.ts'
import type { Case, Plan, PlanStream } from '../../core/model/plan.ts'
import type { Catalogue } from '../../core/model/suite.ts'
import { lengthOf } from '../../core/model/whole-body.ts'
import { type Driven, drive, type Round } from '../../engine/drive/drive.ts'
import type { DrivingJudge } from '../../engine/drive/driving-judge.ts'
import type { RunPhase } from '../../engine/drive/phase.ts'
import type { Spending } from '../../engine/drive/spending.ts'
import { observe, outcomeOf } from '../../engine/judge/index.ts'
import type { RunOptions } from '../config/run-options.ts'
import { exclusionBy, selectedOperations } from '../config/selection.ts'
import { violationsFor } from './plan/plan-for.ts'
import { type CostEstimate, mostScheduled } from './plan/promise.ts'
import type { FirstExchanges } from './preflight/preflight.ts'
import type { Session } from './session.ts'

/** Receives the progress of a run. */
export interface RunProgress {
  /** Called after each exchange. `done` may exceed `planned`, since replies can lead to more requests. */
  step(done: number, planned: number): void
  /** Shows the user a hint while the run begins. */
  note(text: string): void
  /** Called when a phase begins. */
  phase(phase: RunPhase): void
}

/** The inputs of a driven run. */
export interface DriveInputs {
  readonly session: Session
  readonly options: RunOptions
  readonly catalogue: Catalogue
  readonly progress: RunProgress
  readonly signal: AbortSignal
  /** True if requests that failed are sent again in smaller versions. */
  readonly shrink: boolean
  /** The worst-case cost that the user was shown. */
  readonly promised: CostEstimate
  readonly spending: Spending
}

/** The plain requests are given up if this many exchanges are there and none has a response. */
const mostUnanswered = 3

/** The hooks of a driven plan. */
export interface PlanHooks {
  /** Decides from the responses to the plain requests whether the run goes on (see `DriveOptions.afterPlain`). */
  readonly afterPlain: (first: FirstExchanges) => Promise<'go on' | 'halt' | readonly Case[]>
  /** Judges the responses to the plain requests, while further requests are sent. */
  readonly judgeFirst: (first: FirstExchanges) => Promise<void>
  readonly stream: PlanStream | undefined
  readonly rounds: AsyncGenerator<Round> | undefined
  /** Returns the number of requests that are planned so far. */
  readonly planned: () => number
}

/** Sends a plan and the rounds after it. The plain requests come first, and are judged if the run goes on after them. */
export async function drivePlan(plan: Plan, driving: DriveInputs, hooks: PlanHooks): Promise<Driven> {
  const { session, options, progress, signal, shrink } = driving
  const first = startFirst(driving)
  let isFirst = true
  return drive({
    ...common(driving),
    plan,
    stream: hooks.stream,
    signal: AbortSignal.any([signal, first.enough]),
    judge: {
      see: (exchange) => (isFirst ? first.see(exchange) : session.see(exchange)),
      failing: shrink ? newFailures(session, options) : () => [],
      unproven: () => unprovenResults(session, options),
      retry: (id, exchange) => session.judge.retry(exchange)(id),
    },
    send: session.send,
    afterPlain: async () => {
      const next = await hooks.afterPlain(first)
      if (next === 'go on') isFirst = false
      // Large bodies are judged first, so that only one at a time is in memory.
      if (next === 'go on' && first.large.size > 0) await hooks.judgeFirst(first)
      return next
    },
    meanwhile: async () => {
      if (first.large.size === 0) await hooks.judgeFirst(first)
    },
    ...(shrink ? {} : { shrinking: { perRequirement: 0, perRun: 0 } }),
    followUps: session.imageFetches.due,
    lastOfAll: session.imageFetches.again,
    rounds: hooks.rounds,
    onPhase: progress.phase,
    onProgress: ({ requests }) => progress.step(requests, hooks.planned()),
  })
}

/** Collects the exchanges of the plain requests, which are judged later. `enough` aborts if none has a response. */
function startFirst({ options, catalogue }: DriveInputs) {
  const exchanges: Exchange[] = []
  const large = new Set<string>()
  const enough = new AbortController()
  const see = (exchange: Exchange): Observation | undefined => {
    if (exchange.ended === 'cancelled') return undefined
    if (isLarge(exchange)) large.add(exchange.id)
    exchanges.push(withoutLargeBody(exchange))
    const isSilent = exchanges.length >= mostUnanswered && exchanges.every(({ response }) => response === null)
    // The plain requests of a shard may all belong to one broken operation. Others are tried after them.
    if (isSilent && options.shard === undefined) enough.abort()
    return observe(catalogue.operations, exchange)
  }
  return { exchanges, large, enough: enough.signal, see }
}

/** Returns a function that returns the failures of requirements that did not fail before its last call. */
function newFailures(session: Session, options: RunOptions): DrivingJudge['failing'] {
  const failed = new Set<string>()
  return () => {
    const fresh = failingResults(session, options).filter(({ requirement }) => !failed.has(requirement.id))
    for (const { requirement } of fresh) failed.add(requirement.id)
    return fresh
  }
}

/**
 * Drops large bodies, which would otherwise be held until all responses are there. Short ones suffice for a diagnosis.
 */
function withoutLargeBody(exchange: Exchange): Exchange {
  const { response } = exchange
  return response === null || !isLarge(exchange) ? exchange : { ...exchange, response: { ...response, chunks: [] } }
}

function isLarge({ response }: Exchange): boolean {
  return lengthOf(response?.chunks) > largeBody
}

const largeBody = 256 * 1024

/** Returns the bounds that apply to every part of a run. */
function common({ options, catalogue, signal, promised, spending }: DriveInputs) {
  const { concurrency, together, rate, maxSeconds, seed, profile, selection, requests: configured } = options
  const maxRequests = mostScheduled(promised, options)
  return {
    operations: catalogue.operations,
    context: { seed, profile, operations: selectedOperations(selection) },
    concurrency,
    together,
    signal,
    spending,
    violationsOn: violationsFor(options, catalogue),
    configured,
    rate,
    maxRequests,
    ...(maxSeconds === undefined ? {} : { maxTimeMs: maxSeconds * 1000 }),
  }
}

/** Returns the exchanges that would fail a requirement if their requests failed again. */
function unprovenResults({ judge }: Session, { selection, strict }: RunOptions): readonly string[] {
  const exclusion = exclusionBy(selection)
  return judge.conclude().flatMap(({ requirement, operation, unproven }) => {
    if (unproven === undefined || exclusion(requirement, operation) !== undefined) return []
    const outcome = outcomeOf('fail', requirement, strict)
    return outcome === 'fail' || outcome === 'warn' ? [unproven] : []
  })
}

/** Returns the failing results to send again: those that the report will show as a fail or a warning. */
export function failingResults(
  { judge }: Session,
  { selection, strict }: RunOptions,
): ReturnType<DrivingJudge['failing']> {
  const exclusion = exclusionBy(selection)
  return judge.conclude().flatMap(({ requirement, operation, verdict, findings, violatingExchanges }) => {
    const outcome = outcomeOf(verdict, requirement, strict)
    if ((outcome !== 'fail' && outcome !== 'warn') || exclusion(requirement, operation) !== undefined) return []
    const violating = violatingExchanges === undefined ? {} : { violating: violatingExchanges }
    return findings
      .filter(({ doubt }) => doubt !== true)
      .map(({ exchange }) => ({ requirement, exchange, ...violating }))
  })
}
