import { setImmediate } from 'node:timers/promises'
import type { RunOptions } from '../config/run-options.ts'
import type { Plan } from '../model/plan.ts'
import type { EvidenceFooter } from '../record/evidence/frame.ts'
import type { Driven } from './drive/drive.ts'
import { type Driving, driveRest, notSent, type Preflight } from './drive-plan.ts'
import { type ExplorationEnd, exploreOn } from './explore-on.ts'
import { footerOf } from './footer.ts'
import { interruptionInWords } from './interruption.ts'
import { settledInWords } from './interruptions-in-words.ts'
import { emptyShareInWords, isEmpty } from './plan/empty-share.ts'
import { sendFirstRequests } from './preflight/first-requests.ts'
import { adviceAfter, type Preflighted } from './preflight/preflight.ts'
import type { Session } from './session.ts'
import type { Target } from './target/target.ts'

/** Sends the plan, the plain requests first; goes no further where those show that there is no point. */
export async function carryOut(plan: Plan, target: Target, driving: Driving): Promise<Omit<EvidenceFooter, 'count'>> {
  const start = performance.now()
  const { session, options, catalogue, signal } = driving
  driving.progress.phase('sending')
  const preflight = await sendFirstRequests(plan, driving)
  const { halt: halted, notes } = signal.aborted
    ? { halt: undefined, notes: [] }
    : (nothingToSend(plan, options) ??
      (await adviceAfter(preflight.exchanges, target, options, catalogue, driving.spending.billing)))
  for (const note of notes) driving.progress.note(session.redacted(note))
  const parts: Driven[] = [preflight.driven]
  let exploration: ExplorationEnd | undefined
  if (halted === undefined) {
    const judged = () => judgeFirst(preflight, session)
    // Large bodies are in memory one at a time.
    const hasLarge = preflight.large.size > 0
    if (hasLarge) await judged()
    parts.push(await driveRest(plan, preflight, driving, hasLarge ? undefined : judged))
    const { rounds, end } = await exploreOn(parts, start, plan, driving)
    parts.push(...rounds)
    exploration = end
  } else parts.push(notSent(plan, 'aborted'))
  for (const note of settledInWords(driving.spending.settled.all)) driving.progress.note(session.redacted(note))
  const footer = footerOf(parts, {
    halted: halted === undefined ? null : session.redacted(halted),
    durationMs: Math.round(performance.now() - start),
    interruption: interruptionInWords(signal),
    limit: driving.spending.billing.limit,
    exploration,
  })
  // An error of ours may quote what it failed on.
  return { ...footer, gap: footer.gap === null ? null : session.redacted(footer.gap) }
}

/** Judges what the first requests came to, each in a turn of its own. What was too large to hold is read from the evidence. */
async function judgeFirst({ exchanges, large }: Preflight, session: Session): Promise<void> {
  for (const exchange of exchanges) {
    await setImmediate()
    session.see(large.has(exchange.id) ? session.store.read(exchange.id)! : exchange)
  }
}

function nothingToSend(plan: Plan, { shard }: RunOptions): Preflighted | undefined {
  return shard !== undefined && isEmpty(plan) ? { halt: emptyShareInWords(shard), notes: [] } : undefined
}
