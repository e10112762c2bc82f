import { join } from 'node:path'
import { baseUrlsInWords } from '../../../reports/identity.ts'
import type { RunOptions } from '../../config/run-options.ts'
import { makeFolder } from '../../files/out-folder.ts'
import type { Operation } from '../../model/operation.ts'
import type { Plan } from '../../model/plan.ts'
import type { Report } from '../../model/report.ts'
import type { Catalogue } from '../../model/suite.ts'
import { shortestSecret } from '../../record/evidence/secret-spellings.ts'
import type { Destination } from '../../report/destinations.ts'
import { exitCode } from '../../report/exit-code.ts'
import { removedInWords, removeFormerReports } from '../../report/former-reports.ts'
import type { Written } from '../../report/write-reports.ts'
import { isEmpty } from '../../run/plan/empty-share.ts'
import { type Promised, promiseOf } from '../../run/plan/promise.ts'
import { type Finished, type RunHooks, type RunStart, run, runPlan } from '../../run/run.ts'
import type { Target } from '../../run/target/target.ts'
import type { Io } from '../io.ts'
import { statusOf, writtenInWords } from '../report/reporting.ts'
import { openEventLog } from './event-log.ts'
import type { RunArguments } from './options/run-options.ts'
import { startProgress } from './progress.ts'

const shortKey = `a key has fewer than ${shortestSecret} characters: replies are not searched for it before they are recorded`

const unchecked = 'TLS certificate verification is disabled (--insecure): any server that answers receives the key'

/** A run, begun with hooks that tell the user of it. */
type Begin = (hooks: RunHooks) => Promise<Finished>

/** Who else is told of a run. */
export type AlsoTold = Pick<RunHooks, 'onStart' | 'onPhase' | 'onNote' | 'onProgress' | 'onExchange'> & {
  readonly onReport?: (report: Report) => void
}

/** Runs as the options say, and tells the user of it. Answers with the exit status. */
export function carryOut(options: RunArguments, io: Io, catalogue: Catalogue, also: AlsoTold = {}): Promise<number> {
  return withProgress(options, io, catalogue, async (hooks) => {
    const finished = await run(options, catalogue, {
      ...hooks,
      onStart: both(hooks.onStart, also.onStart),
      onPhase: both(hooks.onPhase, also.onPhase),
      onNote: both(hooks.onNote, also.onNote),
      onProgress: both(hooks.onProgress, also.onProgress),
      onExchange: both(hooks.onExchange, also.onExchange),
    })
    also.onReport?.(finished.report)
    return finished
  })
}

function both<Told extends readonly unknown[]>(
  one: ((...told: Told) => void) | undefined,
  other: ((...told: Told) => void) | undefined,
): (...told: Told) => void {
  return (...told) => {
    one?.(...told)
    other?.(...told)
  }
}

/** The same with a plan and a target that are there already. */
export function carryOutPlan(
  plan: Plan,
  target: Target,
  options: RunArguments,
  io: Io,
  catalogue: Catalogue,
): Promise<number> {
  return withProgress(options, io, catalogue, (hooks) => runPlan(plan, target, options, catalogue, hooks))
}

async function withProgress(options: RunArguments, io: Io, catalogue: Catalogue, begin: Begin): Promise<number> {
  const events = openEventLog(options.reporters, io)
  const progress = startProgress(io, options.isQuiet)
  try {
    const finished = await begin({
      signal: io.signal,
      onStart: (start) => {
        makeFolder(options.out)
        progress.counting(start.failedSoFar)
        progress.note(intention(start.plan, start.target, options, catalogue.operations))
        for (const caution of cautions(start, options)) progress.note(caution)
        if (options.targetOptions.connection.tls?.verify === false) io.stderr.write(`mgi: ${unchecked}\n`)
        events.begin(start.header, Math.min(start.plan.requests, options.maxRequests ?? Number.POSITIVE_INFINITY))
      },
      onNote: progress.note,
      onPhase: progress.phase,
      onProgress: progress.step,
      onExchange: events.exchange,
    })
    progress.end()
    const { report, troubles, interruption, isHalted } = finished
    if (interruption !== undefined) progress.note(`${interruption}: the reports contain the results so far`)
    for (const trouble of troubles) io.stderr.write(`mgi: ${trouble}\n`)
    events.end(report)
    // Renderers are loaded at the end: nobody waits for them before anything is sent.
    const { writeReports } = await import('../report/write-reports.ts')
    const { sinceLastRun } = await import('./since-last-run.ts')
    const { writeKnownFailures } = await import('../../config/known-failures/write.ts')
    const evidence = [join(options.out, 'exchanges.ndjson')]
    const onFiles = (written: Written) => {
      const list = isHalted ? undefined : writeKnownFailures(report, options.knownFailures)
      progress.note(writtenInWords(written, options.outInWords, ['exchanges.ndjson', ...events.names]))
      const removed = removedInWords(removeFormerReports(options.out, options.reporters))
      for (const note of [removed, list, sinceLastRun(report, options.out, options.outInWords)])
        if (note !== undefined) progress.note(note)
    }
    const written = await writeReports(report, options.reporters.filter(isOfTheEnd), { evidence, io, onFiles })
    return interruption === undefined ? statusOf(report, written) : exitCode.interrupted
  } finally {
    events.close()
  }
}

function cautions({ target }: RunStart, { targetOptions }: RunArguments): readonly string[] {
  const keys = [target.key, ...Object.values(targetOptions.credentials).map(({ key }) => key)]
  return keys.some((key) => key.length < shortestSecret) ? [shortKey] : []
}

/** Events are written while the run goes on. */
function isOfTheEnd({ format }: Destination): boolean {
  return format !== 'ndjson'
}

/** What a run is about to send, and what it may cost at worst. It shows at once that no gateway is tested where the URL was forgotten. */
function intention(plan: Plan, target: Target, options: RunOptions, operations: readonly Operation[]): string {
  const whom = target.embedded
    ? 'the embedded reference server (no URL given)'
    : target.url + baseUrlsInWords(options.targetOptions.vocabulary)
  if (isEmpty(plan)) return `Sending nothing to ${whom}`
  const { expected, worst } = promiseOf(plan, options, operations)
  return `Sending ${counted(expected.requests, 'request')} to ${whom}${through(options)} (${worstInWords(worst)})`
}

/** A proxy may come from the environment: whoever forgot it reads it here. */
function through({ targetOptions: { connection } }: RunOptions): string {
  return connection.proxy === undefined ? '' : ` through the proxy ${new URL(connection.proxy).origin}`
}

/** The promise of a run: whatever the target does, it costs no more. */
function worstInWords({ requests, calls, images }: Promised['worst']): string {
  const bounds = [
    ...(requests === undefined ? [] : [counted(requests, 'request')]),
    counted(calls, 'billed call'),
    counted(images, 'image'),
  ]
  return `at most ${bounds.join(', ')}`
}

function counted(count: number, what: string): string {
  return count === 1 ? `1 ${what}` : `${count} ${what}s`
}
