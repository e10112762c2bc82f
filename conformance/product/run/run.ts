import { setImmediate } from 'node:timers/promises'
import type { Exchange } from '../../core/model/exchange.ts'
import type { Case, Plan } from '../../core/model/plan.ts'
import type { Report } from '../../core/model/report.ts'
import type { Catalogue } from '../../core/model/suite.ts'
import { visibleLine } from '../../core/text/visible.ts'
import type { Driven } from '../../engine/drive/drive.ts'
import type { RunPhase } from '../../engine/drive/phase.ts'
import type { OnDrawn } from '../../engine/generate/plan-options.ts'
import { type ExchangeFact, outcomeOf, type Ruling } from '../../engine/judge/index.ts'
import type { EvidenceFooter, EvidenceHeader } from '../../engine/record/evidence/frame.ts'
import type { ExchangePurpose } from '../../engine/record/evidence/line.ts'
import { knownIn } from '../config/known-failures/entry.ts'
import type { RunOptions } from '../config/run-options.ts'
import { exclusionBy } from '../config/selection.ts'
import { type Concluded, conclude } from '../report/conclude.ts'
import { effectiveConfig, overBudgetIn, withDocs } from '../report/run-facts.ts'
import type { OpenUpstream, UpstreamAnnouncement } from '../upstream/open-upstream.ts'
import { sendExperiment, upstreamFor } from './behind-the-gateway.ts'
import { commandsFor } from './commands/commands-for.ts'
import { keepCounterexamples, withExamples } from './counterexamples.ts'
import { type DriveInputs, drivePlan } from './drive-plan.ts'
import { evidenceHeader } from './evidence-header.ts'
import { footerOf } from './footer.ts'
import { interruptionInWords } from './interruption.ts'
import { settledInWords } from './interruptions-in-words.ts'
import { countedStream } from './plan/counted-stream.ts'
import { emptyShareInWords, isEmpty } from './plan/empty-share.ts'
import { explorationRounds } from './plan/exploration.ts'
import { type PlanInput, planFor, rejectEmpty } from './plan/plan-for.ts'
import { costEstimateOf, spendingFor } from './plan/promise.ts'
import { othersToTry } from './preflight/others-to-try.ts'
import { adviceAfter, type FirstExchanges, isPointless, type Preflighted } from './preflight/preflight.ts'
import { openSession, type Session } from './session.ts'
import { baseUrlsOf, connectionTrouble } from './target/reachable.ts'
import { openTarget, type Target } from './target/target.ts'

/** The announcement of a run, before its first planned request. */
export interface RunStart {
  readonly plan: Plan
  readonly target: Target
  readonly header: EvidenceHeader
  /** The provider that the suite plays behind the target, if any. */
  readonly upstream?: UpstreamAnnouncement
  /** Returns the report of the exchanges judged so far. May be called repeatedly during the run. */
  readonly soFar: () => Report
  readonly failedSoFar: () => number
}

/** The hooks of a run. */
export interface RunHooks {
  readonly signal?: AbortSignal | undefined
  readonly onStart?: ((start: RunStart) => void) | undefined
  /** Called with hints for the user who watches the start of the run, one line each. */
  readonly onNote?: ((text: string) => void) | undefined
  readonly onPhase?: ((phase: RunPhase) => void) | undefined
  /** Called with the number of requests drawn so far, if they are drawn before the first one is sent. */
  readonly onDrawn?: OnDrawn | undefined
  /** Called after each exchange. `done` may exceed `planned`, since replies can lead to more requests. */
  readonly onProgress?: ((done: number, planned: number) => void) | undefined
  /** Called with each exchange as it was recorded, with labels in place of its secrets. */
  readonly onExchange?: ((exchange: Exchange, about: ExchangePurpose) => void) | undefined
  /** The provider that the suite plays behind the target. */
  readonly provider?: OpenUpstream | undefined
  /** Makes plans; defaults to `planFor`. */
  readonly plans?: Plans | undefined
  /** True if requests that failed are sent again in smaller versions; the default. */
  readonly shrink?: boolean | undefined
}

/** Returns a plan, new or already made. */
export type Plans = (input: PlanInput, catalogue: Catalogue, onDrawn?: OnDrawn) => Plan | Promise<Plan>

/** The outcome of a run. */
export interface Finished {
  readonly report: Report
  readonly plan: Plan
  /** The judge's rulings, before levels and exclusions are applied. */
  readonly rulings: readonly Ruling[]
  readonly facts: readonly ExchangeFact[]
  /** The reasons why it ended early or its results are incomplete, one line each. */
  readonly troubles: readonly string[]
  /** True if the preflight found that further requests are pointless. */
  readonly isHalted: boolean
  /** The interruption of the run, in words. */
  readonly interruption: string | undefined
}

/** Runs the suite: target, plan, preflight, judging, report. Trouble with the target is part of the report. */
export async function run(options: RunOptions, catalogue: Catalogue, hooks: RunHooks = {}): Promise<Finished> {
  const upstream = await upstreamFor(options, catalogue)
  const target = await openTarget(options)
  try {
    hooks.onPhase?.('planning')
    const planning = ownPlan(options, catalogue, hooks.plans ?? planFor, hooks.onDrawn)
    await noteNoConnection(options, planning, hooks.onNote)
    if (upstream === undefined) return await runPlan(await planning, target, options, catalogue, hooks)
    const { announcement } = upstream
    const onStart = (start: RunStart) => hooks.onStart?.({ ...start, upstream: announcement })
    // A gateway passes the addresses of pictures on, which the upstream serves.
    const own = { ...options, imageOrigins: [...options.imageOrigins, announcement.url] }
    return await runPlan(await planning, target, own, catalogue, { ...hooks, onStart, provider: upstream })
  } finally {
    await upstream?.close()
    await target.close()
  }
}

/** Tells at once that nothing listens at the target, if planning takes longer than that. Sends no request. */
async function noteNoConnection(
  { url, selection, targetOptions }: RunOptions,
  planning: Promise<Plan>,
  onNote: RunHooks['onNote'],
): Promise<void> {
  if (url === undefined || onNote === undefined || targetOptions.connection.proxy !== undefined) return
  const trouble = await Promise.race([
    planning.then(() => undefined),
    connectionTrouble(baseUrlsOf(url, selection.areas, targetOptions.vocabulary)),
  ])
  if (trouble !== undefined) onNote(`${trouble}; trying again when the plan is ready`)
}

/** Sends a plan to a target that is ready, and judges the responses. */
export async function runPlan(
  plan: Plan,
  target: Target,
  options: RunOptions,
  catalogue: Catalogue,
  hooks: RunHooks = {},
): Promise<Finished> {
  const { signal = new AbortController().signal, onStart, onNote, onPhase, onProgress, onExchange } = hooks
  const { shrink = true, provider } = hooks
  const secrets = provider === undefined || provider.secret.value === target.key ? [] : [provider.secret]
  const session = openSession(plan, target, options, catalogue, { onExchange, secrets })
  try {
    const ran = { target, options, catalogue }
    const header = evidenceHeader(options, target, plan.aims, session.startedAt, catalogue)
    const soFar = () => reportSoFar(session, { plan, ...ran })
    onStart?.({ plan, target, header, soFar, failedSoFar: () => failedSoFar(session, options) })
    const nothing = () => {}
    const progress = { step: onProgress ?? nothing, note: onNote ?? nothing, phase: onPhase ?? nothing }
    const promised = costEstimateOf(plan, options, catalogue.operations)
    const spending = spendingFor(plan, options)
    const driving = { session, options, catalogue, progress, signal, shrink, promised, spending }
    const { problems, ...footer } = await sendPlan({ ...driving, plan, target, provider })
    onPhase?.('writing')
    session.store.finish(footer)
    const { report, rulings, facts } = reportOf(session, footer, { plan, ...ran })
    if (options.out !== undefined && footer.halted === null)
      keepCounterexamples(options.out, rulings, new Map(footer.shrunk), catalogue, session.store.read)
    const own = [footer.halted, footer.gap].flatMap((one) => (one === null ? [] : [visibleLine(one)]))
    const troubles = [...own, ...problems]
    const interruption = interruptionInWords(signal)
    return { report, plan, rulings, facts, troubles, isHalted: footer.halted !== null, interruption }
  } finally {
    await session.close()
  }
}

/** Returns the plan of this run. Accepts an empty shard of a plan that is not empty. */
export async function ownPlan(
  options: RunOptions,
  catalogue: Catalogue,
  plans: Plans,
  onDrawn?: OnDrawn,
): Promise<Plan> {
  const plan = await plans(options, catalogue, onDrawn)
  if (!isEmpty(plan)) return withExamples(plan, options.examples, catalogue)
  rejectEmpty(options.shard === undefined ? plan : await plans({ ...options, shard: undefined }, catalogue), options)
  return plan
}

interface SendInputs extends DriveInputs {
  readonly plan: Plan
  readonly target: Target
  readonly provider: OpenUpstream | undefined
}

/**
 * Sends the plan, the plain requests first, and then the experiment behind the gateway. Stops after the plain requests if
 * they show that the rest is pointless.
 */
async function sendPlan(
  sending: SendInputs,
): Promise<Omit<EvidenceFooter, 'count'> & { readonly problems: readonly string[] }> {
  const start = performance.now()
  const { plan, session, options, progress, signal, spending } = sending
  progress.phase('sending')
  const { stream, planned } = countedStream(plan)
  const exploration = explorationRounds(options, (stream ?? plan).further?.())
  let halted: string | undefined
  const driven = await drivePlan(plan, sending, {
    afterPlain: async (first) => {
      const next = await nextAfterPlain(sending, first)
      if ('halt' in next) halted = next.halt
      return 'halt' in next ? 'halt' : next.others
    },
    stream,
    rounds: exploration?.rounds,
    judgeFirst: (first) => judgeFirst(first, session),
    planned: () => Math.min(planned(), options.maxRequests ?? planned()) + (exploration?.drawn() ?? 0),
  })
  for (const note of settledInWords(driven.settled)) progress.note(session.redacted(note))
  const footer = footerOf(driven, {
    halted: halted === undefined ? null : session.redacted(halted),
    durationMs: Math.round(performance.now() - start),
    interruption: interruptionInWords(signal),
    limit: spending.billing.limit,
    spent: spending.billing.spent,
    planned: plan.requests,
    wantedInRounds: exploration?.wanted,
  })
  // An error of the suite may quote the value that caused it.
  const ended = { ...footer, gap: footer.gap === null ? null : session.redacted(footer.gap) }
  const behind = halted === undefined ? await sendBehind(sending, driven, footer.durationMs) : undefined
  if (behind === undefined) return { ...ended, problems: [] }
  const durationMs = Math.round(performance.now() - start)
  return { ...ended, durationMs, limits: [...footer.limits, ...behind.limits], problems: behind.problems }
}

/** Decides after the plain requests: to halt with a reason, to go on, or to try plain requests of other operations. */
async function nextAfterPlain(
  { plan, target, provider, ...driving }: SendInputs,
  first: FirstExchanges,
): Promise<{ readonly halt: string } | { readonly others: 'go on' | readonly Case[] }> {
  const { session, options, catalogue, progress, signal, spending } = driving
  if (signal.aborted) return { others: 'go on' }
  const others = await othersToTry(plan, first, driving)
  if (others.length > 0) return { others }
  const { halt, notes } =
    nothingToSend(plan, options) ??
    troubleBehind(first, catalogue, provider?.keyTrouble()) ??
    (await adviceAfter(first, target, options, catalogue, spending.billing))
  for (const note of notes) progress.note(session.redacted(note))
  return halt === undefined ? { others: 'go on' } : { halt }
}

/** Sends the experiment behind the gateway after a plan that took `durationMs`, if the run has one. */
async function sendBehind(
  { session, target, options, catalogue, progress, signal, provider }: SendInputs,
  { adjustments }: Driven,
  durationMs: number,
): Promise<Awaited<ReturnType<OpenUpstream['experiment']>> | undefined> {
  if (provider === undefined || signal.aborted) return undefined
  const { requests, url } = provider.announcement
  progress.note(`Sending up to ${requests} requests of the experiment with ${url} behind the gateway`)
  return sendExperiment(provider, { session, target, options, catalogue, adjustments, signal, durationMs })
}

/** Judges the first exchanges, each in its own turn of the event loop. Reads large ones from the evidence. */
async function judgeFirst({ exchanges, large }: FirstExchanges, session: Session): Promise<void> {
  for (const exchange of exchanges) {
    await setImmediate()
    session.see(large.has(exchange.id) ? session.store.read(exchange.id)! : exchange)
  }
}

function nothingToSend(plan: Plan, { shard }: RunOptions): Preflighted | undefined {
  return shard !== undefined && isEmpty(plan) ? { halt: emptyShareInWords(shard), notes: [] } : undefined
}

/** Returns the trouble behind the gateway in place of advice about its address and the key of the client. */
function troubleBehind(
  { exchanges }: FirstExchanges,
  catalogue: Catalogue,
  trouble: string | undefined,
): Preflighted | undefined {
  if (trouble === undefined) return undefined
  return isPointless(exchanges, catalogue) ? { halt: trouble, notes: [] } : { notes: [trouble] }
}

interface ReportInputs {
  readonly plan: Plan
  readonly target: Target
  readonly options: RunOptions
  readonly catalogue: Catalogue
}

function failedSoFar({ judge }: Session, { selection, strict }: RunOptions): number {
  const exclusion = exclusionBy(selection)
  const failed = judge.conclude().filter(({ requirement, operation, verdict }) => {
    const isFailed = outcomeOf(verdict, requirement, strict) === 'fail'
    return isFailed && exclusion(requirement, operation) === undefined
  })
  return new Set(failed.map(({ requirement }) => requirement.id)).size
}

function reportSoFar(session: Session, ran: ReportInputs): Report {
  const durationMs = Date.now() - session.startedAt.getTime()
  const sofar = { durationMs, halted: null, gap: null, limits: [], intermittent: [], shrunk: [] }
  return reportOf(session, sofar, ran).report
}

/** Returns the report of a finished run. */
function reportOf(
  session: Session,
  footer: Omit<EvidenceFooter, 'count'>,
  { plan, target, options, catalogue }: ReportInputs,
): Concluded {
  const header = evidenceHeader(options, target, plan.aims, session.startedAt, catalogue)
  const { tool, seed, profile, strict, startedAt } = header
  const limits = [...header.limits, ...footer.limits]
  const concluded = conclude(session.judge, {
    tool,
    seed,
    profile,
    strict,
    startedAt,
    catalogue,
    limits,
    target: header.target,
    source: 'runner',
    durationMs: footer.durationMs,
    config: effectiveConfig({ selection: options.selection, vocabulary: options.targetOptions.vocabulary }),
    aims: plan.aims,
    exclusion: exclusionBy(options.selection),
    halted: footer.halted,
    gap: footer.gap ?? undefined,
    requests: session.store.count,
    downloads: session.bill.downloads,
    billed: session.bill.total,
    coverage: session.coverage,
    traffic: session.bill.traffic,
    overBudget: overBudgetIn([footer]),
    intermittent: new Set(footer.intermittent),
    shrunk: new Map(footer.shrunk),
    ...knownIn(options.knownFailures.groups, { startedAt, profile, limits }),
    declarations: session.declarations.conclude(),
    commands: commandsFor(target, options, catalogue.operations),
    redact: session.redacted,
    read: session.store.read,
    about: session.store.about,
  })
  return { ...concluded, report: withDocs(concluded.report, options.docs) }
}
