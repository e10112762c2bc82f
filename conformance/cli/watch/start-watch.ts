import { visibleLine } from '../../../reports/visible.ts'
import { selectionOf } from '../../config/selection.ts'
import type { Catalogue } from '../../model/suite.ts'
import { UsageError } from '../../model/usage-error.ts'
import type { Selection } from '../../record/evidence/frame.ts'
import { createRedactor, type Redactor } from '../../record/evidence/redact.ts'
import { secretsOfTarget } from '../../run/target/open-client.ts'
import { type Live, startLive } from '../../watch/live.ts'
import type { PageAction, RunAction } from '../../watch/page-action.ts'
import { openPage, type PageServer } from '../../watch/page-server.ts'
import type { Io } from '../io.ts'
import type { RunArguments } from '../run/options/run-options.ts'
import { resultsOfTarget } from '../run/since-last-run.ts'
import { listeningError } from '../serve/listening.ts'
import { type Gateway, gatewayOf, inTheWay, placesOf, silentIn } from './gateway.ts'
import { startTriggers, type Trigger } from './triggers.ts'
import { watch } from './watch.ts'

/** The options of `mgi watch` beside those of its runs. */
export interface WatchWishes {
  /** Absolute paths of files and folders that trigger a run. */
  readonly paths: readonly string[]
  /** The command of the gateway. */
  readonly restart: string | undefined
  /** The port of the page; 0 is any free one. */
  readonly port: number
}

/** Opens the target, the gateway and the page, watches, and closes them again. Returns the exit status. */
export async function startWatch(
  options: RunArguments & { readonly url: string },
  { paths, restart, port }: WatchWishes,
  io: Io,
  catalogue: Catalogue,
): Promise<number> {
  const { url, selection, targetOptions, out } = options
  const places = placesOf(url, selection.areas, targetOptions.vocabulary)
  const areThere = async () => (await silentIn(places)).length === 0
  if (restart !== undefined && (await areThere())) throw new UsageError(inTheWay(places))
  const say = (text: string) => void io.stderr.write(`${visibleLine(text)}\n`)
  const live = startLive({ target: url, selection, catalogue, earlier: resultsOfTarget(out, url) })
  const redactor = redactorOf(options)
  const gateway = restart === undefined ? undefined : startGateway(restart, places, options, live, redactor, io, say)
  let interruption: AbortController | undefined
  const triggers = startTriggers({
    ...{ input: io.stdin, paths, out, signal: io.signal, onTrouble: (text) => say(`mgi: ${text}`) },
    // Behind a proxy, the port of the gateway cannot be checked. A gateway with a command is back when it was
    // restarted.
    server:
      targetOptions.connection.proxy === undefined && gateway === undefined
        ? { isThere: areThere, every: 500 }
        : undefined,
    onChange: (why) => interruption?.abort(interruptedBy(`a change: ${why}`)),
  })
  let page: PageServer | undefined
  try {
    page = await openedPage(live, port, (action) => {
      if (action.action === 'stop') return stop(interruption)
      const hasEvidence = live.complete() !== undefined
      triggers.fire(triggerFor(action, { selection, catalogue, hasGateway: gateway !== undefined, hasEvidence }))
      return interruption === undefined ? '' : 'This runs when the run that goes on is over.'
    })
    say(`The page of this watch: ${page.url}`)
    return await watch({
      ...{ options, io, catalogue, live, triggers, gateway, say, redactor },
      async interruptible(work) {
        interruption = new AbortController()
        try {
          return await work(AbortSignal.any([io.signal, interruption.signal]))
        } finally {
          interruption = undefined
        }
      },
    })
  } finally {
    triggers.close()
    await gateway?.stop()
    live.ended()
    await page?.close()
  }
}

function stop(interruption: AbortController | undefined): string {
  interruption?.abort(interruptedBy('a click on the page'))
  return interruption === undefined ? 'No run goes on.' : 'The run is being stopped.'
}

function interruptedBy(what: string): DOMException {
  return new DOMException(`interrupted by ${what}`, 'AbortError')
}

async function openedPage(live: Live, port: number, onAction: (action: PageAction) => string): Promise<PageServer> {
  try {
    return await openPage({ live, port, onAction: (action) => inWords(() => onAction(action)) })
  } catch (error) {
    throw listeningError(error, 'port', { port })
  }
}

/** Returns the message of an action that is not possible, for the page. */
function inWords(fulfil: () => string): string {
  try {
    return fulfil()
  } catch (error) {
    if (error instanceof UsageError) return error.message
    throw error
  }
}

function redactorOf({ url, key = '', targetOptions, masks }: RunArguments & { readonly url: string }): Redactor {
  const target = { url, key }
  return createRedactor(secretsOfTarget(target, targetOptions), masks)
}

function startGateway(
  command: string,
  places: readonly string[],
  { isQuiet }: RunArguments,
  live: Live,
  redactor: Redactor,
  { cwd, env, signal }: Io,
  say: (text: string) => void,
): Gateway {
  return gatewayOf({
    ...{ command, places, cwd, env, signal },
    onChange: (gateway) => live.gateway({ ...gateway, output: gateway.output.map(redactor.text) }),
    onLine: (line) => {
      if (!isQuiet) say(`gateway: ${redactor.text(line)}`)
    },
  })
}

interface Watching {
  readonly selection: Selection
  readonly catalogue: Catalogue
  readonly hasGateway: boolean
  /** There is a run whose cases can be sent again. */
  readonly hasEvidence: boolean
}

const why = 'a click on the page'

/** Returns the trigger for an action of the page. An impossible action is a `UsageError`. */
function triggerFor(action: RunAction, watching: Watching): Trigger {
  switch (action.action) {
    case 'failed':
    case 'everything':
      return { what: action.action, why }
    case 'restart':
      if (!watching.hasGateway) throw new UsageError('start mgi watch with --restart CMD, so that it knows the command')
      return { what: 'restart', why }
    case 'case':
      if (!watching.hasEvidence) throw new UsageError('a case can be run again once everything has run')
      return { what: 'case', id: action.value, why }
    case 'area':
      return some({ areas: [action.value] }, `the area ${action.value}`, watching)
    case 'requirement':
      return some({ requirements: [action.value] }, action.value, watching)
  }
}

function some(
  narrowed: Partial<Pick<Selection, 'areas' | 'requirements'>>,
  words: string,
  { selection, catalogue }: Watching,
): Trigger {
  const outside = narrowed.areas?.find((area) => !selection.areas.includes(area))
  if (outside !== undefined) throw new UsageError(`this watch does not look at the area ${outside}`)
  selectionOf({ ...selection, ...narrowed } as Parameters<typeof selectionOf>[0], catalogue, undefined)
  return { what: 'some', narrowed, words, why }
}
