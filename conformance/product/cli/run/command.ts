import { whileLocked } from '../../../core/files/lock-folder.ts'
import { visibleLine } from '../../../core/text/visible.ts'
import { withPlugins } from '../../../specification/plugins/load-plugins.ts'
import { catalogueFor } from '../../config/edition.ts'
import { command } from '../command.ts'
import { loadRunConfig, noticeOf } from '../config/load-run-config.ts'
import { runOptionSpecs } from './options/options.ts'
import { readRunOptions } from './options/run-options.ts'
import { runWithProgress } from './run-with-progress.ts'

export const runCommand = command({
  name: 'run',
  summary: 'Tests a gateway, judges every exchange and writes reports. Without URL, it tests the reference server.',
  usage: 'run [URL] [OPTION …]',
  positionals: 1,
  options: runOptionSpecs,
  notes: [
    'URL is the base URL, the part of the address before /v1/messages.',
    'Examples:',
    '  mgi run http://127.0.0.1:8080 --profile smoke --area messages',
    '  mgi run http://127.0.0.1:8080 --plan',
    "  mgi run http://127.0.0.1:8080 --requirement 'messages.stream-*' --verbose",
    'Writes results.json, report.html, junit.xml and the evidence exchanges.ndjson to --out.',
    'Exit status: 0 conforming, 1 nonconforming, 2 usage error, 3 inconclusive, 130 interrupted.',
  ],
  async run({ positionals, values, io }) {
    const loaded = loadRunConfig(positionals, values, io)
    const catalogue = await withPlugins(catalogueFor(values.edition, loaded), values.plugin, loaded, io.cwd)
    const options = readRunOptions(positionals, values, io, catalogue, loaded)
    if (loaded !== undefined && !options.isQuiet) io.stderr.write(noticeOf(loaded))
    if (options.isSeedDrawn) io.stderr.write(`mgi: drawn seed: ${options.seed}\n`)
    for (const doubt of options.isQuiet ? [] : options.knownFailures.doubts)
      io.stderr.write(`mgi: ${visibleLine(doubt)}\n`)
    if (options.replay !== undefined) {
      const { replayCase } = await import('../replay/replay-case.ts')
      return replayCase(options.replay, options, io, catalogue)
    }
    if (options.isPlanOnly) {
      const { printPlan } = await import('./print-plan.ts')
      return printPlan(options, catalogue, io)
    }
    const { out: folder } = options
    return whileLocked({ folder, command: 'mgi run' }, () => runWithProgress(options, io, catalogue))
  },
})
