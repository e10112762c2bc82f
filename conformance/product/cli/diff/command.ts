import { resolve } from 'node:path'
import { type Difference, difference, diffFormats, diffRenderers, isCertain } from '../../../../reports/diff/index.ts'
import { UsageError } from '../../../core/text/usage-error.ts'
import { destinationsAmong } from '../../report/destinations.ts'
import { exitCode } from '../../report/exit-code.ts'
import { readResults, resultsFile } from '../../report/read-results.ts'
import { command } from '../command.ts'
import { noteTo } from '../io.ts'
import { areDocumentsWritten } from '../report/write-reports.ts'

const offer = { files: { terminal: null, markdown: null, html: null, json: null }, usual: ['terminal'] } as const

export const diffCommand = command({
  name: 'diff',
  summary: 'Compares two runs: new failures, fixed failures and missing tests. Judges nothing and sends nothing.',
  usage: 'diff BEFORE AFTER [--reporter LIST]',
  positionals: 2,
  options: {
    reporter: {
      type: 'string',
      value: 'LIST',
      multiple: true,
      help: `Output format: ${diffFormats.join(', ')} on stdout, NAME=PATH in a file (default terminal).`,
    },
  },
  notes: [
    'BEFORE and AFTER are results.json files or folders of runs.',
    'Exit status: 0 no new failures; 1 new failures, or failures of what was not tested before; 2 usage error; 3 neither, but the runs have different catalogues of requirements, some results are no longer tested, or nothing was tested.',
  ],
  async run({ positionals, values, io }) {
    const [before, after] = positionals
    if (before === undefined || after === undefined)
      throw new UsageError('diff needs two results: mgi diff before/results.json after/results.json')
    const files = [before, after].map((path) => resultsFile(resolve(io.cwd, path)))
    const destinations = destinationsAmong(offer, values.reporter, { out: undefined, cwd: io.cwd, kept: files })
    const [first, second] = files.map((file) => readResults(file, noteTo(io)))
    const found = difference({ name: before, report: first! }, { name: after, report: second! })
    const isWritten = await areDocumentsWritten(destinations, (format) => diffRenderers[format](found), io)
    return statusOf(found, isWritten)
  },
})

function statusOf(found: Difference, isWritten: boolean): number {
  if (found.changes['newly-failing'].length > 0) return exitCode.nonconforming
  return isCertain(found) && isWritten ? exitCode.conforming : exitCode.inconclusive
}
