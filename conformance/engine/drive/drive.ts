import type { Cost } from '../../core/model/operation.ts'
import type { Case, Plan, PlanStream, Probe } from '../../core/model/plan.ts'
import type { Why } from '../../core/model/why.ts'
import { totalOf } from '../plan/budget.ts'
import { plainCases } from '../plan/plain-cases.ts'
import { documentLanguage, type Language } from '../plan/schema/language.ts'
import { seedFor } from '../plan/values/seed.ts'
import type { UnansweredSpan } from './circuit-breaker.ts'
import { type Clock, machineClock } from './clock.ts'
import { findRefusing } from './control-requests.ts'
import { type Adjustments, type ConfiguredMembers, findAdjustments } from './explicit-base.ts'
import { isViolation } from './families.ts'
import { inTurn } from './in-turn.ts'
import { minimiseRejections } from './minimise-rejections.ts'
import { newAdjusting, newRun, type PhaseOptions } from './new-run.ts'
import { sendOnAccepted, type ViolationsOn } from './on-accepted.ts'
import type { RunPhase } from './phase.ts'
import { costOfProofs, proveFailures, repeatConnections } from './proofs.ts'
import { cutOff, remaining } from './remainder.ts'
import type { RejectedRequest, Remainder, Run, Send, Unsent } from './run-types.ts'
import { newScheduler, type Scheduler } from './scheduler.ts'
import { secondPass } from './second-pass.ts'
import { type FollowUp, sendFollowUps, sendValid } from './send-case.ts'
import { sendProbe } from './send-probe.ts'
import type { SettledError } from './settled-errors.ts'
import { type ShrinkBudget, type Shrunk, shrinkAll, usualShrinking } from './shrink.ts'
import type { StopReason } from './shutdown.ts'
import { newViolations, type Violations } from './violations.ts'

/** The options of a run that `drive` sends. */
export interface DriveOptions extends PhaseOptions {
  /** The requests of the plan that are not drawn yet; by default those of its `pull`. */
  readonly stream?: PlanStream | undefined
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
  readonly lastOfAll?: () => readonly FollowUp[]
  /** Requests beyond the plan, in rounds. Each is settled before the next one begins. */
  readonly rounds?: AsyncGenerator<Round> | undefined
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
  /** The number of requests of the plan that were sent, each counted once. */
  readonly planSent: number
  readonly billed: Cost
  /** Cases and probes that a limit cut off. A probe may be sent in part. */
  readonly unsent: readonly Unsent[]
  /** The number of requests that failed, and were not sent again often enough to count (interpretation G18). */
  readonly unproven: number
  readonly shrunk: readonly Shrunk[]
  /** Errors of the suite itself. */
  readonly errors: readonly { readonly id: string; readonly message: string }[]
  readonly adjustments: Adjustments
  /** The server errors that are known to be final answers, in the order of discovery. */
  readonly settled: readonly SettledError[]
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
  const plannedSends = countingPlanned(options.send)
  const bounds = { concurrency: usualConcurrency, ...options, send: plannedSends.send }
  const scheduler = newScheduler(bounds, clock)
  const adjusting = newAdjusting(options.operations, language)
  const run = newRun(bounds, scheduler, adjusting.named, clock)
  const driving = { run, options, language, violations: newViolations(run) }
  const before = run.spending.billing.spent
  const plain = options.adjustments === undefined ? plainCases(plan) : []
  const rest = { ...plan, cases: plan.cases.filter((planned) => !plain.includes(planned)) }
  try {
    const { adjustments, isHalted, unsent } = await sendPlainRequests(driving, plain)
    adjusting.use(adjustments)
    const parts = [isHalted ? { ...nothingSettled, unsent: haltedCases(rest) } : await sendPart(driving, rest)]
    const rounds = isHalted ? undefined : await sendRounds(driving, [...unsent, ...parts[0]!.unsent])
    const all = [...parts, ...(rounds?.parts ?? [])]
    const last = await sendFollowUps(run, options.lastOfAll?.() ?? [])
    const { spent } = run.spending.billing
    return {
      requests: scheduler.started,
      planSent: plannedSends.count(),
      billed: { calls: spent.calls - before.calls, images: spent.images - before.images },
      unsent: inOrder([...unsent, ...all.flatMap((part) => part.unsent), ...remaining(last, 'unsent')]),
      unproven: all.at(-1)!.unproven,
      shrunk: all.flatMap(({ shrunk }) => shrunk),
      errors: all.flatMap(({ errors }) => errors),
      adjustments,
      settled: run.learned.settled.all,
      ...(rounds?.end === undefined ? {} : { roundsEnd: rounds.end }),
      ...givenUp(scheduler.stopped, run.breaker.silence),
      ...(run.learned.settled.all.length > 0 ? {} : waiting(scheduler)),
    }
  } finally {
    scheduler.end()
  }
}

/** The kinds of requests that a plan contains. All others follow from replies. */
const plannedKinds: ReadonlySet<Why['kind']> = new Set([
  ...(['plain', 'spelled', 'drawn', 'violation', 'stored', 'declaration', 'probe'] as const),
])

/** Counts the requests of the plan that are sent. Further attempts of one do not count. */
function countingPlanned(send: Send): { readonly send: Send; readonly count: () => number } {
  const sent = new Set<string>()
  return {
    send: (request, as, signal) => {
      if (plannedKinds.has(as.why.kind)) sent.add(as.caseId)
      return send(request, as, signal)
    },
    count: () => sent.size,
  }
}

/** The inputs of every phase. */
interface Driving {
  readonly run: Run
  readonly options: DriveOptions
  readonly language: Language
  readonly violations: Violations
}

/** Sends the plain requests, and finds the adjustments that they need to be accepted. */
async function sendPlainRequests(
  { run, options, language }: Driving,
  plain: readonly Case[],
): Promise<{ readonly adjustments: Adjustments; readonly isHalted: boolean; readonly unsent: readonly Unsent[] }> {
  const { configured = new Map(), afterPlain } = options
  const unsent: Unsent[] = []
  let adjustments = options.adjustments ?? new Map()
  for (let cases = plain; ; ) {
    const found = await findAdjustments(run, cases, { language, configured })
    adjustments = new Map([...adjustments, ...found.adjustments])
    // Requests that only show whether the target is there are not part of the plan.
    if (cases === plain) unsent.push(...remaining(found.left, 'unsent'))
    await secondPass(run, remaining(found.left, 'troubled'))
    const next = (await afterPlain?.()) ?? 'go on'
    // A limit that kept the last ones from being sent keeps others from it, too.
    const isOver = cases !== plain && run.scheduler.stopped !== undefined
    if (typeof next === 'string' || isOver) return { adjustments, isHalted: next === 'halt', unsent }
    cases = next
  }
}

/** Returns what is left of a plan that is not sent, because that would be pointless. */
function haltedCases({ cases, probes, pull }: Plan): readonly Unsent[] {
  const isLast = pull === undefined ? {} : ({ isLast: true } as const)
  return [...cases, ...probes].map(({ id }) => ({ id, stopReason: 'aborted', ...isLast }))
}

/** The outcome of a part of the run: the plan or a round. */
interface Settled extends Pick<Driven, 'unsent' | 'errors' | 'shrunk' | 'unproven'> {}

const nothingSettled: Settled = { unsent: [], errors: [], shrunk: [], unproven: 0 }

/** Sends a plan without its plain requests, and then decides what is open. */
async function sendPart(driving: Driving, plan: Plan, stream = driving.options.stream ?? plan.pull?.()) {
  return settle(driving, await sendRest(driving, plan, stream))
}

/**
 * Sends a plan without its plain requests: the valid requests, then the violations, which are built on accepted requests,
 * then the probes. So none of them can use up the budget of another by chance.
 */
async function sendRest(driving: Driving, plan: Plan, stream: PlanStream | undefined): Promise<readonly Remainder[]> {
  const { run, options, violations } = driving
  const first = new Set(violations.firstOf(plan.cases.filter(isViolation)))
  // A second violation of a requirement comes last. By then it is known whether the target enforces it.
  const broken = [...plan.cases.filter((one) => first.has(one)), ...plan.cases.filter(isRepeat)]
  function isRepeat(planned: Case): boolean {
    return isViolation(planned) && !first.has(planned)
  }
  const inPlan = async (): Promise<readonly Remainder[]> => {
    const valid = plan.cases.filter((planned) => !isViolation(planned))
    const sent = await sendAll(run, valid, stream?.valid(), (planned) => sendValid(run, planned))
    const release = run.spending.billing.keepHalf()
    const also = await sendAll(run, broken, stream?.violations(), (planned, at) => violations.send({ planned, at }))
    release()
    return [...sent, ...also, ...(await sendProbes(run, plan.probes, options))]
  }
  const [sent] = await Promise.all([inPlan(), options.meanwhile?.()])
  return sent
}

/** Sends cases, and then those that are drawn. Draws no more when the run has stopped. */
async function sendAll(
  run: Run,
  cases: readonly Case[],
  drawn: AsyncIterable<Case> | undefined,
  send: (planned: Case, at: number) => Promise<Remainder>,
): Promise<readonly Remainder[]> {
  const cut: Remainder[] = []
  const all = untilStopped(run, cases, drawn, cut)
  const sent = await inTurn(all, run.atOnce, (planned, at) => send(planned, at).finally(run.onFinish))
  return [...sent, ...cut]
}

async function* untilStopped(
  { scheduler }: Run,
  cases: readonly Case[],
  drawn: AsyncIterable<Case> | undefined,
  cut: Remainder[],
): AsyncGenerator<Case> {
  yield* cases
  if (drawn === undefined) return
  for await (const planned of drawn) {
    const { stopped } = scheduler
    if (stopped === undefined) yield planned
    else return void cut.push({ unsent: { ...cutOff(planned, stopped), isLast: true } })
  }
}

async function sendProbes(
  run: Run,
  probes: readonly Probe[],
  { context }: DriveOptions,
): Promise<readonly Remainder[]> {
  const toProbe = (probe: Probe) => ({ ...context, seed: seedFor(context.seed, probe.id) })
  const send = (probe: Probe) => sendProbe(run, probe, toProbe(probe)).finally(run.onFinish)
  const isApart = ({ isAlone, isTogether }: Probe) => isAlone === true || isTogether === true
  const apart = await inTurn(probes.filter(isApart), 1, (probe) =>
    probe.isTogether ? run.scheduler.together(() => send(probe)) : send(probe),
  )
  const others = await inTurn(
    probes.filter((probe) => !isApart(probe)),
    probesAtOnce,
    send,
  )
  return [...apart, ...others].flat()
}

/**
 * Decides what is open after requests were sent: sends those in trouble again, minimises valid requests that were
 * rejected, sends the violations that were put off and the requests that replies lead to, shows failures again, and
 * minimises them.
 */
async function settle(driving: Driving, left: readonly Remainder[]): Promise<Settled> {
  const { run, options, language, violations } = driving
  violations.settle()
  await secondPass(run, remaining(left, 'troubled'))
  const rejected = await rejectedStill(run, left)
  const release = run.spending.billing.keep(costOfProofs(run, rejected))
  if (rejected.length > 0) options.onPhase?.('minimising')
  await minimiseRejections(run, language, rejected)
  const replaced = await sendOnAccepted(run, violations, remaining(left, 'uncontrolled'), options.violationsOn)
  const late = await violations.sendDeferred(remaining([...left, ...replaced], 'deferred'))
  await secondPass(run, remaining([...replaced, ...late], 'troubled'))
  const followed = await sendFollowUps(run, options.followUps?.() ?? [])
  await secondPass(run, remaining(followed, 'troubled'))
  release()
  await repeatConnections(run, rejected)
  const proven = await proveFailures(run)
  const shrinking = { ...usualShrinking, ...options.shrinking }
  const shrunk = await shrinkAll(run, language, shrinking, () => options.onPhase?.('minimising'))
  await findRefusing(run)
  const all = [...left, ...replaced, ...late, ...followed]
  return {
    unsent: [...remaining(all, 'unsent'), ...proven.unsent],
    errors: remaining(all, 'error'),
    shrunk,
    unproven: proven.open,
  }
}

/** Returns the valid requests that are still rejected, without those of operations that no longer accept the key. */
async function rejectedStill(run: Run, left: readonly Remainder[]): Promise<readonly RejectedRequest[]> {
  const refusing = await findRefusing(run)
  return remaining(left, 'rejected').filter(
    ({ id, request }) => run.learned.isRejected(id) && !refusing.some(({ matches }) => matches(request)),
  )
}

/** Sends the rounds after the plan, until a limit ends them. */
async function sendRounds(driving: Driving, unsent: readonly Unsent[]) {
  const { run, options } = driving
  const { rounds } = options
  if (rounds === undefined) return undefined
  const parts: Settled[] = []
  const stopReason = () => run.scheduler.stopped ?? [...unsent, ...parts.flatMap((part) => part.unsent)][0]?.stopReason
  const driveRound = { ...driving, options: { ...options, stream: undefined, meanwhile: undefined } }
  let sent = 0
  while (stopReason() === undefined) {
    const next = await rounds.next()
    if (next.done === true) break
    const { cases, probes } = next.value
    const part = await sendPart(driveRound, { ...noPlan, cases, probes })
    parts.push(part)
    sent += totalOf(cases, probes).requests - part.unsent.length
  }
  const reason = stopReason()
  return { parts, end: reason === undefined ? undefined : { sent, stopReason: reason } }
}

const noPlan: Plan = { cases: [], probes: [], aims: new Set(), requests: 0, cost: { calls: 0, images: 0 } }

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

/** The most probes at work at once, since some hold megabytes while they wait. */
const probesAtOnce = 4

function inOrder(unsent: readonly Unsent[]): readonly Unsent[] {
  return [...unsent].sort((one, other) => (one.id < other.id ? -1 : 1))
}
