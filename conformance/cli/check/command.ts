import { resolve } from 'node:path'
import { catalogue } from '../../catalogue.ts'
import { command } from '../command.ts'
import { exitCode } from '../exit-code.ts'
import { readKnownFailureOptions } from '../known-failures/options.ts'
import { outFolder } from '../options/out-folder.ts'
import { destinationsOf, reporterHelp } from '../report/destinations.ts'
import { statusOf, withSummary } from '../report/reporting.ts'
import { tellWritten } from '../report/tell-written.ts'
import { writeReports } from '../report/write-reports.ts'
import { UsageError } from '../usage-error.ts'
import { checkFiles } from './check-files.ts'
import { evidenceAt } from './evidence-file.ts'

/** Judges evidence files again. */
export const checkCommand = command({
  name: 'check',
  summary: 'Judges recorded evidence (exchanges.ndjson) again. Sends nothing, and writes nothing unless told where.',
  usage: 'check FILE… [OPTION …]',
  positionals: Number.POSITIVE_INFINITY,
  options: {
    strict: { type: 'boolean', help: 'A broken rule that the document only implies counts as a fail.' },
    'known-failures': {
      type: 'string',
      value: 'FILE',
      help: 'A list of what is known to fail and does not fail the run.',
    },
    out: { type: 'string', value: 'DIR', help: 'Write reports to this folder.' },
    reporter: {
      type: 'string',
      value: 'LIST',
      multiple: true,
      help: `${reporterHelp.list} ${reporterHelp.withOut}`,
    },
    quiet: { type: 'boolean', help: 'Print nothing but errors.' },
  },
  notes: [
    'FILE is exchanges.ndjson or the folder of a run that has it. Several are judged together, as one run; they must',
    'speak of the same target. Reports of an earlier run in --out are removed.',
  ],
  async run({ positionals, values, io }) {
    if (positionals.length === 0)
      throw new UsageError('check needs an evidence file: mgi check mgi-report/exchanges.ndjson')
    const out = values.out === undefined ? undefined : outFolder(values.out, io.cwd)
    const groups = readKnownFailureOptions(values, undefined, io.cwd, catalogue).groups
    const files = positionals.map((path) => evidenceAt(resolve(io.cwd, path)))
    const asked = out === undefined ? (values.reporter ?? []) : values.reporter
    const reporters = destinationsOf(asked, { out, cwd: io.cwd, kept: files })
    const report = await checkFiles(files, catalogue, { isStrict: values.strict === true, groups, io })
    if (report === undefined) return exitCode.interrupted
    const destinations = withSummary(reporters, values.quiet === true)
    const written = await writeReports(report, destinations, { evidence: files, io })
    const isQuiet = values.quiet === true
    tellWritten(written, reporters, { out, inWords: values.out, isQuiet, besides: [] }, io)
    return statusOf(report, written)
  },
})
