import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { whileLocked } from '../../../core/files/lock-folder.ts'
import type { Catalogue } from '../../../core/model/suite.ts'
import { UsageError } from '../../../core/text/usage-error.ts'
import { visibleLine } from '../../../core/text/visible.ts'
import { createRedactor, type Redactor } from '../../../engine/record/evidence/redact.ts'
import { withPlugins } from '../../../specification/plugins/load-plugins.ts'
import { catalogueFor } from '../../config/edition.ts'
import { assertUpstreamKey } from '../../config/upstream-options.ts'
import { secretsOfTarget } from '../../run/target/open-client.ts'
import { baseUrlsOf, connectionTrouble } from '../../run/target/reachable.ts'
import { type Live, startLive } from '../../watch/live.ts'
import { openPage, type PageServer } from '../../watch/page-server.ts'
import { command, inGroup } from '../command.ts'
import { loadRunConfig, noticeOf } from '../config/load-run-config.ts'
import type { Io } from '../io.ts'
import { wholeNumber } from '../options/numbers.ts'
import { runOptionSpecs } from '../run/options/options.ts'
import { type RunArguments, readRunOptions } from '../run/options/run-options.ts'
import { faultLines, listeningError } from '../serve/listening.ts'
import { explainPortInUse, type Gateway, type GatewayOptions, gatewayOf } from './gateway.ts'
import { startTriggers, type Triggers } from './triggers.ts'
import { type Watching, watch } from './watch.ts'

const { plan: _plan, replay: _replay, shard: _shard, 'write-known-failures': _list, ...ofRun } = runOptionSpecs

/** The options of `mgi watch`: its own, and those of a run that can be repeated. */
export const watchOptionSpecs = {
  ...inGroup('Watching', {
    'on-change': {
      type: 'string',
      value: 'PATH',
      multiple: true,
      help: 'A file or folder of the gateway: when it changes, failed cases are sent again; repeatable.',
    },
    restart: {
      type: 'string',
      value: 'CMD',
      help: 'The command that starts the gateway: run at the start and after each change of a file, stopped at the end.',
    },
    'restart-env': {
      type: 'string',
      value: 'NAME',
      multiple: true,
      help: 'Hand this environment variable to the command of --restart although it contains a key of the run; repeatable.',
    },
    port: { type: 'string', value: 'N', help: 'The port of the page; 0 is any free port (default 0).' },
  }),
  ...ofRun,
} as const

export const watchCommand = command({
  name: 'watch',
  summary: 'Runs all tests, shows the report on a local page, and sends failed cases again when the gateway changes.',
  usage: 'watch URL [OPTION …]',
  positionals: 1,
  options: watchOptionSpecs,
  notes: [
    'Prints the address of the page, which only this machine can open. It shows the HTML report of the last complete run, and above it the state of the watch and of the gateway.',
    'Failed cases are sent again when you press Enter, when a file of --on-change changes, and when the gateway is back after a restart.',
    'When all of them pass, everything runs again. Keys: Enter sends failed cases again; a, Enter runs everything; q, Enter or Ctrl-C ends.',
    'Examples:',
    '  mgi watch http://127.0.0.1:8080 --area messages --on-change src',
    "  mgi watch http://127.0.0.1:8080 --on-change src --restart 'node src/main.js'",
    'Exit status: 130 after Ctrl-C, SIGTERM or SIGHUP, also if npx receives the SIGTERM; after q, that of the last complete run.',
  ],
  async run({ positionals, values: { 'on-change': changing, restart, 'restart-env': handedOn, port, ...values }, io }) {
    const loaded = loadRunConfig(positionals, values, io)
    const own = loaded?.config.watch ?? {}
    const paths =
      changing?.map((path) => existingPath(path, io.cwd, `--on-change ${path}`)) ??
      (own.onChange ?? []).map((path, index) =>
        existingPath(path, dirname(loaded!.file), `${loaded!.at(`/watch/onChange/${index}`)}: ${path}`),
      )
    const catalogue = await withPlugins(catalogueFor(values.edition, loaded), values.plugin, loaded, io.cwd)
    const options = readRunOptions(positionals, values, io, catalogue, loaded)
    if (options.url === undefined) throw new UsageError('mgi watch needs the URL of the gateway that you are fixing')
    assertUpstreamKey(options.upstream, 'mgi watch with an upstream')
    const pagePort = wholeNumber('port', port, { least: 0, most: 65_535 }) ?? own.port ?? 0
    if (loaded !== undefined && !options.isQuiet) io.stderr.write(noticeOf(loaded))
    const { url, out: folder } = options
    const wishes = { paths, restart: restart ?? own.restart, handedOn: handedOn ?? own.env ?? [], port: pagePort }
    // The evidence of one round is read in the next one.
    return whileLocked({ folder, command: 'mgi watch' }, () => startWatch({ ...options, url }, wishes, io, catalogue))
  },
})

function existingPath(path: string, from: string, subject: string): string {
  const absolute = resolve(from, path)
  if (!existsSync(absolute)) throw new UsageError(`${subject}: there is no such file or folder`)
  return absolute
}

/** The options of `mgi watch` other than those of a run. */
interface WatchWishes {
  /** Absolute paths of files and folders that trigger a run. */
  readonly paths: readonly string[]
  /** The command that starts the gateway. */
  readonly restart: string | undefined
  /** The environment variables that it gets although they contain a key. */
  readonly handedOn: readonly string[]
  /** The port of the page, or 0 for any free port. */
  readonly port: number
}

/** Opens the gateway and the page, watches, and closes them again. Returns the exit status. */
async function startWatch(
  options: RunArguments & { readonly url: string },
  { paths, restart, handedOn, port }: WatchWishes,
  io: Io,
  catalogue: Catalogue,
): Promise<number> {
  const { url, selection, targetOptions, out } = options
  const places = baseUrlsOf(url, selection.areas, targetOptions.vocabulary)
  const trouble = () => connectionTrouble(places)
  if (restart !== undefined && (await trouble()) === undefined) throw new UsageError(explainPortInUse(places))
  const say = (text: string) => void io.stderr.write(`${visibleLine(text)}\n`)
  const live = startLive()
  const gateway =
    restart === undefined ? undefined : startGateway({ command: restart, handedOn, places }, options, live, io, say)
  const interruption = startInterruption(io.signal)
  const triggers = startTriggers({
    input: io.stdin,
    paths,
    out,
    signal: io.signal,
    onTrouble: (text) => say(`mgi: ${text}`),
    // Behind a proxy, the port of the gateway cannot be checked. A gateway with a command is known to be up after a
    // restart.
    server:
      targetOptions.connection.proxy === undefined && gateway === undefined
        ? { trouble, every: 500, onLook: startLooking(live, say) }
        : undefined,
    onObsolete: interruption.interrupt,
  })
  let page: PageServer | undefined
  try {
    page = await openedPage(live, url, port, io, triggers.again)
    say(`The page of this watch: ${page.url}`)
    const { interruptible } = interruption
    return await watch({ options, io, catalogue, live, triggers, gateway, page: page.url, say, interruptible })
  } finally {
    triggers.close()
    await gateway?.stop()
    live.ended()
    await page?.close()
  }
}

/** Returns a function that shows whether the gateway is up, and says so when that changes. */
function startLooking(live: Live, say: (text: string) => void): (trouble: string | undefined) => void {
  let downBecause: string | undefined
  return (text) => {
    const isChanged = (text === undefined) !== (downBecause === undefined)
    downBecause = text
    live.trouble(text === undefined ? undefined : { kind: 'down', text })
    if (isChanged) say(text === undefined ? 'The gateway is up again' : `The gateway is down: ${text}`)
  }
}

/** Runs rounds that can be interrupted one by one, or all of them by a signal. */
function startInterruption(signal: AbortSignal): Pick<Watching, 'interruptible'> & {
  readonly interrupt: (why: string) => void
} {
  let current: AbortController | undefined
  return {
    interrupt: (why) => current?.abort(new DOMException(`interrupted: ${why}`, 'AbortError')),
    async interruptible(work) {
      current = new AbortController()
      try {
        return await work(AbortSignal.any([signal, current.signal]))
      } finally {
        current = undefined
      }
    },
  }
}

async function openedPage(
  live: Live,
  target: string,
  port: number,
  io: Io,
  onAgain: Triggers['again'],
): Promise<PageServer> {
  try {
    return await openPage({ live, target, port, onAgain, onFault: faultLines(io) })
  } catch (error) {
    throw listeningError(error, 'port', { port })
  }
}

function startGateway(
  { command, handedOn, places }: Pick<WatchWishes, 'handedOn'> & Pick<GatewayOptions, 'command' | 'places'>,
  options: RunArguments & { readonly url: string },
  live: Live,
  { cwd, env, signal }: Io,
  say: (text: string) => void,
): Gateway {
  const redactor = redactorOf(options)
  return gatewayOf({
    command,
    places,
    cwd,
    signal,
    env: withoutKeys(env, redactor, handedOn),
    onCrash(how) {
      live.trouble({ kind: 'crashed', text: how })
      say(`The gateway crashed: ${how}`)
    },
    redact: (line) => redactor.text(line),
    onLine(line) {
      if (!options.isQuiet) say(`gateway: ${line}`)
    },
  })
}

/** Returns the variables without a key of the run. A key is for the suite, not for the gateway under test. */
function withoutKeys(env: Io['env'], redactor: Redactor, handedOn: readonly string[]): Io['env'] {
  const isFree = ([name, value = '']: readonly [string, string | undefined]): boolean =>
    handedOn.includes(name) || redactor.text(value) === value
  return Object.fromEntries(Object.entries(env).filter(isFree))
}

function redactorOf({ url, key = '', targetOptions, masks }: RunArguments & { readonly url: string }): Redactor {
  return createRedactor(secretsOfTarget({ url, key }, targetOptions), masks)
}
