import { join, resolve } from 'node:path'
import { whileLocked } from '../../../core/files/lock-folder.ts'
import { outFolder } from '../../../core/files/out-folder.ts'
import { assertOwnFiles } from '../../../core/files/own-files.ts'
import { UsageError } from '../../../core/text/usage-error.ts'
import { withPlugins } from '../../../specification/plugins/load-plugins.ts'
import { readKnownFailureOptions } from '../../config/known-failures/options.ts'
import { rejectUnknownAdditions } from '../../recorded/added-requirements.ts'
import { checkFiles } from '../../recorded/check-files.ts'
import { evidenceOfRun } from '../../recorded/evidence-file.ts'
import { rejectTooMuchEvidence } from '../../recorded/evidence-size.ts'
import { mergeEvidence, rejectOtherRuns } from '../../recorded/merge-evidence.ts'
import { catalogueForFiles } from '../../recorded/recorded-edition.ts'
import { destinationsOf, reporterHelp } from '../../report/destinations.ts'
import { exitCode } from '../../report/exit-code.ts'
import { keepPrevious } from '../../report/previous-run.ts'
import { withDocs } from '../../report/run-facts.ts'
import type { Written } from '../../report/write-reports.ts'
import { command, ungrouped } from '../command.ts'
import { docsIn, docsOption } from '../options/docs.ts'
import { editionOption } from '../options/edition.ts'
import { replayCommands } from '../report/replay-commands.ts'
import { printedOptionSpecs, statusOf, withSummary } from '../report/reporting.ts'
import { isReplaced, printWrittenFiles, writeAndPrint } from '../report/write-reports.ts'
import { configOptionSpecs } from '../run/options/config-options.ts'

export const mergeCommand = command({
  name: 'merge',
  summary:
    'Merges the shards of a run, or several runs of one target: judges their evidence together and writes reports.',
  usage: 'merge RUN RUN… --out DIR [OPTION …]',
  positionals: Number.POSITIVE_INFINITY,
  options: {
    edition: editionOption,
    strict: ungrouped(configOptionSpecs.strict),
    plugin: ungrouped(configOptionSpecs.plugin),
    'known-failures': {
      type: 'string',
      value: 'FILE',
      help: 'A list of known failures, which do not fail the merged run.',
    },
    out: { type: 'string', value: 'DIR', help: 'Folder for the merged evidence and the reports.' },
    reporter: {
      type: 'string',
      value: 'LIST',
      multiple: true,
      help: reporterHelp,
    },
    docs: docsOption,
    ...printedOptionSpecs,
  },
  notes: [
    'RUN is the folder of a run, its exchanges.ndjson, or its results.json with the evidence beside it. Verdicts cannot be added up, so the exchanges of all runs are judged again, together.',
    'Exit status: 0 conforming, 1 nonconforming, 2 usage error, 3 inconclusive, 130 interrupted.',
  ],
  async run({ positionals, values, io }) {
    const { files, out, folder } = placesOf(positionals, values.out, io.cwd)
    const docs = docsIn(values)
    const evidence = join(out, 'exchanges.ndjson')
    const edition = await catalogueForFiles(files, values.edition)
    const catalogue = await withPlugins(edition, values.plugin, undefined, io.cwd)
    await rejectUnknownAdditions(files, catalogue)
    await rejectOtherRuns(files)
    const checking = {
      isStrict: values.strict === true,
      groups: readKnownFailureOptions(values, undefined, io.cwd, catalogue).groups,
      signal: io.signal,
      onGap: (gap: string) => void io.stderr.write(`mgi: ${gap}\n`),
      again: replayCommands(io.cwd, values.plugin),
    }
    const destinations = destinationsOf(values.reporter, { out, cwd: io.cwd, kept: [evidence, ...files] })
    const all = withSummary(destinations, values)
    const printed = { out, inWords: folder, isQuiet: values.quiet === true, besides: ['exchanges.ndjson'] }
    const onFiles = (written: Written) => printWrittenFiles(written, destinations, printed, io)
    return whileLocked({ folder: out, command: 'mgi merge' }, async () => {
      await rejectTooMuchEvidence(files, io.signal)
      if (io.signal.aborted) return exitCode.interrupted
      keepPrevious(out)
      const write = (part: string) => mergeEvidence(files, part, catalogue, io.signal)
      const isMerged = await isReplaced(evidence, write, io).catch((error: unknown) => {
        if (!io.signal.aborted) throw error
      })
      if (io.signal.aborted) return exitCode.interrupted
      if (isMerged !== true) return exitCode.inconclusive
      const report = await checkFiles([evidence], catalogue, checking)
      if (report === undefined) return exitCode.interrupted
      const written = await writeAndPrint(withDocs(report, docs), all, { evidence: [evidence], io, onFiles })
      return statusOf(report, written)
    })
  },
})

/** Returns the evidence of the runs and the folder of the merged one. Throws a `UsageError` if one is missing. */
function placesOf(runs: readonly string[], folder: string | undefined, cwd: string) {
  if (runs.length === 0) throw new UsageError('merge needs runs: mgi merge shard-1 shard-2 --out merged')
  if (runs.length === 1)
    throw new UsageError(`merge needs two runs or more, not only ${runs[0]}; mgi check judges a single one again`)
  if (folder === undefined) throw new UsageError('merge needs a folder for evidence and reports: --out DIR')
  const files = runs.map((path) => evidenceOfRun(resolve(cwd, path)))
  const out = outFolder(folder, cwd)
  assertOwnFiles(out, ['exchanges.ndjson'], `--out ${folder}`)
  if (files.includes(join(out, 'exchanges.ndjson')))
    throw new UsageError(`--out ${folder}: it contains one of the runs; name another folder`)
  return { files, out, folder }
}
