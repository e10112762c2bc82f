import { existsSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { fileNames } from '../../../../reports/formats.ts'
import { type MatrixFormat, matrix, matrixFormats, matrixRenderers } from '../../../../reports/matrix/index.ts'
import { UsageError } from '../../../core/text/usage-error.ts'
import { type Destination, destinationsAmong } from '../../report/destinations.ts'
import { done, exitCode } from '../../report/exit-code.ts'
import { readResults, resultsFile } from '../../report/read-results.ts'
import { command } from '../command.ts'
import { noteTo } from '../io.ts'
import { areDocumentsWritten } from '../report/write-reports.ts'

const offer = { files: { terminal: null, markdown: null, html: null, json: null }, usual: ['terminal'] } as const

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
      help: `Output format: ${matrixFormats.join(', ')} on stdout, NAME=PATH in a file (default terminal).`,
    },
  },
  notes: [
    'RESULTS are results.json files or folders of runs: mgi compare one two three --reporter html=matrix.html',
    'Judges nothing. Exit status: 0 for any verdict, 2 usage error, 3 a file could not be written.',
  ],
  async run({ positionals, values, io }) {
    if (positionals.length < 2)
      throw new UsageError('compare needs two results or more: mgi compare one/results.json two/results.json')
    const files = positionals.map((path) => resultsFile(resolve(io.cwd, path)))
    const destinations = destinationsAmong(offer, values.reporter, { out: undefined, cwd: io.cwd, kept: files })
    const folder = folderOfPage(destinations) ?? io.cwd
    const reports = files.map((file, index) => ({
      name: positionals[index]!,
      report: readResults(file, noteTo(io)),
      page: reportPage(file, folder),
    }))
    const found = matrix(reports)
    const isWritten = await areDocumentsWritten(destinations, (format) => matrixRenderers[format](found), io)
    if (destinations.every(({ file }) => file !== null)) io.stdout.write(matrixRenderers.terminal(found))
    return isWritten ? done : exitCode.inconclusive
  },
})

function folderOfPage(destinations: readonly Destination<MatrixFormat>[]): string | undefined {
  const page = destinations.find(({ format, file }) => format === 'html' && file !== null)
  return page?.file == null ? undefined : dirname(page.file)
}

/** Returns the URL of the HTML report in the same folder as the results, relative to a folder, if it exists. */
function reportPage(results: string, folder: string): string | undefined {
  const page = join(dirname(results), fileNames.html)
  if (!existsSync(page)) return undefined
  return relative(folder, page).split(sep).map(encodeURIComponent).join('/')
}
