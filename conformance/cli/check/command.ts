import { resolve } from 'node:path'
import { catalogue } from '../../catalogue.ts'
import { command } from '../command.ts'
import { exitCode } from '../exit-code.ts'
import { readKnownFailureOptions } from '../known-failures/options.ts'
import { optimizeLate } from '../optimize-late.ts'
import { outFolder } from '../options/out-folder.ts'
import { destinationsOf, reporterHelp } from '../report/destinations.ts'
import { statusOf, withSummary } from '../report/reporting.ts'
import { tellWritten } from '../report/tell-written.ts'
import { writeReports } from '../report/write-reports.ts'
import { UsageError } from '../usage-error.ts'
import { checkFiles } from './check-files.ts'
import { evidenceAt } from './evidence-file.ts'
import { harOptionSpecs, isHar, readHarOptions, startHarReading } from './har/index.ts'

/** Judges recorded traffic: evidence files and HARs. */
export const checkCommand = command({
  name: 'check',
  summary:
    'Judges recorded traffic: evidence (exchanges.ndjson) or HAR. Sends nothing, and writes nothing unless told where.',
  usage: 'check FILE… [OPTION …]',
  positionals: Number.POSITIVE_INFINITY,
  options: {
    strict: { type: 'boolean', help: 'A broken rule that the document only implies counts as a fail.' },
    'known-failures': {
      type: 'string',
      value: 'FILE',
      help: 'A list of what is known to fail and does not fail the run.',
    },
    ...harOptionSpecs,
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
    'What a HAR does not hold (chunks, their times, credentials that were left out, bodies that are no text) is not captured,',
    'and what needs it is inconclusive.',
  ],
  async run({ positionals, values, io }) {
    optimizeLate()
    if (positionals.length === 0)
      throw new UsageError(
        'check needs recorded traffic: mgi check mgi-report/exchanges.ndjson, or mgi check traffic.har',
      )
    const out = values.out === undefined ? undefined : outFolder(values.out, io.cwd)
    const groups = readKnownFailureOptions(values, undefined, io.cwd, catalogue).groups
    const files = positionals.map((path) => evidenceAt(resolve(io.cwd, path)))
    const hars = files.filter(isHar)
    const options = readHarOptions(values, hars.length > 0, io)
    const readHar = startHarReading({ options, operations: catalogue.operations, signal: io.signal })
    const asked = out === undefined ? (values.reporter ?? []) : values.reporter
    const reporters = destinationsOf(asked, { out, cwd: io.cwd, kept: files })
    const report = await checkFiles(files, catalogue, {
      isStrict: values.strict === true,
      ...{ groups, readHar, io },
    })
    if (report === undefined) return exitCode.interrupted
    // Only evidence holds exchanges as reports want them whole.
    const evidence = hars.length > 0 ? [] : files
    const destinations = withSummary(reporters, values.quiet === true)
    const written = await writeReports(report, destinations, { evidence, io })
    const isQuiet = values.quiet === true
    tellWritten(written, reporters, { out, inWords: values.out, isQuiet, besides: [] }, io)
    return statusOf(report, written)
  },
})
