import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { catalogue as builtIn } from '../../catalogue.ts'
import { UsageError } from '../../model/usage-error.ts'
import { withPlugins } from '../../plugins/load-plugins.ts'
import { command } from '../command.ts'
import { loadRunConfig, noticeOf } from '../config/load-run-config.ts'
import { readRunOptions } from '../run/options/run-options.ts'
import { watchOptionSpecs } from './options.ts'
import { watch } from './watch.ts'

/** Stays beside somebody who mends a gateway. */
export const watchCommand = command({
  name: 'watch',
  summary: 'Runs, waits for a change, and runs what failed again, until you end it.',
  usage: 'watch URL [OPTION …]',
  positionals: 1,
  options: watchOptionSpecs,
  notes: [
    'Runs what failed again when you press Enter, when a file of --watch changes, and when the gateway is back after a restart.',
    'When all of it passes, everything runs again. Keys: Enter what failed, a and Enter everything, q and Enter or Ctrl-C end.',
    'Examples:',
    '  mgi watch http://127.0.0.1:8080 --area messages --watch src',
    'Exit status: 130 after Ctrl-C; after q that of the last complete run, as for mgi run.',
  ],
  async run({ positionals, values: { watch: watched = [], ...values }, io }) {
    const paths = watched.map((path) => existingPath(path, io.cwd))
    const loaded = loadRunConfig(positionals, values, io)
    const catalogue = await withPlugins(builtIn, values.plugin, loaded, io.cwd)
    const options = readRunOptions(positionals, values, io, catalogue, loaded)
    if (options.url === undefined) throw new UsageError('mgi watch needs the URL of the gateway that you are mending')
    if (loaded !== undefined && !options.isQuiet) io.stderr.write(noticeOf(loaded))
    return watch(options, paths, io, catalogue)
  },
})

function existingPath(path: string, cwd: string): string {
  const absolute = resolve(cwd, path)
  if (!existsSync(absolute)) throw new UsageError(`--watch ${path}: there is no such file or folder`)
  return absolute
}
