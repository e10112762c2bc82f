import { wordOf } from '../../../../reports/outcome.ts'
import type { Result } from '../../../../reports/result.ts'
import { resultsEnding } from '../../../../reports/select.ts'
import { inert } from '../../../../reports/workflow-command.ts'
import type { Report } from '../../../core/model/report.ts'
import type { Catalogue } from '../../../core/model/suite.ts'
import type { Verdict } from '../../../core/model/vocabulary.ts'
import { counted, verbOfShare } from '../../../core/text/counted.ts'
import { UsageError } from '../../../core/text/usage-error.ts'
import { visible } from '../../../core/text/visible.ts'
import { randomSeed } from '../../config/run-options.ts'
import { exitCode } from '../../report/exit-code.ts'
import { replayEach } from '../../run/replay/replay.ts'
import type { Replayed } from '../../run/replay/replay-fetch.ts'
import type { Live } from '../../watch/live.ts'
import type { Io } from '../io.ts'
import { comparisonInWords } from '../replay/replay-case.ts'
import type { RunArguments } from '../run/options/run-options.ts'
import { runWithProgress } from '../run/run-with-progress.ts'
import type { Gateway } from './gateway.ts'
import type { Trigger, Triggers } from './triggers.ts'

interface State {
  /** The options of the last run, with the seed that was drawn for it. */
  readonly options: RunArguments
  /** The exit status of the last complete run. */
  readonly status: number
  /** The failures of the last complete run. Its evidence has their cases. */
  readonly failures: readonly Result[]
  /** The ids of requirements whose failures in that run are all known. */
  readonly known: ReadonlySet<string>
}

export interface Watching {
  readonly options: RunArguments
  readonly io: Io
  readonly catalogue: Catalogue
  readonly live: Live
  readonly triggers: Triggers
  readonly gateway: Gateway | undefined
  /** The URL of the page. */
  readonly page: string
  readonly say: (text: string) => void
  /** Runs with a signal that aborts this round only. */
  readonly interruptible: <Result>(work: (signal: AbortSignal) => Promise<Result>) => Promise<Result>
}

type Round = Extract<Trigger, { why: string }>

const keys = 'Enter: send failed cases again; a, Enter: run everything; q, Enter: quit.'

/** Runs everything, then the failures after each trigger, until the user ends it. Returns the exit status. */
export async function watch(watching: Watching): Promise<number> {
  const { options, io, live, triggers, page, say } = watching
  const begun: State = { options, status: exitCode.inconclusive, failures: [], known: new Set() }
  let state = (await isUp(watching)) ? await everything(watching, 'the start', begun) : begun
  for (;;) {
    if (io.signal.aborted) return exitCode.interrupted
    live.waiting()
    // The URL is repeated, because a run prints more than fits on a screen.
    say(`Waiting for changes. Page: ${page} ${keys}`)
    const trigger = await triggers.next()
    if (trigger.what === 'interrupted') return exitCode.interrupted
    if (trigger.what === 'quit') return state.status
    state = await onTrigger(watching, trigger, state)
  }
}

async function onTrigger(watching: Watching, { what, why, isChange, only }: Round, state: State): Promise<State> {
  if (only !== undefined) return oneAgain(watching, only, why, state)
  const mayBeDown = isChange === true || watching.gateway?.isRunning() === false
  if (mayBeDown && !(await isUp(watching))) return state
  const isAll = what === 'everything' || casesOf(state.failures).length === 0
  return isAll ? everything(watching, why, state) : failed(watching, why, state)
}

/** Restarts the gateway, if it has a command. Returns whether it answers. */
async function isUp({ gateway, io, live, say }: Watching): Promise<boolean> {
  if (gateway === undefined) return true
  say(live.starting(gateway.isRunning()))
  const trouble = await gateway.restart()
  if (io.signal.aborted) return false
  live.trouble(trouble)
  // Crashes were already reported.
  if (trouble?.kind === 'down') say(`mgi: the gateway is not running: ${trouble.text}`)
  return trouble === undefined
}

async function everything(
  { io, catalogue, live, say, interruptible }: Watching,
  why: string,
  state: State,
): Promise<State> {
  say(`Running everything (${why})`)
  const { isSeedDrawn } = state.options
  const options = isSeedDrawn ? { ...state.options, seed: randomSeed() } : state.options
  if (isSeedDrawn) say(`mgi: drawn seed: ${options.seed}`)
  live.begin('everything')
  let report: Report | undefined
  const status = await interruptible((signal) =>
    runWithProgress(options, { ...io, signal }, catalogue, {
      onProgress: live.progress,
      onReport: (finished) => {
        report = finished
      },
    }),
  )
  if (status === exitCode.interrupted || report === undefined) {
    live.end('stopped')
    // The evidence now belongs to the stopped run, so the next round must be complete.
    return { ...state, options, failures: [] }
  }
  const limited = report.limits.length === 0 ? '' : ' (limited run)'
  live.end(`${wordOf(report.summary.verdict)}${limited}, ${report.summary.reason}`, report)
  return { options, status, ...failuresIn(report) }
}

/** Sends the failed cases of one requirement again. What else failed is as before, so nothing follows from it. */
async function oneAgain(watching: Watching, only: string, why: string, state: State): Promise<State> {
  const failures = state.failures.filter(({ id }) => id === only)
  if (failures.length === 0) watching.say(`No failed case of ${only} in the last complete run`)
  else await failed(watching, why, { ...state, failures }, false)
  return state
}

async function failed(watching: Watching, why: string, state: State, isAll = true): Promise<State> {
  const { io, catalogue, live, say, interruptible } = watching
  const all = casesOf(state.failures).length
  const cases = counted(all, 'failed case')
  say(`Sending ${cases} again (${why})`)
  live.begin(`${cases} again`)
  try {
    const counts = await interruptible((signal) => countPassing(state, catalogue, { ...io, signal }))
    const words = counts === undefined ? 'stopped' : countsInWords(counts, all)
    say(words)
    live.end(words)
    return isAll && counts?.passing === all ? everything(watching, 'all failed cases pass now', state) : state
  } catch (error) {
    // This happens, for example, if the evidence was removed.
    if (!(error instanceof UsageError)) throw error
    say(`mgi: ${error.message}`)
    live.end(error.message)
    return everything(watching, 'the failed cases cannot be sent again', state)
  }
}

/** Returns the failures of a run without known failures, and the requirements with only known ones. */
function failuresIn(report: Report): Pick<State, 'failures' | 'known'> {
  const all = resultsEnding(report, 'fail')
  const failures = all.filter(({ known }) => known === undefined)
  const failed = new Set(failures.map(({ id }) => id))
  return { failures, known: new Set(all.flatMap(({ id }) => (failed.has(id) ? [] : [id]))) }
}

/** Returns a case for each failed result. Results may share a case. */
function casesOf(failures: readonly Result[]): readonly string[] {
  return [...new Set(failures.flatMap(({ findings }) => findings.slice(0, 1).map(({ exchange }) => exchange)))]
}

/** The outcomes of cases that were sent again. */
interface Counts {
  readonly passing: number
  readonly unanswered: number
}

function countsInWords({ passing, unanswered }: Counts, all: number): string {
  const silent = unanswered === 0 ? '' : `, ${unanswered} without a response`
  return `${passing} of ${counted(all, 'failed case')} ${verbOfShare(passing, all, 'passes', 'pass')} now${silent}`
}

/**
 * Sends the cases of failures again, as in the last complete run, and prints the outcome of each. Returns `undefined`
 * if it was interrupted.
 */
async function countPassing(
  { options, failures, known }: State,
  catalogue: Catalogue,
  { stdout, signal }: Pick<Io, 'stdout' | 'signal'>,
): Promise<Counts | undefined> {
  const requirements = new Set(failures.map(({ id }) => id))
  let passing = 0
  let unanswered = 0
  for await (const { id, replayed } of replayEach(casesOf(failures), options, catalogue, signal, known)) {
    stdout.write(inert(visible(comparisonInWords(id, replayed))))
    if (isPassing(replayed, requirements)) passing += 1
    if (replayed.now.response === null) unanswered += 1
  }
  return signal.aborted ? undefined : { passing, unanswered }
}

/**
 * Returns whether a case now passes. Only failures that are sent again count, because a known failure may concern the
 * same case. A requirement that no longer applies counts only if the response is otherwise as before, and not if the
 * gateway is busy. The complete run that follows finds new failures.
 */
function isPassing({ before, now, comparison: { changes } }: Replayed, requirements: ReadonlySet<string>): boolean {
  if (now.response === null) return false
  const isAlike = now.response.status === before.response?.status
  const passing: readonly Verdict[] = isAlike ? ['pass', 'inapplicable', 'untested'] : ['pass']
  return changes.every((change) => passing.includes(change.now) || !requirements.has(change.requirement))
}
