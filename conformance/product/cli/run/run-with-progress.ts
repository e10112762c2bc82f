import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { baseUrlsInWords } from '../../../../reports/identity.ts'
import { makeFolder } from '../../../core/files/out-folder.ts'
import type { Operation } from '../../../core/model/operation.ts'
import type { Plan } from '../../../core/model/plan.ts'
import type { Report } from '../../../core/model/report.ts'
import type { Catalogue } from '../../../core/model/suite.ts'
import { counted } from '../../../core/text/counted.ts'
import { shortestSecret } from '../../../engine/record/evidence/readings.ts'
import { clientTable } from '../../../specification/traceability/client-impact.ts'
import { filesOfRun } from '../../config/examples.ts'
import type { RunOptions } from '../../config/run-options.ts'
import type { Destination } from '../../report/destinations.ts'
import { exitCode } from '../../report/exit-code.ts'
import { removedInWords, removeFormerReports } from '../../report/former-reports.ts'
import type { Written } from '../../report/write-reports.ts'
import { isEmpty } from '../../run/plan/empty-share.ts'
import { type CostEstimate, costEstimateOf } from '../../run/plan/promise.ts'
import { type Finished, type RunHooks, type RunStart, run, runPlan } from '../../run/run.ts'
import type { Target } from '../../run/target/target.ts'
import type { Io } from '../io.ts'
import { statusOf, writtenInWords } from '../report/reporting.ts'
import { type EventLog, openEventLog } from './event-log.ts'
import type { RunArguments } from './options/run-options.ts'
import { type ProgressDisplay, startProgress } from './progress.ts'

const shortKey = `a key has fewer than ${shortestSecret} characters: replies are not searched for it before they are recorded`

const unchecked = 'TLS certificate verification is disabled (--insecure): any server that answers receives the key'

/** Starts a run with hooks that show its progress. */
type Begin = (hooks: RunHooks) => Promise<Finished>

/** Additional hooks of a run. */
export interface AdditionalHooks {
  readonly onProgress?: NonNullable<RunHooks['onProgress']>
  readonly onReport?: (report: Report) => void
}

/** Runs with these options and shows the progress. Returns the exit status. */
export function runWithProgress(
  options: RunArguments,
  io: Io,
  catalogue: Catalogue,
  also: AdditionalHooks = {},
): Promise<number> {
  return withProgress(options, io, catalogue, async (hooks) => {
    const onProgress = (done: number, planned: number) => {
      hooks.onProgress?.(done, planned)
      also.onProgress?.(done, planned)
    }
    const finished = await run(options, catalogue, { ...hooks, onProgress })
    also.onReport?.(finished.report)
    return finished
  })
}

export function runPlanWithProgress(
  plan: Plan,
  target: Target,
  options: RunArguments,
  io: Io,
  catalogue: Catalogue,
): Promise<number> {
  return withProgress(options, io, catalogue, (hooks) => runPlan(plan, target, options, catalogue, hooks))
}

async function withProgress(options: RunArguments, io: Io, catalogue: Catalogue, begin: Begin): Promise<number> {
  const shown: Shown = { events: openEventLog(options.reporters, io), progress: startProgress(io, options.isQuiet) }
  try {
    const finished = await begin(showingHooks(options, io, catalogue, shown))
    shown.progress.end()
    return await reportRun(finished, options, io, shown)
  } finally {
    shown.events.close()
  }
}

/** Everything that shows a run while it goes on. */
interface Shown {
  readonly events: EventLog
  readonly progress: ProgressDisplay
}

function showingHooks(options: RunArguments, io: Io, catalogue: Catalogue, { events, progress }: Shown): RunHooks {
  // The most that a plan may have, until it is known what it has.
  let most: number | undefined
  const limit = options.maxRequests ?? Number.POSITIVE_INFINITY
  return {
    signal: io.signal,
    onStart: (start) => {
      makeFolders(options)
      const { pull, requests } = start.plan
      if (pull !== undefined) most = Math.min(requests, limit)
      progress.counting(start.failedSoFar)
      progress.note(intention(start, options, catalogue.operations))
      for (const caution of cautions(start, options)) progress.note(caution)
      if (options.targetOptions.connection.tls?.verify === false) io.stderr.write(`mgi: ${unchecked}\n`)
      events.begin(start.header, Math.min(requests, limit))
    },
    onNote: progress.note,
    onPhase: progress.phase,
    onDrawn: (drawn) => progress.figure(`${counted(drawn, 'request')} drawn`),
    onProgress: (done, planned) => progress.step(done, planned === most ? undefined : planned),
    onExchange: events.exchange,
  }
}

function makeFolders({ out, reporters }: RunArguments): void {
  makeFolder(out)
  for (const { format, name, file, isElsewhere } of reporters)
    if (isElsewhere === true && file !== null) makeFolder(dirname(file), `--reporter ${format}=${name}:`)
}

/** Writes the reports of a finished run. Returns the exit status. */
async function reportRun(finished: Finished, options: RunArguments, io: Io, shown: Shown): Promise<number> {
  const { events, progress } = shown
  const { troubles, interruption, isHalted } = finished
  const report = await withClients(finished.report, options.clients)
  if (interruption !== undefined) progress.note(`${interruption}: the reports contain the results so far`)
  for (const trouble of troubles) io.stderr.write(`mgi: ${trouble}\n`)
  events.end(report)
  // Renderers are loaded at the end, so that they do not delay the first request.
  const { writeAndPrint } = await import('../report/write-reports.ts')
  const { sinceLastRun } = await import('./since-last-run.ts')
  const { writeKnownFailures } = await import('../../config/known-failures/write.ts')
  const list = isHalted ? {} : await writeKnownFailures(report, options.knownFailures)
  const since = () => sinceLastRun(report, options.out, options.outInWords)
  const written = await writeAndPrint(report, options.reporters.filter(isOfTheEnd), {
    evidence: [join(options.out, 'exchanges.ndjson')],
    io,
    onFiles: (files) => {
      if (list.problem !== undefined) io.stderr.write(`mgi: ${list.problem}\n`)
      noteFiles(files, options, shown)
      for (const note of [list.note, interruption === undefined ? since() : undefined])
        if (note !== undefined) progress.note(note)
    },
    progress,
  })
  if (interruption !== undefined) return exitCode.interrupted
  const problems = [...written.problems, ...(list.problem === undefined ? [] : [list.problem])]
  return statusOf(report, { ...written, problems }, options.gate, troubles.length > 0)
}

/** Says which files were written, and removes those of an earlier run. */
function noteFiles(written: Written, options: RunArguments, { events, progress }: Shown): void {
  const kept = filesOfRun.filter((file) => existsSync(join(options.out, file)))
  progress.note(writtenInWords(written, options.outInWords, [...kept, ...events.names]))
  const removed = removedInWords(removeFormerReports(options.out, options.reporters))
  if (removed !== undefined) progress.note(removed)
}

/** Adds the verdicts for clients. Their table is only read if the run names a client. */
async function withClients(report: Report, clients: readonly string[]): Promise<Report> {
  if (clients.length === 0) return report
  const { withClientVerdicts } = await import('../../report/client-verdicts.ts')
  return withClientVerdicts(report, clients, clientTable())
}

function cautions({ target }: RunStart, { targetOptions }: RunArguments): readonly string[] {
  const keys = [target.key, ...Object.values(targetOptions.credentials).map(({ key }) => key)]
  return keys.some((key) => key.length < shortestSecret) ? [shortKey] : []
}

/** Returns whether a report is written at the end. Events are written during the run. */
function isOfTheEnd({ format }: Destination): boolean {
  return format !== 'ndjson'
}

/**
 * Describes the target of a run and its maximum cost. If the user forgot the URL, this shows at once that no gateway is
 * tested.
 */
function intention(
  { plan, target, upstream }: RunStart,
  options: RunOptions,
  operations: readonly Operation[],
): string {
  const whom = target.embedded
    ? 'the embedded reference server (no URL given)'
    : target.url + baseUrlsInWords(options.targetOptions.vocabulary)
  if (isEmpty(plan)) return `Sending nothing to ${whom}`
  const { expected, worst } = costEstimateOf(plan, options, operations)
  const what =
    plan.pull === undefined ? `Sending ${counted(expected.requests, 'request')}` : 'Planning and sending requests'
  return `${what} to ${whom}${through(options)} (${worstInWords(worst)})${behindInWords(upstream)}`
}

/** Names the provider that the suite plays, the requests with it, and a key that the gateway must be given. */
function behindInWords(upstream: RunStart['upstream']): string {
  if (upstream === undefined) return ''
  const { url, drawnKey, requests } = upstream
  const key = drawnKey === undefined ? '' : `, which expects the key ${drawnKey}`
  return `, then up to ${counted(requests, 'request')} with ${url} as its provider${key}`
}

/** Names the proxy, because it may come from the environment. */
function through({ targetOptions: { connection } }: RunOptions): string {
  return connection.proxy === undefined ? '' : ` through the proxy ${new URL(connection.proxy).origin}`
}

/** States the maximum cost of a run. No target can exceed it. */
function worstInWords({ requests, calls, images }: CostEstimate['worst']): string {
  const bounds = [
    ...(requests === undefined ? [] : [counted(requests, 'request')]),
    counted(calls, 'billed call'),
    counted(images, 'image'),
  ]
  return `at most ${bounds.join(', ')}`
}
