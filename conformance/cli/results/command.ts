import { resolve } from 'node:path'
import { command } from '../command.ts'
import { outFolder } from '../options/out-folder.ts'
import { destinationsOf, reporterHelp } from '../report/destinations.ts'
import { statusOf, withSummary } from '../report/reporting.ts'
import { writeReports } from '../report/write-reports.ts'
import { UsageError } from '../usage-error.ts'
import { harOfEvidence, isEvidence } from './har-of-evidence.ts'
import { readResults, resultsFile } from './read-results.ts'

/** Renders results again. */
export const reportCommand = command({
  name: 'report',
  summary: 'Renders the results of a run again, in any format. Judges nothing and sends nothing.',
  usage: 'report RESULTS [OPTION …]',
  positionals: 1,
  options: {
    reporter: {
      type: 'string',
      value: 'LIST',
      multiple: true,
      help: `${reporterHelp.list} ${reporterHelp.withOut}`,
    },
    out: { type: 'string', value: 'DIR', help: 'Write reports to this folder.' },
    quiet: { type: 'boolean', help: 'No summary, which is printed unless reports are named.' },
  },
  notes: [
    'RESULTS is a results.json or the folder of a run. A HAR of the results has the exchanges of the findings;',
    'mgi report exchanges.ndjson --reporter har=FILE has all of them.',
    'Exit status: that of the verdict in the results, 0 conforming, 1 nonconforming, 3 inconclusive; 2 misuse, which a',
    'file that is no results document is too. A report that cannot be written is 3.',
  ],
  async run({ positionals: [path], values, io }) {
    if (path === undefined) throw new UsageError('report needs results: mgi report mgi-report/results.json')
    const file = resultsFile(resolve(io.cwd, path))
    const out = values.out === undefined ? undefined : outFolder(values.out, io.cwd)
    const asked = out === undefined ? (values.reporter ?? []) : values.reporter
    const destinations = destinationsOf(asked, { out, cwd: io.cwd, kept: [file] })
    if (isEvidence(file)) return harOfEvidence(file, destinations, io)
    const report = readResults(file, io)
    const isAsked = values.reporter !== undefined || values.quiet === true
    const written = await writeReports(report, withSummary(destinations, isAsked), { evidence: [], io })
    return statusOf(report, written)
  },
})
