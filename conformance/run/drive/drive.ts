import type { RecordedRequest } from '../../model/exchange.ts'
import type { Cost, Operation } from '../../model/operation.ts'
import type { Case, Plan, PlanStream, Probe, ProbeContext } from '../../model/plan.ts'
import { totalOf } from '../../plan/budget.ts'
import { plainCases } from '../../plan/plain-cases.ts'
import { documentLanguage, type Language } from '../../plan/schema/language.ts'
import { seedFor } from '../../plan/values/seed.ts'
import type { RunPhase } from '../phase.ts'
import type { UnansweredSpan } from './circuit-breaker.ts'
import { newCircuitBreaker } from './circuit-breaker.ts'
import { type Clock, machineClock } from './clock.ts'
import { findRefusing } from './control-requests.ts'
import { cutOff, type DrivingJudge, type Progress, type Run, type Send, type Unsent } from './driver.ts'
import { type Adjustments, adjusted, type ConfiguredMembers, findAdjustments } from './explicit-base.ts'
import { minimiseRejections } from './minimise-rejections.ts'
import { sendOnAccepted, type ViolationsOn } from './on-accepted.ts'
import { proveFailures } from './proofs.ts'
import { type Bounds, newScheduler, type Scheduler } from './scheduler.ts'
import { secondPass } from './second-pass.ts'
import { type FollowUp, inTurn, repeatsLast, sendCase, sendDeferred, sendFollowUps, sendPlain } from './send-case.ts'
import { sendProbe } from './send-probe.ts'
import { type ShrinkBudget, type Shrunk, shrinkAll, usualShrinking } from './shrink.ts'
import type { StopReason } from './shutdown.ts'
import { isViolation, newSpending, type Spending } from './spending.ts'

/** The options of a run that `drive` sends. */
export interface DriveOptions extends Partial<Bounds> {
  readonly plan: Plan
  /** The requests of the plan that are not drawn yet; by default those of its `pull`. */
  readonly stream?: PlanStream | undefined
  /** All operations of the catalogue. They determine the cost of a request and how to minimise it. */
  readonly operations: readonly Operation[]
  readonly send: Send
  readonly judge: DrivingJudge
  /** The context of probes. Each probe gets its own seed, derived from this seed and the probe's id. */
  readonly context: ProbeContext
  /** The budgets of the run. By default billing has no limit. */
  readonly spending?: Spending
  /** Defaults to 60 requests for each failing requirement and 200 in all. */
  readonly shrinking?: Partial<ShrinkBudget>
  /** Adjustments that are known. Without them, the plain requests are sent first to find them. */
  readonly adjustments?: Adjustments
  /** Members that the target requires, from the configuration; by default none. */
  readonly configured?: ConfiguredMembers
  /**
   * Called when the plain requests are answered. Returns whether to go on, or further plain requests to send before it
   * is called again.
   */
  readonly afterPlain?: () => Promise<'go on' | 'halt' | readonly Case[]>
  /**
   * Makes violations in requests that the target accepted. They replace violations whose control requests it rejected.
   */
  readonly violationsOn?: ViolationsOn
  /**
   * Work to do while requests are sent, such as judging earlier exchanges. It ends before follow-ups and minimising
   * start.
   */
  readonly meanwhile?: () => Promise<void>
  /** Returns the requests that replies lead to, such as images that they name. Called after the plan and each round. */
  readonly followUps?: () => readonly FollowUp[]
  /** Returns the requests that are sent last. */
  readonly lastOfAll?: () => readonly FollowUp[]
  /** Requests beyond the plan, in rounds. Each is settled before the next one begins. */
  readonly rounds?: AsyncGenerator<Round> | undefined
  readonly onProgress?: (progress: Progress) => void
  /** Called when a phase after the plan begins. */
  readonly onPhase?: (phase: RunPhase) => void
  readonly language?: Language
  readonly clock?: Clock
}

/** Requests that are sent together after the plan. */
export interface Round {
  readonly cases: readonly Case[]
  readonly probes: readonly Probe[]
}

/** The outcome of driving a run. The exchanges themselves went to the judge, and to wherever `send` stores them. */
export interface Driven {
  readonly requests: number
  readonly billed: Cost
  /** Cases and probes that a limit cut off. A probe may be sent in part. */
  readonly unsent: readonly Unsent[]
  /** The number of requests that failed, and were not sent again often enough to count (interpretation G18). */
  readonly unproven: number
  readonly shrunk: readonly Shrunk[]
  /** Errors of the suite itself. */
  readonly errors: readonly { readonly id: string; readonly message: string }[]
  readonly adjustments: Adjustments
  /** Set if the rounds ended early: the requests of theirs that were sent, and the reason. */
  readonly roundsEnd?: { readonly sent: number; readonly stopReason: StopReason }
  /** Set if the target's behaviour ended the run early. */
  readonly givenUp?: StopReason
  /** The exchanges around which the target stopped answering, if that ended the run. */
  readonly silence?: UnansweredSpan
  /**
   * Set if the target asked to wait and this ended the run, or if it served nothing. `askedMs` is the wait it asked
   * for, if it gave one. `isInVain` is set if no limit ended the run: every request had all its attempts.
   */
  readonly waiting?: { readonly askedMs?: number; readonly isInVain?: true }
}

/**
 * Sends the plain requests, the rest of the plan, and the rounds after it. After the plan and after each round it
 * minimises valid requests that were rejected and requests that fail.
 */
export async function drive(options: DriveOptions): Promise<Driven> {
  const { plan, language = documentLanguage, clock = machineClock } = options
  const bounds = { concurrency: usualConcurrency, ...options }
  const scheduler = newScheduler(bounds, clock)
  const run = newRun(bounds, scheduler, language, clock)
  const before = run.spending.billing.spent
  const plain = options.adjustments === undefined ? plainCases(plan) : []
  const rest = { ...plan, cases: plan.cases.filter((planned) => !plain.includes(planned)) }
  try {
    const { adjustments, isHalted } = await sendPlainRequests(run, plain, options, language)
    run.buildOn(adjustments)
    if (isHalted) run.unsent.push(...haltedCases(rest))
    else await sendRest(run, rest, options)
    const shrunk = isHalted ? [] : [...(await settle(run, options, language))]
    const rounds = isHalted ? undefined : await sendRounds(run, options, language)
    shrunk.push(...(rounds?.shrunk ?? []))
    await sendFollowUps(run, options.lastOfAll?.() ?? [])
    const { unsent, errors } = run
    const { spent } = run.spending.billing
    const billed = { calls: spent.calls - before.calls, images: spent.images - before.images }
    return {
      requests: scheduler.started,
      billed,
      unsent: inOrder(unsent),
      unproven: run.unproven,
      shrunk,
      errors,
      adjustments,
      ...(rounds?.end === undefined ? {} : { roundsEnd: rounds.end }),
      ...givenUp(scheduler.stopped, run.breaker.silence),
      ...(run.spending.settled.all.length > 0 ? {} : waiting(scheduler)),
    }
  } finally {
    scheduler.end()
  }
}

/** Sends the plain requests, and finds the adjustments that they need to be accepted. */
async function sendPlainRequests(
  run: DrivenRun,
  plain: readonly Case[],
  options: DriveOptions,
  language: Language,
): Promise<{ readonly adjustments: Adjustments; readonly isHalted: boolean }> {
  const { configured = new Map(), afterPlain } = options
  const send = (planned: Case) => sendPlain(run, planned).finally(run.onFinish)
  let adjustments = options.adjustments ?? new Map()
  for (let cases = plain; ; ) {
    adjustments = new Map([...adjustments, ...(await findAdjustments(run, cases, { language, configured }, send))])
    await secondPass(run)
    const next = (await afterPlain?.()) ?? 'go on'
    // Requests that only show whether the target is there are not part of the plan.
    if (cases !== plain) dropUnsent(run, cases)
    if (typeof next === 'string') return { adjustments, isHalted: next === 'halt' }
    cases = next
  }
}

function dropUnsent({ unsent }: Run, cases: readonly Case[]): void {
  const kept = unsent.filter(({ id }) => !cases.some((one) => one.id === id))
  unsent.splice(0, unsent.length, ...kept)
}

/** Returns what is left of a plan that is not sent, because that would be pointless. */
function haltedCases({ cases, probes, pull }: Plan): readonly Unsent[] {
  const isLast = pull === undefined ? {} : ({ isLast: true } as const)
  return [...cases, ...probes].map(({ id }) => ({ id, stopReason: 'aborted', ...isLast }))
}

/** Sends a plan without its plain requests. Violations are built on accepted requests, so valid requests come first. */
async function sendRest(run: DrivenRun, plan: Plan, options: DriveOptions): Promise<void> {
  const { stream = plan.pull?.() } = options
  const rest = repeatsLast(run, plan.cases)
  const sendAll = (cases: readonly Case[], drawn?: AsyncIterable<Case>) =>
    inTurn(untilStopped(run, cases, drawn), run.atOnce, (planned, at) => sendCase(run, planned, at).then(run.onFinish))
  await Promise.all([
    run.spending.billing.apart(async () => {
      const valid = rest.filter((planned) => !isViolation(planned))
      await sendAll(valid, stream?.valid())
      await sendAll(rest.filter(isViolation), stream?.violations())
    }),
    sendProbes(run, plan.probes, options),
    options.meanwhile?.(),
  ])
}

function sendProbes(run: DrivenRun, probes: readonly Probe[], { context }: DriveOptions): Promise<void> {
  const toProbe = (probe: Probe) => ({ ...context, seed: seedFor(context.seed, probe.id) })
  return inTurn(probes, probesAtOnce, (probe) => sendProbe(run, probe, toProbe(probe)).then(run.onFinish))
}

/**
 * Decides what is open after requests were sent: sends those in trouble again, minimises valid requests that were
 * rejected, sends the violations that were put off and the requests that replies lead to, and minimises failures.
 */
async function settle(run: DrivenRun, options: DriveOptions, language: Language): Promise<readonly Shrunk[]> {
  run.spending.families.settle()
  await secondPass(run)
  const refusing = await findRefusing(run)
  for (const [id, request] of run.rejected)
    if (refusing.some(({ matches }) => matches(request))) run.rejected.delete(id)
  if (run.rejected.size > 0) options.onPhase?.('minimising')
  await minimiseRejections(run, language)
  await sendOnAccepted(run, options.violationsOn)
  await sendDeferred(run, run.atOnce)
  await secondPass(run)
  await sendFollowUps(run, options.followUps?.() ?? [])
  run.unproven = await proveFailures(run)
  const shrinking = { ...usualShrinking, ...options.shrinking }
  const shrunk = await shrinkAll(run, language, shrinking, () => options.onPhase?.('minimising'))
  await findRefusing(run)
  run.rejected.clear()
  run.denied.clear()
  return shrunk
}

/** Sends the rounds after the plan, until a limit ends them. */
async function sendRounds(run: DrivenRun, options: DriveOptions, language: Language) {
  const { rounds } = options
  if (rounds === undefined) return undefined
  const shrunk: Shrunk[] = []
  const stopReason = () => run.scheduler.stopped ?? run.unsent[0]?.stopReason
  let sent = 0
  for (let next: IteratorResult<Round>; stopReason() === undefined; ) {
    next = await rounds.next()
    if (next.done === true) break
    const { cases, probes } = next.value
    const before = run.unsent.length
    await sendRest(run, { ...noPlan, cases, probes }, { ...options, stream: undefined, meanwhile: undefined })
    shrunk.push(...(await settle(run, options, language)))
    sent += totalOf(cases, probes).requests - (run.unsent.length - before)
  }
  const reason = stopReason()
  return { shrunk, end: reason === undefined ? undefined : { sent, stopReason: reason } }
}

const noPlan: Plan = { cases: [], probes: [], aims: new Set(), requests: 0, cost: { calls: 0, images: 0 } }

/** Yields cases, and then those that are drawn. Draws no more when the run has stopped. */
async function* untilStopped(
  { scheduler, unsent }: Run,
  cases: readonly Case[],
  drawn: AsyncIterable<Case> | undefined,
): AsyncGenerator<Case> {
  yield* cases
  if (drawn === undefined) return
  for await (const planned of drawn) {
    const { stopped } = scheduler
    if (stopped === undefined) yield planned
    else return void unsent.push({ ...cutOff(planned, stopped), isLast: true })
  }
}

function givenUp(closed: StopReason | undefined, silence: UnansweredSpan): Pick<Driven, 'givenUp' | 'silence'> {
  if (closed === 'overloaded') return { givenUp: closed }
  return closed === 'wedged' || closed === 'gone' ? { givenUp: closed, silence } : {}
}

/**
 * Reports a wait only if it ended the run, or if nothing was served. A single request that waits at the end of a
 * successful run does not matter.
 */
function waiting({ stopped, pauses: { asked, rounds, hasServed } }: Scheduler): Pick<Driven, 'waiting'> {
  const isEndedByIt = stopped === 'overloaded' || stopped === 'max-time' || (stopped === undefined && !hasServed)
  if (rounds === 0 || !isEndedByIt) return {}
  return {
    waiting: {
      ...(asked === undefined ? {} : { askedMs: asked }),
      ...(stopped === undefined ? { isInVain: true } : {}),
    },
  }
}

const usualConcurrency = 4

/**
 * The most probes at work at once, since some hold megabytes while they wait. They start together with the first cases:
 * the steps of a probe run one by one, so probes that start last would prolong the run.
 */
const probesAtOnce = 4

/** A run, with members that only `drive` uses. */
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
    sent: new Map(),
    unsent: [],
    rejected: new Map(),
    attempts: new Map(),
    denied: new Map(),
    unproven: 0,
    troubled: [],
    uncontrolled: [],
    controls: new Map(),
    known: {},
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
