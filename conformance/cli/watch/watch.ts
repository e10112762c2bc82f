import { nameOf, type Result } from '../../../reports/result.ts'
import { resultsEnding, undecided } from '../../../reports/select.ts'
import { outcomeLooks, type Paint, painter } from '../../../reports/terminal/paint.ts'
import { visibleLine } from '../../../reports/visible.ts'
import type { Report } from '../../model/report.ts'
import type { Catalogue } from '../../model/suite.ts'
import { exitCode } from '../../report/exit-code.ts'
import { run } from '../../run/run.ts'
import type { Io } from '../io.ts'
import { hasColour } from '../report/write-reports.ts'
import { carryOut } from '../run/carry-out.ts'
import type { RunArguments } from '../run/options/run-options.ts'
import { resultsAgain, stateOf } from './again.ts'
import { listens, startTriggers, type Trigger } from './triggers.ts'

const keys = 'Waiting for a change. Enter: run what failed again; a, Enter: run everything; q, Enter: end.'

/** Runs everything, then what failed each time something changes, until the user ends it. Answers with the exit status. */
export async function watch(
  options: RunArguments,
  paths: readonly string[],
  io: Io,
  catalogue: Catalogue,
): Promise<number> {
  const say = (text: string) => void io.stderr.write(`${visibleLine(text)}\n`)
  const { connection } = options.targetOptions
  const triggers = startTriggers({
    ...{ input: io.stdin, paths, out: options.out, signal: io.signal, onTrouble: (text) => say(`mgi: ${text}`) },
    // Behind a proxy the gateway's own port says nothing.
    server: connection.proxy === undefined ? { isThere: () => listens(options.url!), every: 500 } : undefined,
  })
  const paint = painter(hasColour(io))
  try {
    let state = await everything(options, io, catalogue)
    for (;;) {
      if (io.signal.aborted) return exitCode.interrupted
      say(keys)
      const trigger = await triggers.next()
      if (trigger.what === 'interrupted') return exitCode.interrupted
      if (trigger.what === 'quit') return state.status
      state = await onTrigger(trigger, state)
    }
  } finally {
    triggers.close()
  }

  async function onTrigger(trigger: Extract<Trigger, { why: string }>, state: State): Promise<State> {
    const { left } = state
    if (trigger.what === 'everything' || left.length === 0) {
      say(`Running everything (${trigger.why})`)
      return everything(options, io, catalogue)
    }
    say(`Running again what failed: ${left.length === 1 ? '1 result' : `${left.length} results`} (${trigger.why})`)
    const now = await again(left)
    if (io.signal.aborted) return state
    for (const one of now) io.stdout.write(lineOf(one, paint))
    const open = now.filter(({ verdict }) => verdict !== 'pass')
    say(`${now.length - open.length} of ${now.length} pass now.`)
    if (open.length > 0) return { ...state, left: open }
    say('All that failed passes now. Running everything')
    return everything(options, io, catalogue)
  }

  /** Only the requirements that failed, on the same target; its evidence is kept nowhere. */
  async function again(left: readonly Result[]): Promise<readonly Result[]> {
    const requirements = [...new Set(left.map(({ id }) => id))]
    const narrowed = { ...options, out: undefined, selection: { ...options.selection, requirements } }
    const { report, troubles } = await run(narrowed, catalogue, { signal: io.signal, shrink: false })
    for (const trouble of troubles) say(`mgi: ${trouble}`)
    return resultsAgain(left, report)
  }
}

/** Where things stand after a run. */
interface State {
  /** The exit status of the last complete run. */
  readonly status: number
  /** What has to pass yet. */
  readonly left: readonly Result[]
}

async function everything(options: RunArguments, io: Io, catalogue: Catalogue): Promise<State> {
  let report: Report | undefined
  const status = await carryOut(options, io, catalogue, (finished) => {
    report = finished
  })
  return { status, left: report === undefined ? [] : leftOf(report) }
}

/** What failed; where nothing did, what could not be decided. */
function leftOf(report: Report): readonly Result[] {
  const failed = resultsEnding(report, 'fail').filter(({ known }) => known === undefined)
  return failed.length > 0 ? failed : undecided(report)
}

function lineOf(result: Result, paint: Paint): string {
  const { mark, words } = stateOf(result)
  const look = outcomeLooks[result.verdict]
  const curl = result.verdict === 'pass' ? undefined : result.findings[0]?.curl
  const lines = [`${paint(look, mark)} ${paint('bold', visibleLine(nameOf(result)))}: ${visibleLine(words)}`]
  return [...lines, ...(curl === undefined ? [] : [`    ${visibleLine(curl)}`]), ''].join('\n')
}
