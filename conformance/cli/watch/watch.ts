import { marks, wordOf } from '../../../reports/outcome.ts'
import { allResults, nameOf, type Result } from '../../../reports/result.ts'
import { resultsEnding, undecided } from '../../../reports/select.ts'
import { outcomeLooks, type Paint, painter } from '../../../reports/terminal/paint.ts'
import { visible, visibleLine } from '../../../reports/visible.ts'
import type { Report } from '../../model/report.ts'
import type { Catalogue } from '../../model/suite.ts'
import { UsageError } from '../../model/usage-error.ts'
import type { Redactor } from '../../record/evidence/redact.ts'
import { exitCode } from '../../report/exit-code.ts'
import { replay } from '../../run/replay/replay.ts'
import { run } from '../../run/run.ts'
import type { Live } from '../../watch/live.ts'
import { type LooksAt, lookingAt } from '../../watch/looking-at.ts'
import type { Io } from '../io.ts'
import { comparisonInWords } from '../replay/replay-case.ts'
import { hasColour } from '../report/write-reports.ts'
import { carryOut } from '../run/carry-out.ts'
import type { RunArguments } from '../run/options/run-options.ts'
import type { Gateway } from './gateway.ts'
import type { Narrowed, Trigger, Triggers } from './triggers.ts'

interface State {
  /** The exit status of the last complete run. */
  readonly status: number
  /** The results that have not passed yet. */
  readonly left: readonly Result[]
}

export interface Watching {
  readonly options: RunArguments
  readonly io: Io
  readonly catalogue: Catalogue
  readonly live: Live
  readonly triggers: Triggers
  readonly gateway: Gateway | undefined
  readonly say: (text: string) => void
  /** Replaces secrets by labels. */
  readonly redactor: Redactor
  /** Runs with a signal that aborts this run only. */
  readonly interruptible: <Result>(work: (signal: AbortSignal) => Promise<Result>) => Promise<Result>
}

type Run = Exclude<Trigger, { what: 'quit' | 'interrupted' }>

const keys = 'Waiting for a change. Enter: run what failed again; a, Enter: run everything; q, Enter: end.'

/** Runs everything, then the failures after each change, until the user ends it. Returns the exit status. */
export async function watch(watching: Watching): Promise<number> {
  const { options, io, catalogue, live, triggers, gateway, say, interruptible } = watching
  const paint = painter(hasColour(io))
  const begun: State = { status: exitCode.inconclusive, left: [] }
  let state = (await isUp('start')) ? await everything('the start', begun) : begun
  for (;;) {
    if (io.signal.aborted) return exitCode.interrupted
    say(keys)
    live.waiting('waiting for a change')
    const trigger = await triggers.next()
    if (trigger.what === 'interrupted') return exitCode.interrupted
    if (trigger.what === 'quit') return state.status
    state = await onTrigger(trigger, state)
  }

  async function onTrigger(trigger: Run, state: State): Promise<State> {
    const { why } = trigger
    const isAnew = trigger.what === 'restart' || ('isChange' in trigger && trigger.isChange === true)
    if (isAnew && !(await isUp('restart'))) return state
    if (trigger.what === 'case') {
      await interruptible((signal) => runCase(trigger, watching, signal))
      return state
    }
    if (trigger.what === 'some') return chosen(trigger, state)
    return trigger.what === 'everything' || state.left.length === 0
      ? saidEverything(`Running everything (${why})`, why, state)
      : failed(why, state)
  }

  /** Tells whether the gateway answers, if it has a command. */
  async function isUp(what: string): Promise<boolean> {
    if (gateway === undefined) return true
    say(`The gateway is to ${what}`)
    live.waiting('waiting until the gateway answers')
    const trouble = await gateway.restart()
    if (trouble === undefined || io.signal.aborted) return !io.signal.aborted
    say(`mgi: ${trouble}`)
    live.note(trouble)
    return false
  }

  function saidEverything(words: string, why: string, state: State): Promise<State> {
    say(words)
    return everything(why, state)
  }

  async function everything(why: string, state: State): Promise<State> {
    let report: Report | undefined
    const hooks = live.begin({ what: 'everything', why, scope: 'everything' })
    const status = await interruptible((signal) =>
      carryOut(options, { ...io, signal }, catalogue, {
        ...hooks,
        onReport: (finished) => {
          report = finished
        },
      }),
    )
    const isStopped = status === exitCode.interrupted
    live.end(outcomeOf(isStopped, report), isStopped ? undefined : report)
    // A stopped run proves nothing, so everything has to run again.
    return isStopped || report === undefined ? { ...state, left: [] } : { status, left: leftOf(report) }
  }

  async function failed(why: string, state: State): Promise<State> {
    const { left } = state
    const what = `what failed: ${left.length === 1 ? '1 result' : `${left.length} results`}`
    say(`Running again ${what} (${why})`)
    const later = await some({ requirements: [...new Set(left.map(({ id }) => id))] }, what, why, state)
    if (later === undefined) return state
    for (const one of later.again) io.stdout.write(lineOf(one, paint))
    say(later.words)
    if (later.left.length > 0) return { ...state, left: later.left }
    return saidEverything('All that failed passes now. Running everything', 'all that failed passes now', later)
  }

  /** Runs what the user chose, and reports its failures and the former failures that pass now. */
  async function chosen({ narrowed, words, why }: Extract<Run, { what: 'some' }>, state: State): Promise<State> {
    say(`Running ${words} (${why})`)
    const later = await some(narrowed, words, why, state)
    if (later === undefined) return state
    const mended = later.again.filter(({ verdict }) => verdict === 'pass')
    for (const one of [...mended, ...later.failing]) io.stdout.write(lineOf(one, paint))
    say(later.words)
    return { ...state, left: later.left }
  }

  /** Runs a part without keeping its evidence. Returns `undefined` if it was stopped. */
  async function some(
    narrowed: Narrowed,
    what: string,
    why: string,
    { status, left }: State,
  ): Promise<Later | undefined> {
    const selection = { ...options.selection, ...narrowed }
    const hooks = live.begin({ what, why, scope: selection })
    const { report, troubles, interruption } = await interruptible((signal) =>
      run({ ...options, out: undefined, selection }, catalogue, { ...hooks, signal, shrink: false }),
    )
    for (const trouble of troubles) say(`mgi: ${trouble}`)
    if (interruption !== undefined) return void live.end('stopped')
    const again = resultsAgain(left, report, lookingAt(selection, catalogue))
    const failing = failuresIn(report)
    const words = `${again.filter(({ verdict }) => verdict === 'pass').length} of ${again.length} that failed pass now, ${failing.length} fail.`
    live.end(words, report)
    return { status, words, again, failing, left: leftAfter(left, again, failing) }
  }
}

/** The results of a partial run. */
interface Later extends State {
  readonly words: string
  /** The former failures with their new results. */
  readonly again: readonly Result[]
  /** The failures of the part. */
  readonly failing: readonly Result[]
}

function outcomeOf(isStopped: boolean, report: Report | undefined): string {
  if (isStopped) return 'stopped'
  return report === undefined ? 'no results' : `${wordOf(report.summary.verdict)}: ${report.summary.reason}`
}

function lineOf(result: Result, paint: Paint): string {
  const { mark, words } = stateOf(result)
  const look = outcomeLooks[result.verdict]
  const curl = result.verdict === 'pass' ? undefined : result.findings[0]?.curl
  const lines = [`${paint(look, mark)} ${paint('bold', visibleLine(nameOf(result)))}: ${visibleLine(words)}`]
  return [...lines, ...(curl === undefined ? [] : [`    ${visibleLine(curl)}`]), ''].join('\n')
}

/** Returns results as they are in a later report. Results that it does not cover stay unchanged. */
function resultsAgain(before: readonly Result[], later: Report, looksAt: LooksAt): readonly Result[] {
  const seen = allResults(later).filter((result) => looksAt(result, result))
  const now = new Map(seen.map((result) => [nameOf(result), result]))
  return before.map((result) => now.get(nameOf(result)) ?? result)
}

/** Returns the failures or, if there are none, the inconclusive results. */
function leftOf(report: Report): readonly Result[] {
  const failed = failuresIn(report)
  return failed.length > 0 ? failed : undecided(report)
}

/** Returns the remaining failures after a partial run: those that have not passed yet, and new ones. */
function leftAfter(left: readonly Result[], again: readonly Result[], failing: readonly Result[]): readonly Result[] {
  const known = new Set(left.map(nameOf))
  return [...again.filter(({ verdict }) => verdict !== 'pass'), ...failing.filter((one) => !known.has(nameOf(one)))]
}

function failuresIn(report: Report): readonly Result[] {
  return resultsEnding(report, 'fail').filter(({ known }) => known === undefined)
}

/** Describes a result in words. */
function stateOf({ verdict, findings, reason }: Result): { readonly mark: string; readonly words: string } {
  const mark = `${marks[verdict].glyph} ${marks[verdict].word}`
  return { mark, words: verdict === 'pass' ? 'passes now' : (findings[0]?.message ?? reason) }
}

/** Sends one case of the last complete run again, and reports how its results changed. */
async function runCase(
  { id, why }: Extract<Trigger, { what: 'case' }>,
  { options, catalogue, io, live, say, redactor }: Watching,
  signal: AbortSignal,
): Promise<void> {
  say(`Running the case ${id} (${why})`)
  live.begin({ what: `the case ${id}`, why, scope: 'case' })
  try {
    const replayed = await replay(id, options, catalogue, signal)
    if (replayed === undefined) return live.end('stopped')
    const { before, now, comparison } = replayed
    const told = comparisonInWords(id, before, now, comparison)
    io.stdout.write(visible(told))
    live.recent.add(redactor.exchange(now), {})
    live.end(told.slice(id.length + 2).replace(/\n\s*/g, '; '))
  } catch (error) {
    // An unknown name does not end the watch.
    if (!(error instanceof UsageError)) throw error
    say(`mgi: ${error.message}`)
    live.end(error.message)
  }
}
