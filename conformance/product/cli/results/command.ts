import { dirname, join, resolve } from 'node:path'
import { whileLocked } from '../../../core/files/lock-folder.ts'
import { beginningOf } from '../../../core/files/open-file.ts'
import { outFolder } from '../../../core/files/out-folder.ts'
import { UsageError } from '../../../core/text/usage-error.ts'
import type { EvidenceHeader } from '../../../engine/record/evidence/frame.ts'
import { readEvidence } from '../../../engine/record/evidence/read-evidence.ts'
import { type Destination, destinationsOf, reporterHelp } from '../../report/destinations.ts'
import { done, exitCode } from '../../report/exit-code.ts'
import { keepPrevious } from '../../report/previous-run.ts'
import { readResults, resultsFile } from '../../report/read-results.ts'
import { withDocs } from '../../report/run-facts.ts'
import { writeHar } from '../../report/write-har.ts'
import { command } from '../command.ts'
import { type Io, noteTo } from '../io.ts'
import { docsIn, docsOption } from '../options/docs.ts'
import { printedOptionSpecs, statusOf, withSummary } from '../report/reporting.ts'
import { inertOutput, isReplaced, writeAndPrint } from '../report/write-reports.ts'

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
      help: reporterHelp,
    },
    out: { type: 'string', value: 'DIR', help: 'Folder for reports.' },
    docs: docsOption,
    ...printedOptionSpecs,
  },
  notes: [
    'RESULTS is a results.json or the folder of a run. With --reporter har, results give the exchanges of the findings; mgi report exchanges.ndjson --reporter har=FILE gives all exchanges.',
    'Exit status, by the verdict in the results: 0 conforming, 1 nonconforming, 3 inconclusive. Also: 2 usage error, or RESULTS is not a results document; 3 a report could not be written.',
  ],
  async run({ positionals: [path], values, io }) {
    if (path === undefined) throw new UsageError('report needs results: mgi report mgi-report/results.json')
    const docs = docsIn(values)
    const file = resultsFile(resolve(io.cwd, path))
    const out = values.out === undefined ? undefined : outFolder(values.out, io.cwd)
    const asked = out === undefined ? (values.reporter ?? []) : values.reporter
    const destinations = destinationsOf(asked, {
      out,
      cwd: io.cwd,
      kept: [file, join(dirname(file), 'exchanges.ndjson')],
    })
    const locking = { folder: out, command: 'mgi report' }
    if (isEvidence(file)) return whileLocked(locking, () => harOfEvidence(file, destinations, io))
    const report = readResults(file, noteTo(io))
    const isSummaryWanted = values.reporter === undefined || values.verbose === true
    const all = isSummaryWanted ? withSummary(destinations, values) : destinations
    return whileLocked(locking, async () => {
      // Reports of the results in the folder itself replace nothing.
      if (out !== undefined && dirname(file) !== out) keepPrevious(out)
      const written = await writeAndPrint(withDocs(report, docs), all, { evidence: [], io })
      return statusOf(report, written)
    })
  },
})

/** Returns whether a file is evidence. One that cannot be read is not; reading its results says why. */
function isEvidence(file: string): boolean {
  try {
    return beginningOf(file, 64).toString('latin1').startsWith('{"kind":"header"')
  } catch {
    return false
  }
}

/** Writes the exchanges of evidence as a HAR. Other formats need a verdict. Returns the exit status. */
async function harOfEvidence(file: string, destinations: readonly Destination[], io: Io): Promise<number> {
  if (destinations.length === 0 || destinations.some(({ format }) => format !== 'har'))
    throw new UsageError(
      `${file} is evidence, which report can only convert to a HAR: --reporter har=FILE; mgi check judges it and writes the other formats`,
    )
  const header = await headerOf(file)
  for (const { file: into } of destinations) {
    const write = (to: Parameters<typeof writeHar>[2]) => writeHar(header, [file], to, io.signal)
    const isWritten =
      into === null
        ? write((text) => io.stdout.write(inertOutput('har', text))).then(() => true)
        : isReplaced(into, write, io)
    const result = await isWritten.catch((error: unknown) => {
      if (!io.signal.aborted) throw error
    })
    if (io.signal.aborted) return exitCode.interrupted
    if (result !== true) return exitCode.inconclusive
  }
  return done
}

async function headerOf(file: string): Promise<EvidenceHeader> {
  for await (const item of readEvidence(file)) {
    if (item.kind === 'header') return item.header
    break
  }
  throw new UsageError(`${file} is not an evidence file of mgi; mgi run writes exchanges.ndjson`)
}
