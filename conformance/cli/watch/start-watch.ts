import { visibleLine } from '../../../reports/visible.ts'
import type { Catalogue } from '../../model/suite.ts'
import { UsageError } from '../../model/usage-error.ts'
import { createRedactor, type Redactor } from '../../record/evidence/redact.ts'
import { secretsOfTarget } from '../../run/target/open-client.ts'
import { type Live, startLive } from '../../watch/live.ts'
import { openPage, type PageServer } from '../../watch/page-server.ts'
import type { Io } from '../io.ts'
import type { RunArguments } from '../run/options/run-options.ts'
import { listeningError } from '../serve/listening.ts'
import { type Gateway, gatewayOf, inTheWay } from './gateway.ts'
import { connectionTrouble, placesOf } from './reachable.ts'
import { startTriggers } from './triggers.ts'
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

/** Opens the gateway and the page, watches, and closes them again. Returns the exit status. */
export async function startWatch(
  options: RunArguments & { readonly url: string },
  { paths, restart, port }: WatchWishes,
  io: Io,
  catalogue: Catalogue,
): Promise<number> {
  const { url, selection, targetOptions, out } = options
  const places = placesOf(url, selection.areas, targetOptions.vocabulary)
  const trouble = () => connectionTrouble(places)
  if (restart !== undefined && (await trouble()) === undefined) throw new UsageError(inTheWay(places))
  const say = (text: string) => void io.stderr.write(`${visibleLine(text)}\n`)
  const live = startLive()
  const gateway = restart === undefined ? undefined : startGateway(restart, places, options, live, io, say)
  let interruption: AbortController | undefined
  const triggers = startTriggers({
    ...{ input: io.stdin, paths, out, signal: io.signal, onTrouble: (text) => say(`mgi: ${text}`) },
    // Behind a proxy, the port of the gateway cannot be checked. A gateway with a command is back when it was
    // restarted.
    server:
      targetOptions.connection.proxy === undefined && gateway === undefined
        ? {
            trouble,
            every: 500,
            onLook: (text) => live.trouble(text === undefined ? undefined : { kind: 'down', text }),
          }
        : undefined,
    onChange: (why) => interruption?.abort(new DOMException(`interrupted by a change: ${why}`, 'AbortError')),
  })
  let page: PageServer | undefined
  try {
    page = await openedPage(live, url, port)
    say(`The page of this watch: ${page.url}`)
    return await watch({
      ...{ options, io, catalogue, live, triggers, gateway, page: page.url, say },
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

async function openedPage(live: Live, target: string, port: number): Promise<PageServer> {
  try {
    return await openPage({ live, target, port })
  } catch (error) {
    throw listeningError(error, 'port', { port })
  }
}

function startGateway(
  command: string,
  places: readonly string[],
  options: RunArguments & { readonly url: string },
  live: Live,
  { cwd, env, signal }: Io,
  say: (text: string) => void,
): Gateway {
  const redactor = redactorOf(options)
  return gatewayOf({
    ...{ command, places, cwd, env, signal },
    onCrash(how) {
      live.trouble({ kind: 'crashed', text: how })
      say(`The gateway crashed: ${how}`)
    },
    onLine(line) {
      if (!options.isQuiet) say(`gateway: ${redactor.text(line)}`)
    },
  })
}

function redactorOf({ url, key = '', targetOptions, masks }: RunArguments & { readonly url: string }): Redactor {
  return createRedactor(secretsOfTarget({ url, key }, targetOptions), masks)
}
