import type { RecordedRequest } from '../../model/exchange.ts'
import type { Cost, Operation } from '../../model/operation.ts'
import type { Plan, Probe, ProbeContext } from '../../model/plan.ts'
import { documentLanguage, type Language } from '../schema/language.ts'
import { seedFor } from '../values/seed.ts'
import { newBreaker } from './breaker.ts'
import { type Clock, machineClock } from './clock.ts'
import type { DrivingJudge, Progress, Run, Send, Unsent } from './driver.ts'
import { type FollowUp, sendFollowUps } from './follow-ups.ts'
import { openPurse } from './purse.ts'
import { type Bounds, type Cut, type Gate, openGate } from './schedule.ts'
import { sendCase } from './send-case.ts'
import { sendProbe } from './send-probe.ts'
import { type ShrinkBudget, type Shrunk, shrinkAll, usualShrinking } from './shrink.ts'
import { tellApart } from './tell-apart.ts'

/** A run to be driven. */
export interface DriveOptions extends Partial<Bounds> {
  readonly plan: Plan
  /** All operations of the catalogue: they say what a request costs and how it is made smaller. */
  readonly operations: readonly Operation[]
  readonly send: Send
  readonly judge: DrivingJudge
  /** What probes are told; their seed is drawn from this one and their id. */
  readonly context: ProbeContext
  /** Accepted model calls. A request that a target takes although it had to refuse it counts too, once it has. */
  readonly maxBilled?: number
  /** By default 20 requests for each failing requirement and 100 in all. */
  readonly shrinking?: Partial<ShrinkBudget>
  /** Requests that were sent before, by exchange, such as a preflight's: they may be sent again and made smaller too. */
  readonly earlier?: Iterable<readonly [id: string, request: RecordedRequest]>
  /** What is to be done besides, such as judging what was sent before; it ends before anything is followed up or made smaller. */
  readonly meanwhile?: () => Promise<void>
  /** What the replies so far lead to, such as the images they name; asked for once everything planned was sent. */
  readonly followUps?: () => readonly FollowUp[]
  readonly onProgress?: (progress: Progress) => void
  readonly language?: Language
  readonly clock?: Clock
}

/** What came of driving a run. The exchanges themselves went to the judge, and wherever `send` keeps them. */
export interface Driven {
  readonly requests: number
  readonly billed: Cost
  /** Cases and probes that bounds cut off, wholly or, for a probe, in part. */
  readonly unsent: readonly Unsent[]
  readonly shrunk: readonly Shrunk[]
  /** Errors of our own. */
  readonly errors: readonly { readonly id: string; readonly message: string }[]
  /** When the rate allows the next start, on the clock. */
  readonly nextStart: number
  /** Set when the run was ended early by what the target did. */
  readonly givenUp?: Cut
  /** Set when the run ended, or nothing was served, because the target asked to wait: so long, where it said. */
  readonly waiting?: { readonly askedMs?: number }
}

/** Sends what a plan holds, divides what is refused together, then makes failing requests smaller. */
export async function drive(options: DriveOptions): Promise<Driven> {
  const { plan, context, language = documentLanguage, clock = machineClock } = options
  const bounds = { concurrency: usualConcurrency, ...options }
  const gate = openGate(bounds, clock)
  const run = newRun(bounds, gate)
  try {
    const finished = (work: Promise<void>) => work.then(run.onFinish)
    const toProbe = (probe: Probe) => ({ ...context, seed: seedFor(context.seed, probe.id) })
    await Promise.all([
      inTurn(plan.cases, options.concurrency ?? usualConcurrency, (planned) => finished(sendCase(run, planned))),
      inTurn(plan.probes, probesAtOnce, (probe) => finished(sendProbe(run, probe, toProbe(probe)))),
      options.meanwhile?.(),
    ])
    await tellApart(run, language)
    await sendFollowUps(run, options.followUps?.() ?? [])
    const shrunk = await shrinkAll(run, language, { ...usualShrinking, ...options.shrinking })
    const { billed, unsent, errors } = run
    return {
      requests: gate.started,
      billed,
      unsent: inOrder(unsent),
      shrunk,
      errors,
      nextStart: gate.nextStart,
      ...givenUp(gate.closed),
      ...waiting(gate),
    }
  } finally {
    gate.end()
  }
}

function givenUp(closed: Cut | undefined): Pick<Driven, 'givenUp'> {
  return closed === 'wedged' || closed === 'overloaded' ? { givenUp: closed } : {}
}

/** One request that is to wait at the end of a run that was served is no matter; it is where the wait ended the run. */
function waiting({ closed, strain: { asked, rounds, hasServed } }: Gate): Pick<Driven, 'waiting'> {
  const isEndedByIt = closed === 'overloaded' || closed === 'max-time' || (closed === undefined && !hasServed)
  if (rounds === 0 || !isEndedByIt) return {}
  return { waiting: asked === undefined ? {} : { askedMs: asked } }
}

const usualConcurrency = 4

/**
 * Probes at work at the same time: some hold megabytes while they wait for their turn. They begin with the first case,
 * for their steps follow each other, and what is left for the end of a run goes one by one.
 */
const probesAtOnce = 4

/** Does everything in its order, so much at a time: whoever comes to the gate finds a short queue. */
async function inTurn<T>(all: readonly T[], atOnce: number, work: (one: T) => Promise<void>): Promise<void> {
  const rest = all[Symbol.iterator]()
  const worker = async () => {
    for (let next = rest.next(); !next.done; next = rest.next()) await work(next.value)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

function newRun(options: DriveOptions & Bounds, gate: Run['gate']): Run & { readonly onFinish: () => void } {
  const { plan, operations, send, judge, maxBilled, onProgress } = options
  const billed = { calls: 0, images: 0 }
  const planned = plan.cases.length + plan.probes.length
  let done = 0
  return {
    send,
    judge,
    gate,
    operations,
    purse: openPurse(maxBilled),
    breaker: newBreaker(options.concurrency),
    seed: options.context.seed,
    sent: new Map(options.earlier),
    unsent: [],
    refused: [],
    accepted: new Set(),
    errors: [],
    billed,
    onArrival: (id) => onProgress?.({ done, planned, requests: gate.started, billed: { ...billed }, id }),
    onFinish: () => {
      done += 1
    },
  }
}

function inOrder(unsent: readonly Unsent[]): readonly Unsent[] {
  return [...unsent].sort((one, other) => (one.id < other.id ? -1 : 1))
}
