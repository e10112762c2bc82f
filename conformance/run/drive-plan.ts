import type { RunOptions } from '../config/run-options.ts'
import { exclusionBy, selectedOperations } from '../config/selection.ts'
import { observe, outcomeOf } from '../judge/index.ts'
import type { Exchange } from '../model/exchange.ts'
import type { Observation } from '../model/observation.ts'
import type { Plan, PlanStream } from '../model/plan.ts'
import type { Catalogue } from '../model/suite.ts'
import { lengthOf } from '../model/whole-body.ts'
import { plainCases } from '../plan/plain-cases.ts'
import { type Driven, drive } from './drive/drive.ts'
import type { DrivingJudge } from './drive/driver.ts'
import type { StopReason } from './drive/shutdown.ts'
import type { Spending } from './drive/spending.ts'
import type { RunPhase } from './phase.ts'
import { violationsFor } from './plan/plan-for.ts'
import { type CostEstimate, mostScheduled } from './plan/promise.ts'
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

/** The outcome of the first requests, which are not judged yet. */
export interface Preflight {
  /** In the order of arrival. Large bodies are left out here, but the evidence has them. */
  readonly exchanges: readonly Exchange[]
  /** The ids of the exchanges that had a large body. */
  readonly large: ReadonlySet<string>
  readonly driven: Driven
  readonly tookMs: number
}

/** The preflight ends if this many exchanges are there and none has a response. */
const mostUnanswered = 3

/** Sends only the plain requests. They are part of the run: they are judged later and not sent again. */
export function drivePreflight(plan: Plan, driving: DriveInputs): Promise<Preflight> {
  return firstOf(plan, common(driving), driving)
}

/** Sends the plain requests of another plan too, within what is left of the budgets. */
export async function alsoDrive(other: Plan, spent: Preflight, driving: DriveInputs): Promise<Preflight> {
  const { exchanges, large, driven, tookMs } = await firstOf(other, boundsAfter(spent, driving), driving)
  return {
    exchanges: [...spent.exchanges, ...exchanges],
    large: new Set([...spent.large, ...large]),
    driven: together(spent.driven, driven),
    tookMs: spent.tookMs + tookMs,
  }
}

/** Adds up two parts of a preflight. Requests that the second part did not send are not reported as unsent. */
function together(one: Driven, other: Driven): Driven {
  const billed = { calls: one.billed.calls + other.billed.calls, images: one.billed.images + other.billed.images }
  const errors = [...one.errors, ...other.errors]
  const adjustments = new Map([...one.adjustments, ...other.adjustments])
  return {
    ...one,
    ...other,
    adjustments,
    requests: one.requests + other.requests,
    billed,
    errors,
    unsent: one.unsent,
  }
}

async function firstOf(plan: Plan, bounds: ReturnType<typeof common>, driving: DriveInputs): Promise<Preflight> {
  const { session, catalogue, signal } = driving
  const exchanges: Exchange[] = []
  const large = new Set<string>()
  const enough = new AbortController()
  const see = (exchange: Exchange): Observation | undefined => {
    if (exchange.ended === 'cancelled') return undefined
    if (isLarge(exchange)) large.add(exchange.id)
    exchanges.push(withoutLargeBody(exchange))
    if (exchanges.length >= mostUnanswered && exchanges.every(({ response }) => response === null)) enough.abort()
    const seen = observe(catalogue.operations, exchange)
    if (seen !== undefined) session.imageFetches.note(seen)
    return seen
  }
  const start = performance.now()
  const cases = plainCases(plan)
  const driven = await drive({
    ...bounds,
    plan: { ...plan, cases, probes: [], pull: undefined },
    judge: { see, failing: () => [], retry: () => 'untested' },
    send: session.send,
    followUps: session.imageFetches.due,
    signal: AbortSignal.any([signal, enough.signal]),
  })
  return { exchanges, large, driven, tookMs: performance.now() - start }
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

/** Sends the rest of the plan and judges each exchange as it arrives, within what the preflight left of the budgets. */
export async function driveRest(
  plan: Plan,
  spent: Preflight,
  driving: DriveInputs,
  stream: PlanStream | undefined,
  meanwhile?: () => Promise<void>,
): Promise<Driven> {
  const { givenUp } = spent.driven
  if (givenUp !== undefined) {
    await meanwhile?.()
    return { ...notSent(plan, givenUp), givenUp }
  }
  const { session, options, progress } = driving
  const bounds = common(driving)
  const { requests } = spent.driven
  const sent = new Set(plainCases(plan))
  return drive({
    ...boundsAfter(spent, driving),
    plan: { ...plan, cases: plan.cases.filter((planned) => !sent.has(planned)) },
    stream,
    adjustments: spent.driven.adjustments,
    judge: {
      see: session.see,
      failing: () => (driving.shrink ? failing(session, options) : []),
      retry: (id, exchange) => session.judge.retry(exchange)(id),
    },
    send: session.send,
    meanwhile,
    ...(driving.shrink ? {} : { shrinking: { perRequirement: 0, perRun: 0 } }),
    followUps: session.imageFetches.due,
    onPhase: progress.phase,
    earlier: spent.exchanges.map(({ id, request, why }) => [id, { request, why }] as const),
    onProgress: (state) =>
      progress.step(requests + state.requests, Math.min(plan.requests, bounds.maxRequests ?? plan.requests)),
  })
}

/** Returns the budgets that the first requests left. */
function boundsAfter({ driven, tookMs }: Preflight, driving: DriveInputs): ReturnType<typeof common> {
  const { requests, nextStart: notBefore } = driven
  const bounds = common(driving)
  const { maxRequests, maxTimeMs } = bounds
  return {
    ...{ ...bounds, notBefore },
    ...(maxRequests === undefined ? {} : { maxRequests: Math.max(0, maxRequests - requests) }),
    ...(maxTimeMs === undefined ? {} : { maxTimeMs: Math.max(0, maxTimeMs - tookMs) }),
  }
}

/** Returns the outcome of a plan whose preflight showed that further requests are pointless. */
export function notSent(plan: Plan, stopReason: StopReason): Driven {
  const sent = new Set(plainCases(plan))
  const rest = [...plan.cases.filter((planned) => !sent.has(planned)), ...plan.probes]
  const isLast = plan.pull === undefined ? {} : ({ isLast: true } as const)
  const unsent = rest.map(({ id }) => ({ id, stopReason, ...isLast }))
  return {
    requests: 0,
    billed: { calls: 0, images: 0 },
    unsent,
    shrunk: [],
    errors: [],
    nextStart: 0,
    adjustments: new Map(),
  }
}

/** Returns the bounds that apply to every part of a run. */
export function common({ options, catalogue, signal, promised, spending }: DriveInputs) {
  const { concurrency, rate, maxSeconds, seed, profile, selection, requests: configured } = options
  const maxRequests = mostScheduled(promised, options)
  return {
    operations: catalogue.operations,
    context: { seed, profile, operations: selectedOperations(selection) },
    concurrency,
    signal,
    spending,
    violationsOn: violationsFor(options, catalogue),
    configured,
    rate,
    maxRequests,
    ...(maxSeconds === undefined ? {} : { maxTimeMs: maxSeconds * 1000 }),
  }
}

/** Returns the failing results to send again: those that the report will show as a fail or a warning. */
export function failing({ judge }: Session, { selection, strict }: RunOptions): ReturnType<DrivingJudge['failing']> {
  const exclusion = exclusionBy(selection)
  return judge.conclude().flatMap(({ requirement, operation, verdict, findings, violatingExchanges }) => {
    const outcome = outcomeOf(verdict, requirement.level, strict)
    if ((outcome !== 'fail' && outcome !== 'warn') || exclusion(requirement, operation) !== undefined) return []
    const violating = violatingExchanges === undefined ? {} : { violating: violatingExchanges }
    return findings
      .filter(({ doubt }) => doubt !== true)
      .map(({ exchange }) => ({ requirement, exchange, ...violating }))
  })
}
