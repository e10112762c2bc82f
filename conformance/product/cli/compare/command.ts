import { existsSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { fileNames } from '../../../../reports/formats.ts'
import { type MatrixFormat, matrix, matrixFormats, matrixRenderers } from '../../../../reports/matrix/index.ts'
import type { NamedReport } from '../../../../reports/side.ts'
import { UsageError } from '../../../core/text/usage-error.ts'
import { catalogueIn } from '../../../specification/editions/in-edition.ts'
import { withPlugins } from '../../../specification/plugins/load-plugins.ts'
import { judgedAgain } from '../../bundle/judge-again.ts'
import { rejectUnknownAdditions } from '../../recorded/added-requirements.ts'
import { evidenceOfRun } from '../../recorded/evidence-file.ts'
import { type Destination, destinationsAmong } from '../../report/destinations.ts'
import { done, exitCode } from '../../report/exit-code.ts'
import { readResults, resultsFile } from '../../report/read-results.ts'
import { command, ungrouped } from '../command.ts'
import { type Io, noteTo } from '../io.ts'
import { areDocumentsWritten } from '../report/write-reports.ts'
import { configOptionSpecs } from '../run/options/config-options.ts'

const offer = { files: { terminal: null, markdown: null, html: null, json: null }, usual: ['terminal'] } as const

export const compareCommand = command({
  name: 'compare',
  summary: 'Shows the results of several implementations side by side, by requirement and operation.',
  usage: 'compare RESULTS RESULTS… [--edition NAME] [--reporter LIST]',
  positionals: Number.POSITIVE_INFINITY,
  options: {
    edition: {
      type: 'string',
      value: 'NAME',
      help: 'Compare by this edition: results of other editions are judged again from the evidence beside them.',
    },
    plugin: ungrouped(configOptionSpecs.plugin),
    reporter: {
      type: 'string',
      value: 'LIST',
      multiple: true,
      help: `Output format: ${matrixFormats.join(', ')} on stdout, NAME=PATH in a file (default terminal).`,
    },
  },
  notes: [
    'RESULTS are results.json files or folders of runs: mgi compare one two three --reporter html=matrix.html',
    'Judges nothing, except with --edition. Exit status: 0 for any verdict, 2 usage error, 3 a file could not be written, 130 interrupted.',
  ],
  async run({ positionals, values, io }) {
    if (positionals.length < 2)
      throw new UsageError('compare needs two results or more: mgi compare one/results.json two/results.json')
    const files = positionals.map((path) => resultsFile(resolve(io.cwd, path)))
    const destinations = destinationsAmong(offer, values.reporter, { out: undefined, cwd: io.cwd, kept: files })
    const folder = folderOfPage(destinations) ?? io.cwd
    const read = files.map((file, index) => ({
      name: positionals[index]!,
      file,
      report: readResults(file, noteTo(io)),
      page: reportPage(file, folder),
    }))
    const reports = await inOneEdition(read, values, io)
    if (reports === undefined) return exitCode.interrupted
    const found = matrix(reports)
    const isWritten = await areDocumentsWritten(destinations, (format) => matrixRenderers[format](found), io)
    if (destinations.every(({ file }) => file !== null)) io.stdout.write(matrixRenderers.terminal(found))
    return isWritten ? done : exitCode.inconclusive
  },
})

interface ReadReport extends NamedReport {
  readonly file: string
}

/**
 * Returns the reports by one edition: the given one, by which the evidence of others is judged again, or that of all.
 * Returns `undefined` if the user interrupted it.
 */
async function inOneEdition(
  reports: readonly ReadReport[],
  { edition, plugin }: { readonly edition?: string; readonly plugin?: readonly string[] },
  io: Io,
): Promise<readonly NamedReport[] | undefined> {
  if (edition === undefined) {
    rejectOtherEditions(reports)
    return reports
  }
  const catalogue = await withPlugins(catalogueIn(edition), plugin, undefined, io.cwd)
  const judged: NamedReport[] = []
  for (const one of reports) {
    if (one.report.edition === edition) judged.push(one)
    else {
      const evidence = evidenceOfRun(one.file)
      await rejectUnknownAdditions([evidence], catalogue)
      const again = await judgedAgain(evidence, one.report, catalogue, io.signal)
      if (again === undefined) return undefined
      // The page beside the results shows the other edition.
      judged.push({ name: one.name, report: again.report })
    }
  }
  return judged
}

function rejectOtherEditions(reports: readonly ReadReport[]): void {
  const [first, ...others] = reports.filter(({ report }) => report.edition !== undefined)
  const other = others.find(({ report }) => report.edition !== first?.report.edition)
  if (first === undefined || other === undefined) return
  throw new UsageError(
    `${first.name} was judged by edition ${first.report.edition}, and ${other.name} by edition ${other.report.edition}; compare them by one of them with --edition, which judges the evidence again`,
  )
}

function folderOfPage(destinations: readonly Destination<MatrixFormat>[]): string | undefined {
  const page = destinations.find(({ format, file }) => format === 'html' && file !== null)
  return page?.file == null ? undefined : dirname(page.file)
}

/** Returns the URL of the HTML report of a run or of a bundle, relative to a folder, if it exists. */
function reportPage(results: string, folder: string): string | undefined {
  const places = ['.', 'reports'].map((place) => join(dirname(results), place, fileNames.html))
  const page = places.find((place) => existsSync(place))
  if (page === undefined) return undefined
  return relative(folder, page).split(sep).map(encodeURIComponent).join('/')
}
