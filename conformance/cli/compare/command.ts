import { resolve } from 'node:path'
import { matrix, matrixFormats, matrixRenderers } from '../../../reports/matrix/index.ts'
import { UsageError } from '../../model/usage-error.ts'
import { destinationsAmong } from '../../report/destinations.ts'
import { done, exitCode } from '../../report/exit-code.ts'
import { readResults, resultsFile } from '../../report/read-results.ts'
import { command } from '../command.ts'
import { noteTo } from '../io.ts'
import { areDocumentsWritten } from '../report/write-reports.ts'

const offer = { files: { markdown: null, html: null, json: null }, usual: ['markdown'] } as const

/** Compares the results of several implementations. */
export const compareCommand = command({
  name: 'compare',
  summary: 'Shows the results of several implementations side by side, by requirement and operation.',
  usage: 'compare RESULTS RESULTS… [--reporter LIST]',
  positionals: Number.POSITIVE_INFINITY,
  options: {
    reporter: {
      type: 'string',
      value: 'LIST',
      multiple: true,
      help: `Output format: ${matrixFormats.join(', ')} on stdout, NAME=PATH in a file (default markdown).`,
    },
  },
  notes: [
    'RESULTS are results.json files or folders of runs: mgi compare one two three --reporter html=matrix.html',
    'Judges nothing. Exit status: 0 for all verdicts, 2 usage error, 3 a file could not be written.',
  ],
  async run({ positionals, values, io }) {
    if (positionals.length < 2)
      throw new UsageError('compare needs two results or more: mgi compare one/results.json two/results.json')
    const files = positionals.map((path) => resultsFile(resolve(io.cwd, path)))
    const destinations = destinationsAmong(offer, values.reporter, { out: undefined, cwd: io.cwd, kept: files })
    const reports = files.map((file, index) => ({ name: positionals[index]!, report: readResults(file, noteTo(io)) }))
    const found = matrix(reports)
    const isWritten = await areDocumentsWritten(destinations, (format) => matrixRenderers[format](found), io)
    return isWritten ? done : exitCode.inconclusive
  },
})
