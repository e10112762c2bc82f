import { resolve } from 'node:path'
import { matrix, matrixFormats, matrixRenderers } from '../../../reports/matrix/index.ts'
import { command } from '../command.ts'
import { done, exitCode } from '../exit-code.ts'
import { destinationsAmong } from '../report/destinations.ts'
import { areDocumentsWritten } from '../report/write-documents.ts'
import { readResults, resultsFile } from '../results/read-results.ts'
import { UsageError } from '../usage-error.ts'

const offer = { files: { markdown: null, html: null, json: null }, usual: ['markdown'] } as const

/** Puts the results of several implementations beside each other. */
export const compareCommand = command({
  name: 'compare',
  summary: 'Puts the results of several implementations beside each other, requirement by requirement.',
  usage: 'compare RESULTS RESULTS… [--reporter LIST]',
  positionals: Number.POSITIVE_INFINITY,
  options: {
    reporter: {
      type: 'string',
      value: 'LIST',
      multiple: true,
      help: `How to show it: ${matrixFormats.join(',')} on stdout, NAME=PATH in a file (default markdown).`,
    },
  },
  notes: [
    'RESULTS are results.json files or folders of runs: mgi compare one two three --reporter html=matrix.html',
    'Judges nothing: exit status 0 whatever the verdicts are, 2 misuse, 3 where a file could not be written.',
  ],
  async run({ positionals, values, io }) {
    if (positionals.length < 2)
      throw new UsageError('compare needs two results or more: mgi compare one/results.json two/results.json')
    const files = positionals.map((path) => resultsFile(resolve(io.cwd, path)))
    const destinations = destinationsAmong(offer, values.reporter, { out: undefined, cwd: io.cwd, kept: files })
    const reports = files.map((file, index) => ({ name: positionals[index]!, report: readResults(file, io) }))
    const found = matrix(reports)
    const isWritten = await areDocumentsWritten(destinations, (format) => matrixRenderers[format](found), io)
    return isWritten ? done : exitCode.inconclusive
  },
})
