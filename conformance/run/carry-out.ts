import { setImmediate } from 'node:timers/promises'
import type { RunOptions } from '../config/run-options.ts'
import type { Case, Plan } from '../model/plan.ts'
import type { EvidenceFooter } from '../record/evidence/frame.ts'
import type { Driven } from './drive/drive.ts'
import { type Driving, driveRest, notSent, type Preflight } from './drive-plan.ts'
import { exploreOn } from './explore-on.ts'
import { footerOf } from './footer.ts'
import { interruptionInWords } from './interruption.ts'
import { settledInWords } from './interruptions-in-words.ts'
import { emptyShareInWords, isEmpty } from './plan/empty-share.ts'
import { withDrawn } from './plan/plan-for.ts'
import { sendFirstRequests } from './preflight/first-requests.ts'
import { adviceAfter, type Preflighted } from './preflight/preflight.ts'
import type { Session } from './session.ts'
import type { Target } from './target/target.ts'

/** What was carried out, and how it ended. */
export interface CarriedOut {
  /** With what was drawn on the way. */
  readonly plan: Plan
  readonly footer: Omit<EvidenceFooter, 'count'>
}

/**
 * Sends the plan, the plain requests first; goes no further where those show that there is no point. Random requests that
 * no other thread draws are drawn while no response is awaited, so that the work spoils no time that is measured.
 */
export async function carryOut(begun: Plan, target: Target, driving: Driving): Promise<CarriedOut> {
  const start = performance.now()
  const { session, options, catalogue, signal } = driving
  driving.progress.phase('sending')
  const preflight = await sendFirstRequests(begun, driving)
  const { halt: halted, notes } = signal.aborted
    ? { halt: undefined, notes: [] }
    : (nothingToSend(begun, options) ??
      (await adviceAfter(preflight.exchanges, target, options, catalogue, driving.spending.billing)))
  for (const note of notes) driving.progress.note(session.redacted(note))
  const isOver = halted !== undefined || signal.aborted || preflight.driven.givenUp !== undefined
  const toCome = isOver ? undefined : drawnFor(begun, driving)
  // Large bodies are in memory one at a time, and without the memory of a thread that draws.
  const hasLarge = preflight.large.size > 0
  if (hasLarge || begun.toCome?.threadEnded === undefined) await toCome
  const parts: Driven[] = [preflight.driven]
  if (halted === undefined) {
    const judged = () => judgeFirst(preflight, session)
    if (hasLarge) await judged()
    const beside = { ...(hasLarge ? {} : { meanwhile: judged }), ...(toCome === undefined ? {} : { toCome }) }
    parts.push(await driveRest(begun, preflight, driving, beside))
  } else parts.push(notSent(begun, 'aborted'))
  const plan = toCome === undefined ? begun : withDrawn(begun, await toCome)
  if (halted === undefined) parts.push(...(await exploreOn(parts, start, plan, driving)))
  for (const note of settledInWords(driving.spending.settled.all)) driving.progress.note(session.redacted(note))
  const footer = footerOf(parts, {
    halted: halted === undefined ? null : session.redacted(halted),
    durationMs: Math.round(performance.now() - start),
    interruption: interruptionInWords(signal),
  })
  // An error of ours may quote what it failed on.
  return { plan, footer: { ...footer, gap: footer.gap === null ? null : session.redacted(footer.gap) } }
}

/** The random requests of a plan, as soon as they are drawn; none where the user has had enough before. */
function drawnFor({ toCome }: Plan, { session, signal }: Driving): Promise<readonly Case[]> | undefined {
  if (toCome === undefined) return undefined
  const drawn = unlessAborted(toCome.cases(), signal).then((cases = []) => {
    session.expect(cases)
    return cases
  })
  // Whoever asks for them learns of an error; until then nobody has to.
  drawn.catch(() => {})
  return drawn
}

/** What is promised, or nothing where the signal comes first. */
async function unlessAborted<T>(promised: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  const over = new AbortController()
  const aborted = new Promise<undefined>((resolve) =>
    signal.addEventListener('abort', () => resolve(undefined), { once: true, signal: over.signal }),
  )
  return Promise.race([promised, aborted]).finally(() => over.abort())
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
