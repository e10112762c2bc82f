import { join, resolve } from 'node:path'
import { catalogue } from '../../catalogue.ts'
import { checkFiles } from '../check/check-files.ts'
import { evidenceOfRun } from '../check/evidence-file.ts'
import { command } from '../command.ts'
import { exitCode } from '../exit-code.ts'
import { readKnownFailureOptions } from '../known-failures/options.ts'
import { makeFolder, outFolder } from '../options/out-folder.ts'
import { destinationsOf, reporterHelp } from '../report/destinations.ts'
import { isReplaced } from '../report/replacing.ts'
import { statusOf, withSummary } from '../report/reporting.ts'
import { tellWritten } from '../report/tell-written.ts'
import { writeReports } from '../report/write-reports.ts'
import { UsageError } from '../usage-error.ts'
import { mergeEvidence } from './merge-evidence.ts'

/** Makes one run of several, such as the shards of one. */
export const mergeCommand = command({
  name: 'merge',
  summary:
    'Makes one run of the shards of a run, or of several runs of one target: evidence, judged together, and reports.',
  usage: 'merge RUN RUN… --out DIR [OPTION …]',
  positionals: Number.POSITIVE_INFINITY,
  options: {
    strict: { type: 'boolean', help: 'A broken rule that the document only implies counts as a fail.' },
    'known-failures': {
      type: 'string',
      value: 'FILE',
      help: 'A list of what is known to fail and does not fail the merged run.',
    },
    out: { type: 'string', value: 'DIR', help: 'Where the merged evidence and the reports go.' },
    reporter: {
      type: 'string',
      value: 'LIST',
      multiple: true,
      help: `${reporterHelp.list} ${reporterHelp.withOut}`,
    },
    quiet: { type: 'boolean', help: 'Print nothing but errors.' },
  },
  notes: [
    'RUN is the folder of a run, its exchanges.ndjson or its results.json, beside which the evidence lies: verdicts',
    'cannot be added up, so the exchanges of all runs are judged again together.',
    'Exit status: 0 conforming, 1 nonconforming, 2 misuse, 3 inconclusive, 130 interrupted.',
  ],
  async run({ positionals, values, io }) {
    if (positionals.length === 0) throw new UsageError('merge needs runs: mgi merge shard-1 shard-2 --out merged')
    if (positionals.length === 1)
      throw new UsageError(
        `merge needs two runs or more, not only ${positionals[0]}; mgi check judges a single one again`,
      )
    if (values.out === undefined) throw new UsageError('merge writes evidence and reports; say where with --out DIR')
    const files = positionals.map((path) => evidenceOfRun(resolve(io.cwd, path)))
    const out = outFolder(values.out, io.cwd)
    const evidence = join(out, 'exchanges.ndjson')
    if (files.includes(evidence))
      throw new UsageError(`--out ${values.out}: it holds one of the runs; name another one`)
    const { groups } = readKnownFailureOptions(values, undefined, io.cwd, catalogue)
    const destinations = destinationsOf(values.reporter, { out, cwd: io.cwd, kept: [evidence, ...files] })
    makeFolder(out)
    const isMerged = await isReplaced(evidence, (part) => mergeEvidence(files, part, io.signal), io)
    if (!isMerged) return exitCode.inconclusive
    const checking = { isStrict: values.strict === true, groups, io }
    const report = await checkFiles([evidence], catalogue, checking)
    if (report === undefined) return exitCode.interrupted
    const all = withSummary(destinations, values.quiet === true)
    const written = await writeReports(report, all, { evidence: [evidence], io })
    const isQuiet = values.quiet === true
    tellWritten(written, destinations, { out, inWords: values.out, isQuiet, besides: ['exchanges.ndjson'] }, io)
    return statusOf(report, written)
  },
})
