import type { RecordedRequest } from '../../model/exchange.ts'
import type { Cost, Operation } from '../../model/operation.ts'
import type { Case, Plan, Probe, ProbeContext } from '../../model/plan.ts'
import { plainCases } from '../../plan/plain-cases.ts'
import { documentLanguage, type Language } from '../../plan/schema/language.ts'
import { seedFor } from '../../plan/values/seed.ts'
import type { RunPhase } from '../phase.ts'
import type { Silence } from './circuit-breaker.ts'
import { newCircuitBreaker } from './circuit-breaker.ts'
import { type Clock, machineClock } from './clock.ts'
import type { DrivingJudge, Progress, Run, Send, SentRequest, Unsent } from './driver.ts'
import { type Adjustments, adjusted, type ConfiguredMembers, findAdjustments } from './explicit-base.ts'
import { minimiseRejections } from './minimise-rejections.ts'
import { sendOnAccepted, type ViolationsOn } from './on-accepted.ts'
import { type Bounds, newScheduler, type Scheduler } from './scheduler.ts'
import { secondPass } from './second-pass.ts'
import { type FollowUp, inTurn, repeatsLast, sendCase, sendDeferred, sendFollowUps, sendPlain } from './send-case.ts'
import { sendProbe } from './send-probe.ts'
import { type ShrinkBudget, type Shrunk, shrinkAll, usualShrinking } from './shrink.ts'
import type { StopReason } from './shutdown.ts'
import { isViolation, newSpending, type Spending } from './spending.ts'

/** A run to be driven. */
export interface DriveOptions extends Partial<Bounds> {
  readonly plan: Plan
  /** All operations of the catalogue: they say what a request costs and how it is made smaller. */
  readonly operations: readonly Operation[]
  readonly send: Send
  readonly judge: DrivingJudge
  /** The context of probes. Their seed is drawn from this one and their id. */
  readonly context: ProbeContext
  /** The budgets of all parts of a run together; by default billing has no limit. */
  readonly spending?: Spending
  /** By default 60 requests for each failing requirement and 200 in all. */
  readonly shrinking?: Partial<ShrinkBudget>
  /** The adjustments that an earlier drive found out; without them the plain requests find them out first. */
  readonly adjustments?: Adjustments
  /** Members that the target needs, as the configuration says; by default none. */
  readonly configured?: ConfiguredMembers
  /**
   * Requests that were sent before, by exchange, such as a preflight's: they may be sent again and made smaller too.
   */
  readonly earlier?: Iterable<readonly [id: string, sent: SentRequest]>
  /** Makes violations for requests that the target accepted, in place of those whose control requests it rejected. */
  readonly violationsOn?: ViolationsOn
  /**
   * Work to do beside sending, such as judging earlier exchanges. It ends before anything is followed up or minimised.
   */
  readonly meanwhile?: () => Promise<void>
  /**
   * Returns the requests that replies lead to, such as images that they name. Called once everything planned was sent.
   */
  readonly followUps?: () => readonly FollowUp[]
  readonly onProgress?: (progress: Progress) => void
  /** Told what begins once everything planned was sent. */
  readonly onPhase?: (phase: RunPhase) => void
  readonly language?: Language
  readonly clock?: Clock
}

/** The outcome of driving a run. The exchanges themselves went to the judge, and to where `send` keeps them. */
export interface Driven {
  readonly requests: number
  readonly billed: Cost
  /** Cases and probes that bounds cut off, wholly or, for a probe, in part. */
  readonly unsent: readonly Unsent[]
  readonly shrunk: readonly Shrunk[]
  /** Errors of our own. */
  readonly errors: readonly { readonly id: string; readonly message: string }[]
  readonly adjustments: Adjustments
  /** When the rate allows the next start, on the clock. */
  readonly nextStart: number
  /** Set when the run was ended early by what the target did. */
  readonly givenUp?: StopReason
  /** The place where the target fell silent, if that ended the run. */
  readonly silence?: Silence
  /** Set when the run ended, or nothing was served, because the target asked to wait: so long, where it said. */
  readonly waiting?: { readonly askedMs?: number }
}

/** Sends what a plan holds, then minimises valid requests that were rejected and requests that fail. */
export async function drive(options: DriveOptions): Promise<Driven> {
  const { plan, context, configured = new Map(), language = documentLanguage, clock = machineClock } = options
  const bounds = { concurrency: usualConcurrency, ...options }
  const scheduler = newScheduler(bounds, clock)
  const run = newRun(bounds, scheduler, language, clock)
  const before = run.spending.billing.spent
  try {
    const finished = (work: Promise<void>) => work.then(run.onFinish)
    const plain = options.adjustments === undefined ? plainCases(plan) : []
    const first = (planned: Case) => sendPlain(run, planned).finally(run.onFinish)
    const adjustments = options.adjustments ?? (await findAdjustments(run, plain, { language, configured }, first))
    run.buildOn(adjustments)
    const rest = repeatsLast(
      run,
      plan.cases.filter((planned) => !plain.includes(planned)),
    )
    const toProbe = (probe: Probe) => ({ ...context, seed: seedFor(context.seed, probe.id) })
    const sendAll = (cases: readonly Case[]) =>
      inTurn(cases, run.atOnce, (planned, at) => finished(sendCase(run, planned, at)))
    await Promise.all([
      run.spending.billing.apart(async () => {
        // Violations are built on requests that were accepted, so it is known by then which ones were.
        await sendAll(rest.filter((planned) => !isViolation(planned)))
        await sendAll(rest.filter(isViolation))
      }),
      inTurn(plan.probes, probesAtOnce, (probe) => finished(sendProbe(run, probe, toProbe(probe)))),
      options.meanwhile?.(),
    ])
    run.spending.families.settle()
    await secondPass(run)
    if (run.rejected.size > 0) options.onPhase?.('minimising')
    await minimiseRejections(run, language)
    await sendOnAccepted(run, options.violationsOn)
    await sendDeferred(run, run.atOnce)
    await secondPass(run)
    await sendFollowUps(run, options.followUps?.() ?? [])
    const shrinking = { ...usualShrinking, ...options.shrinking }
    const shrunk = await shrinkAll(run, language, shrinking, () => options.onPhase?.('minimising'))
    const { unsent, errors } = run
    const { spent } = run.spending.billing
    const billed = { calls: spent.calls - before.calls, images: spent.images - before.images }
    return {
      requests: scheduler.started,
      billed,
      unsent: inOrder(unsent),
      shrunk,
      errors,
      adjustments,
      nextStart: scheduler.nextStart,
      ...givenUp(scheduler.stopped, run.breaker.silence),
      ...(run.spending.settled.all.length > 0 ? {} : waiting(scheduler)),
    }
  } finally {
    scheduler.end()
  }
}

function givenUp(closed: StopReason | undefined, silence: Silence): Pick<Driven, 'givenUp' | 'silence'> {
  if (closed === 'overloaded') return { givenUp: closed }
  return closed === 'wedged' || closed === 'gone' ? { givenUp: closed, silence } : {}
}

/** One request that is to wait at the end of a run that was served is no matter; it is where the wait ended the run. */
function waiting({ stopped, pauses: { asked, rounds, hasServed } }: Scheduler): Pick<Driven, 'waiting'> {
  const isEndedByIt = stopped === 'overloaded' || stopped === 'max-time' || (stopped === undefined && !hasServed)
  if (rounds === 0 || !isEndedByIt) return {}
  return { waiting: asked === undefined ? {} : { askedMs: asked } }
}

const usualConcurrency = 4

/**
 * Probes at work at the same time: some hold megabytes while they wait for their turn. They begin with the first case,
 * for their steps follow each other, and what is left for the end of a run goes one by one.
 */
const probesAtOnce = 4

/** A run, and what only its driver may do with it. */
interface DrivenRun extends Run {
  readonly onFinish: () => void
  readonly buildOn: (found: Adjustments) => void
}

function newRun(
  options: DriveOptions & Bounds,
  scheduler: Run['scheduler'],
  language: Language,
  clock: Clock,
): DrivenRun {
  const { plan, operations, send, judge, spending = newSpending(), onProgress } = options
  const planned = plan.cases.length + plan.probes.length
  let done = 0
  let adjustments: Adjustments = new Map()
  const named = (request: RecordedRequest): RecordedRequest => {
    const operation = adjustments.size === 0 ? undefined : operations.find((one) => one.matches(request))
    const adjustment = operation && adjustments.get(operation.id)
    return adjustment === undefined || operation === undefined
      ? request
      : adjusted(adjustment, request, operation, language)
  }
  return {
    named,
    buildOn: (found) => {
      adjustments = found
    },
    send,
    judge,
    scheduler,
    operations,
    spending,
    breaker: newCircuitBreaker(options.concurrency, clock),
    seed: options.context.seed,
    sent: new Map(options.earlier),
    unsent: [],
    rejected: new Map(),
    attempts: new Map(),
    troubled: [],
    uncontrolled: [],
    controls: new Map(),
    known: {},
    asked: { count: 0 },
    errors: [],
    atOnce: options.concurrency,
    deferred: [],
    onArrival: (id) => onProgress?.({ done, planned, requests: scheduler.started, billed: spending.billing.spent, id }),
    onFinish: () => {
      done += 1
    },
  }
}

function inOrder(unsent: readonly Unsent[]): readonly Unsent[] {
  return [...unsent].sort((one, other) => (one.id < other.id ? -1 : 1))
}
