import { join } from 'node:path'
import { visibleLine } from '../../../reports/visible.ts'
import type { EvidenceFooter } from '../../evidence/frame.ts'
import { shortestSecret } from '../../evidence/secret-forms.ts'
import type { Driven } from '../../explore/drive/drive.ts'
import type { Plan } from '../../model/plan.ts'
import type { Report } from '../../model/report.ts'
import type { Catalogue } from '../../model/suite.ts'
import { exitCode } from '../exit-code.ts'
import type { Io } from '../io.ts'
import { knownIn } from '../known-failures/known-in.ts'
import { writeKnownFailures } from '../known-failures/write.ts'
import { makeFolder } from '../options/out-folder.ts'
import { conclude } from '../report/conclude.ts'
import type { Destination } from '../report/destinations.ts'
import { removedInWords, removeFormerReports } from '../report/former-reports.ts'
import { statusOf, writtenInWords } from '../report/reporting.ts'
import { exclusionBy } from '../report/selection.ts'
import { writeReports } from '../report/write-reports.ts'
import { commandsFor } from './commands-for.ts'
import { type Driving, driveRest, notSent, type Preflight } from './drive-plan.ts'
import { openEventLog, telling } from './event-log.ts'
import { evidenceHeader } from './evidence-header.ts'
import { footerOf } from './footer.ts'
import { handBackMemory, handBackNextTurn } from './hand-back-memory.ts'
import { intention } from './intention.ts'
import { interruptionInWords } from './interruption.ts'
import type { RunOptions } from './options/run-options.ts'
import { emptyShareInWords, isEmpty } from './plan/empty-share.ts'
import { sendFirstRequests } from './preflight/first-requests.ts'
import { adviceAfter, type Preflighted } from './preflight/preflight.ts'
import { startProgress } from './progress.ts'
import { openSession, type Session } from './session.ts'
import type { Target } from './target/target.ts'

const shortKey = `a key has fewer than ${shortestSecret} characters: replies are not searched for it before they are recorded`

const unchecked = 'the certificate of the target is not checked (--insecure): whoever answers gets the key'

/** Carries out a plan, judges what comes back and writes the reports. Answers with the exit status. */
export async function run(
  plan: Plan,
  target: Target,
  options: RunOptions,
  io: Io,
  catalogue: Catalogue,
): Promise<number> {
  makeFolder(options.out)
  handBackMemory()
  const events = openEventLog(options.reporters, io)
  const session = telling(openSession(plan, target, options, catalogue), events)
  const progress = startProgress(io, options.isQuiet)
  progress.note(intention(plan, target, options))
  const keys = [target.key, ...Object.values(options.targetOptions.credentials).map(({ key }) => key)]
  if (keys.some((key) => key.length < shortestSecret)) progress.note(shortKey)
  if (options.targetOptions.connection.tls?.verify === false) io.stderr.write(`mgi: ${unchecked}\n`)
  events.begin(evidenceHeader(options, target, plan.aims, session.startedAt), mostRequests(plan, options))
  try {
    const footer = await carriedOut(plan, target, { session, options, catalogue, progress, signal: io.signal })
    progress.end()
    const interruption = interruptionInWords(io.signal)
    if (interruption !== undefined) progress.note(`${interruption}: the reports hold what was judged so far`)
    session.store.finish(footer)
    for (const trouble of [footer.halted, footer.gap])
      if (trouble !== null) io.stderr.write(`mgi: ${visibleLine(trouble)}\n`)
    const report = await reportOf(session, footer, plan, target, options, catalogue)
    const evidence = [join(options.out, 'exchanges.ndjson')]
    events.end(report)
    const written = await writeReports(report, options.reporters.filter(isOfTheEnd), { evidence, io })
    const list = footer.halted === null ? writeKnownFailures(report, options.knownFailures) : undefined
    progress.note(writtenInWords(written, options.outInWords, ['exchanges.ndjson', ...events.names]))
    for (const note of [removedInWords(removeFormerReports(options.out, options.reporters)), list])
      if (note !== undefined) progress.note(note)
    return io.signal.aborted ? exitCode.interrupted : statusOf(report, written)
  } finally {
    events.close()
    await session.close()
  }
}

/** Events are written while the run goes on. */
function isOfTheEnd({ format }: Destination): boolean {
  return format !== 'ndjson'
}

function mostRequests(plan: Plan, { maxRequests = Number.POSITIVE_INFINITY }: RunOptions): number {
  return Math.min(plan.requests, maxRequests)
}

/** Sends the plan, the plain requests first; goes no further where those show that there is no point. */
async function carriedOut(plan: Plan, target: Target, driving: Driving): Promise<Omit<EvidenceFooter, 'count'>> {
  const start = performance.now()
  const { session, options, catalogue, signal } = driving
  const preflight = await sendFirstRequests(plan, driving)
  const { halt: halted, notes } = signal.aborted
    ? { halt: undefined, notes: [] }
    : (nothingToSend(plan, options) ?? (await adviceAfter(preflight.exchanges, target, options, catalogue)))
  for (const note of notes) driving.progress.note(note)
  const parts: Driven[] = [preflight.driven]
  if (halted === undefined) {
    const judged = () => judgeFirst(preflight, session)
    // Large bodies are in memory one at a time.
    if (preflight.hasLargeBodies) await judged()
    parts.push(await driveRest(plan, preflight, driving, preflight.hasLargeBodies ? undefined : judged))
  } else parts.push(notSent(plan, 'aborted'))
  return footerOf(parts, {
    halted: halted ?? null,
    durationMs: Math.round(performance.now() - start),
    interruption: interruptionInWords(signal),
  })
}

/** Judges what the first requests came to. It is read again from the evidence, each in a turn of its own. */
async function judgeFirst({ exchanges }: Preflight, session: Session): Promise<void> {
  for (const { id } of exchanges) {
    await handBackNextTurn()
    session.see(session.store.read(id)!)
  }
  await handBackNextTurn()
}

function nothingToSend(plan: Plan, { shard }: RunOptions): Preflighted | undefined {
  return shard !== undefined && isEmpty(plan) ? { halt: emptyShareInWords(shard), notes: [] } : undefined
}

function reportOf(
  session: Session,
  footer: Omit<EvidenceFooter, 'count'>,
  plan: Plan,
  target: Target,
  options: RunOptions,
  catalogue: Catalogue,
): Promise<Report> {
  const { tool, seed, profile, strict, startedAt, limits } = evidenceHeader(
    options,
    target,
    plan.aims,
    session.startedAt,
  )
  const all = [...limits, ...footer.limits]
  return conclude(session.judge, {
    ...{ tool, seed, profile, strict, startedAt, catalogue },
    target: { url: target.url, embedded: target.embedded },
    source: 'runner',
    durationMs: footer.durationMs,
    limits: all,
    aims: plan.aims,
    exclusion: exclusionBy(options.selection),
    halted: footer.halted,
    gap: footer.gap ?? undefined,
    requests: session.store.count,
    billed: session.bill.total,
    coverage: session.coverage,
    traffic: session.bill.traffic,
    intermittent: new Set(footer.intermittent),
    shrunk: new Map(footer.shrunk),
    ...knownIn(options.knownFailures.groups, { startedAt, profile, limits: all }),
    declarations: session.declarations.conclude(),
    commands: commandsFor(target, options, catalogue.operations),
    read: session.store.read,
    about: session.store.about,
  })
}
