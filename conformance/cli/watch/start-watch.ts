import { visibleLine } from '../../../reports/visible.ts'
import { openWords } from '../../config/keys.ts'
import type { Catalogue } from '../../model/suite.ts'
import { UsageError } from '../../model/usage-error.ts'
import { createRedactor, type Redactor } from '../../record/evidence/redact.ts'
import { secretsOfTarget } from '../../run/target/open-client.ts'
import { type Live, startLive } from '../../watch/live.ts'
import type { PageAction } from '../../watch/page-action.ts'
import { openPage, type PageServer } from '../../watch/page-server.ts'
import type { Io } from '../io.ts'
import { listeningError } from '../proxy/listening-error.ts'
import type { RunArguments } from '../run/options/run-options.ts'
import { resultsOfTarget } from '../run/since-last-run.ts'
import { type Gateway, gatewayOf, inTheWay } from './gateway.ts'
import { placesOf, silentIn } from './places.ts'
import { triggerFor } from './trigger-for.ts'
import { startTriggers } from './triggers.ts'
import { watch } from './watch.ts'

/** What the user wants beside the runs. */
export interface WatchWishes {
  /** Files and folders that set a run off, absolute. */
  readonly paths: readonly string[]
  /** The command of the gateway. */
  readonly restart: string | undefined
  /** Of the page; 0 is any free one. */
  readonly port: number
}

/** Opens all that a watch needs, watches, and closes it again. Answers with the exit status. */
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
    // Behind a proxy the gateway's own port says nothing; a gateway of ours is back when we have started it.
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

/** An action that is not possible is told on the page. */
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
  return createRedactor(secretsOfTarget(target, targetOptions), { open: openWords(target, targetOptions), masks })
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
