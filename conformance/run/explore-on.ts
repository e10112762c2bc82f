import { selectedOperations } from '../config/selection.ts'
import { sequencesOfRound } from '../explore/sequences/index.ts'
import type { Case, Plan, Probe } from '../model/plan.ts'
import { totalOf } from '../plan/budget.ts'
import { type Driven, drive } from './drive/drive.ts'
import type { StopReason } from './drive/shutdown.ts'
import { common, type DriveInputs, failing } from './drive-plan.ts'

/** The reason why exploration ended early. */
export interface ExplorationEnd {
  readonly sent: number
  /** Absent if exploration is limited by time. */
  readonly wanted?: number
  readonly stopReason: StopReason
}

/** The rounds of exploration, and the reason if they ended early. */
interface Explored {
  readonly rounds: readonly Driven[]
  readonly end?: ExplorationEnd
}

/** A plan that was sent, and the requests that follow it. */
interface Exploring {
  readonly plan: Plan
  readonly beyond: AsyncGenerator<readonly Case[]> | undefined
}

/**
 * Draws further requests in rounds after the plan is sent, within the remaining bounds of the run. Stops after the
 * number of requests or the time that the user set. Requirements that fail for the first time in a round are minimised
 * at its end.
 */
export async function exploreOn(
  before: readonly Driven[],
  start: number,
  { plan, beyond }: Exploring,
  driving: DriveInputs,
): Promise<Explored> {
  const { explore } = driving.options
  if (explore === undefined || beyond === undefined) return { rounds: [] }
  const until = 'seconds' in explore ? performance.now() + explore.seconds * 1000 : Number.POSITIVE_INFINITY
  const wanted = 'requests' in explore ? explore.requests : Number.POSITIVE_INFINITY
  const rounds: Driven[] = []
  const here = selectedOperations(driving.options.selection)
  const isHere = ({ operation }: Probe) => here.includes(operation)
  const known = new Set(failing(driving.session, driving.options).map(({ requirement }) => requirement.id))
  let drawn = 0
  for (let round = 1; drawn < wanted && performance.now() < until; round += 1) {
    if (driving.signal.aborted || stopReasonIn([...before, ...rounds]) !== undefined) break
    const next = await beyond.next()
    if (next.done === true) break
    const cases = next.value.slice(0, wanted - drawn)
    driving.progress.phase('sending')
    const probes = fitting(sequencesOfRound(round).filter(isHere), wanted - drawn - cases.length)
    drawn += totalOf(cases, probes).requests
    const total = plan.requests + (Number.isFinite(wanted) ? wanted : drawn)
    rounds.push(await driveRound(roundPlan(cases, probes), [...before, ...rounds], { start, total, driving, known }))
  }
  const stopReason = driving.signal.aborted ? undefined : stopReasonIn([...before, ...rounds])
  if (stopReason === undefined) return { rounds }
  const sent = drawn - rounds.reduce((sum, { unsent }) => sum + unsent.length, 0)
  return { rounds, end: { sent, ...('requests' in explore ? { wanted } : {}), stopReason } }
}

/** Returns as many of the probes as fit into this many requests together. */
function fitting(probes: readonly Probe[], most: number): readonly Probe[] {
  const chosen: Probe[] = []
  for (const probe of probes) if (totalOf([], [...chosen, probe]).requests <= most) chosen.push(probe)
  return chosen
}

function roundPlan(cases: readonly Case[], probes: readonly Probe[]): Plan {
  const { requests, calls, images } = totalOf(cases, probes)
  return { cases, probes, aims: new Set(), requests, cost: { calls, images } }
}

/** Returns why further requests are pointless: the target is gone, or a limit was reached. */
function stopReasonIn(parts: readonly Driven[]): StopReason | undefined {
  const givenUp = parts.find((part) => part.givenUp !== undefined)?.givenUp
  return givenUp ?? parts.flatMap(({ unsent }) => unsent)[0]?.stopReason
}

interface Round {
  /** The start of the run, and the total number of its requests. */
  readonly start: number
  readonly total: number
  readonly driving: DriveInputs
  /** The requirements that failed before. Those that fail for the first time in this round are added. */
  readonly known: Set<string>
}

async function driveRound(
  plan: Plan,
  before: readonly Driven[],
  { start, total, driving, known }: Round,
): Promise<Driven> {
  const { session, options, progress } = driving
  const requests = before.reduce((sum, part) => sum + part.requests, 0)
  return drive({
    ...boundsLeft(before, start, driving),
    plan,
    adjustments: before[0]?.adjustments ?? new Map(),
    judge: {
      see: session.see,
      failing: () => {
        const fresh = failing(session, options).filter(({ requirement }) => !known.has(requirement.id))
        for (const { requirement } of fresh) known.add(requirement.id)
        return fresh
      },
      retry: (id, exchange) => session.judge.retry(exchange)(id),
    },
    send: session.send,
    ...(driving.shrink ? {} : { shrinking: { perRequirement: 0, perRun: 0 } }),
    followUps: session.imageFetches.due,
    onPhase: progress.phase,
    onProgress: (state) => progress.step(requests + state.requests, total),
  })
}

/** Returns what all parts so far have left of the budgets. */
function boundsLeft(before: readonly Driven[], start: number, driving: DriveInputs): ReturnType<typeof common> {
  const bounds = common(driving)
  const sum = (of: (part: Driven) => number) => before.reduce((total, part) => total + of(part), 0)
  const left = (most: number | undefined, spent: number) => (most === undefined ? undefined : Math.max(0, most - spent))
  const requests = left(
    bounds.maxRequests,
    sum((part) => part.requests),
  )
  const time = left(bounds.maxTimeMs, performance.now() - start)
  return { ...bounds, maxRequests: requests, maxTimeMs: time }
}
