import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { catalogue as builtIn } from '../../catalogue.ts'
import { UsageError } from '../../model/usage-error.ts'
import { withPlugins } from '../../plugins/load-plugins.ts'
import { command, inGroup } from '../command.ts'
import { loadRunConfig, noticeOf } from '../config/load-run-config.ts'
import { wholeNumber } from '../options/numbers.ts'
import { runOptionSpecs } from '../run/options/options.ts'
import { readRunOptions } from '../run/options/run-options.ts'
import { startWatch } from './start-watch.ts'

const { plan: _plan, replay: _replay, shard: _shard, 'write-known-failures': _list, ...ofRun } = runOptionSpecs

/** The options of `mgi watch`: its own, and those of a run that can be repeated. */
export const watchOptionSpecs = {
  ...inGroup('Watching', {
    'on-change': {
      type: 'string',
      value: 'PATH',
      multiple: true,
      help: 'A file or folder of the gateway: what failed runs again when it changes; repeatable.',
    },
    restart: {
      type: 'string',
      value: 'CMD',
      help: 'The command that starts the gateway: started first, again when a file changes, stopped at the end.',
    },
    port: { type: 'string', value: 'N', help: 'The port of the page; 0 is any free port (default 0).' },
  }),
  ...ofRun,
} as const

export const watchCommand = command({
  name: 'watch',
  summary:
    'Runs, shows the report on a local page, and runs what failed again when the gateway changes, until you end it.',
  usage: 'watch URL [OPTION …]',
  positionals: 1,
  options: watchOptionSpecs,
  notes: [
    'The page, whose address is printed, is for this machine only. It shows the HTML report of the last complete run, and above it the state of the watch and of the gateway.',
    'Sends what failed again when you press Enter, when a file of --on-change changes, and when the gateway is back after a restart.',
    'When all of it passes, everything runs again. Keys: Enter what failed, a and Enter everything, q and Enter or Ctrl-C end.',
    'Examples:',
    '  mgi watch http://127.0.0.1:8080 --area messages --on-change src',
    "  mgi watch http://127.0.0.1:8080 --on-change src --restart 'node src/main.js'",
    'Exit status: 130 after Ctrl-C; after q that of the last complete run, as for mgi run.',
  ],
  async run({ positionals, values: { 'on-change': changing, restart, port, ...values }, io }) {
    const loaded = loadRunConfig(positionals, values, io)
    const own = loaded?.config.watch ?? {}
    const paths =
      changing?.map((path) => existingPath(path, io.cwd, `--on-change ${path}`)) ??
      (own.onChange ?? []).map((path, index) =>
        existingPath(path, dirname(loaded!.file), `${loaded!.at(`/watch/onChange/${index}`)}: ${path}`),
      )
    const catalogue = await withPlugins(builtIn, values.plugin, loaded, io.cwd)
    const options = readRunOptions(positionals, values, io, catalogue, loaded)
    if (options.url === undefined) throw new UsageError('mgi watch needs the URL of the gateway that you are fixing')
    const pagePort = wholeNumber('port', port, { least: 0, most: 65_535 }) ?? own.port ?? 0
    if (loaded !== undefined && !options.isQuiet) io.stderr.write(noticeOf(loaded))
    return startWatch(
      { ...options, url: options.url },
      { paths, restart: restart ?? own.restart, port: pagePort },
      io,
      catalogue,
    )
  },
})

function existingPath(path: string, from: string, subject: string): string {
  const absolute = resolve(from, path)
  if (!existsSync(absolute)) throw new UsageError(`${subject}: there is no such file or folder`)
  return absolute
}
