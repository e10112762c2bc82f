import { resolve } from 'node:path'
import { catalogue } from '../../catalogue.ts'
import { readKnownFailureOptions } from '../../config/known-failures/options.ts'
import { outFolder } from '../../files/out-folder.ts'
import { UsageError } from '../../model/usage-error.ts'
import { checkFiles } from '../../recorded/check-files.ts'
import { recordingsAt } from '../../recorded/evidence-file.ts'
import { isHar } from '../../recorded/har/is-har.ts'
import { startHarReading } from '../../recorded/har/items.ts'
import { destinationsOf, reporterHelp } from '../../report/destinations.ts'
import { exitCode } from '../../report/exit-code.ts'
import { withDocs } from '../../report/run-facts.ts'
import type { Written } from '../../report/write-reports.ts'
import { command } from '../command.ts'
import { docsIn, docsOption } from '../options/docs.ts'
import { printedOptionSpecs, statusOf, withSummary } from '../report/reporting.ts'
import { tellWritten, writeAndPrint } from '../report/write-reports.ts'
import { harOptionSpecs, readHarOptions } from './har-options.ts'

/** Judges recorded traffic: evidence files and HARs. */
export const checkCommand = command({
  name: 'check',
  summary:
    'Judges recorded traffic: evidence (exchanges.ndjson) or HAR. Sends nothing; writes files only with --out or --reporter NAME=PATH.',
  usage: 'check FILE… [OPTION …]',
  positionals: Number.POSITIVE_INFINITY,
  options: {
    strict: { type: 'boolean', help: 'A failed implied requirement fails the run.' },
    'known-failures': {
      type: 'string',
      value: 'FILE',
      help: 'A list of known failures, which do not fail the run.',
    },
    ...harOptionSpecs,
    out: { type: 'string', value: 'DIR', help: 'Folder for reports.' },
    reporter: {
      type: 'string',
      value: 'LIST',
      multiple: true,
      help: `${reporterHelp.list} ${reporterHelp.withOut}`,
    },
    docs: docsOption,
    ...printedOptionSpecs,
  },
  notes: [
    'FILE is exchanges.ndjson, a HAR, a zipped HAR (.har.zip), or a folder of them. Several are judged together, as one run; they must',
    'have the same target. Reports of an earlier run in --out are removed.',
    'A HAR contains no chunks and no chunk times, and often no credentials or binary bodies. These are not captured,',
    'and requirements that need them are inconclusive.',
  ],
  async run({ positionals, values, io }) {
    if (positionals.length === 0)
      throw new UsageError(
        'check needs recorded traffic: mgi check mgi-report/exchanges.ndjson, or mgi check traffic.har',
      )
    const docs = docsIn(values)
    const out = values.out === undefined ? undefined : outFolder(values.out, io.cwd)
    const groups = readKnownFailureOptions(values, undefined, io.cwd, catalogue).groups
    const files = positionals.flatMap((path) => recordingsAt(resolve(io.cwd, path)))
    const hars = files.filter(isHar)
    const options = readHarOptions(values, hars.length > 0, io)
    const har = startHarReading({ options, operations: catalogue.operations, signal: io.signal })
    const asked = out === undefined ? (values.reporter ?? []) : values.reporter
    const reporters = destinationsOf(asked, { out, cwd: io.cwd, kept: files })
    const report = await checkFiles(files, catalogue, {
      isStrict: values.strict === true,
      ...{ groups, readHar: har.read, signal: io.signal },
      onGap: (gap) => io.stderr.write(`mgi: ${gap}\n`),
    }).finally(har.close)
    if (report === undefined) return exitCode.interrupted
    // Only evidence files hold complete exchanges.
    const evidence = hars.length > 0 ? [] : files
    const destinations = withSummary(reporters, values)
    const folder = { out, inWords: values.out, isQuiet: values.quiet === true, besides: [] }
    const onFiles = (written: Written) => tellWritten(written, reporters, folder, io)
    const written = await writeAndPrint(withDocs(report, docs), destinations, { evidence, io, onFiles })
    return statusOf(report, written)
  },
})
