import { existsSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { catalogue } from '../../catalogue.ts'
import { checkFiles } from '../check/check-files.ts'
import { command } from '../command.ts'
import { exitCode } from '../exit-code.ts'
import { makeFolder, outFolder } from '../options/out-folder.ts'
import { destinationsOf, reporterHelp } from '../report/destinations.ts'
import { isReplaced } from '../report/replacing.ts'
import { statusOf, withSummary } from '../report/reporting.ts'
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
    if (values.out === undefined) throw new UsageError('merge writes evidence and reports; say where with --out DIR')
    const files = positionals.map((path) => evidenceFile(resolve(io.cwd, path)))
    const out = outFolder(values.out, io.cwd)
    const evidence = join(out, 'exchanges.ndjson')
    if (files.includes(evidence))
      throw new UsageError(`--out ${values.out}: it holds one of the runs; name another one`)
    const destinations = destinationsOf(values.reporter, { out, cwd: io.cwd, kept: [evidence, ...files] })
    makeFolder(out)
    const isMerged = await isReplaced(evidence, (part) => mergeEvidence(files, part, io.signal), io)
    if (!isMerged) return exitCode.inconclusive
    const checking = { isStrict: values.strict === true, groups: undefined, io }
    const report = await checkFiles([evidence], catalogue, checking)
    if (report === undefined) return exitCode.interrupted
    const all = withSummary(destinations, values.quiet === true)
    return statusOf(report, await writeReports(report, all, { evidence: [evidence], io }))
  },
})

/** The evidence of a run, however its user names the run. */
function evidenceFile(path: string): string {
  if (!existsSync(path)) throw new UsageError(`there is no file ${path}`)
  const isFolder = statSync(path).isDirectory()
  const isResults = !isFolder && basename(path).endsWith('.json')
  if (!isFolder && !isResults) return path
  const file = join(isFolder ? path : dirname(path), 'exchanges.ndjson')
  if (existsSync(file)) return file
  throw new UsageError(`there is no ${file}; merge judges evidence, since verdicts cannot be added up`)
}
