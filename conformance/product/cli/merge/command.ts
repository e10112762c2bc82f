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
    if (positionals.length === 0) throw new UsageError('merge needs runs: mgi merge shard-1 shard-2 --out merged')
    if (positionals.length === 1)
      throw new UsageError(
        `merge needs two runs or more, not only ${positionals[0]}; mgi check judges a single one again`,
      )
    if (values.out === undefined) throw new UsageError('merge needs a folder for evidence and reports: --out DIR')
    const docs = docsIn(values)
    const files = positionals.map((path) => evidenceOfRun(resolve(io.cwd, path)))
    const out = outFolder(values.out, io.cwd)
    assertOwnFiles(out, ['exchanges.ndjson'], `--out ${values.out}`)
    const evidence = join(out, 'exchanges.ndjson')
    if (files.includes(evidence))
      throw new UsageError(`--out ${values.out}: it contains one of the runs; name another folder`)
    const edition = await catalogueForFiles(files, values.edition)
    const catalogue = await withPlugins(edition, values.plugin, undefined, io.cwd)
    await rejectUnknownAdditions(files, catalogue)
    await rejectOtherRuns(files)
    const { groups } = readKnownFailureOptions(values, undefined, io.cwd, catalogue)
    const destinations = destinationsOf(values.reporter, { out, cwd: io.cwd, kept: [evidence, ...files] })
    const onGap = (gap: string) => void io.stderr.write(`mgi: ${gap}\n`)
    const checking = {
      isStrict: values.strict === true,
      groups,
      signal: io.signal,
      onGap,
      again: replayCommands(io.cwd, values.plugin),
    }
    const all = withSummary(destinations, values)
    const folder = { out, inWords: values.out, isQuiet: values.quiet === true, besides: ['exchanges.ndjson'] }
    const onFiles = (written: Written) => printWrittenFiles(written, destinations, folder, io)
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
