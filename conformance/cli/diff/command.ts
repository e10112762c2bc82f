import { resolve } from 'node:path'
import { type Difference, difference, diffFormats, diffRenderers } from '../../../reports/diff/index.ts'
import { command } from '../command.ts'
import { exitCode } from '../exit-code.ts'
import { destinationsAmong } from '../report/destinations.ts'
import { areDocumentsWritten } from '../report/write-documents.ts'
import { readResults, resultsFile } from '../results/read-results.ts'
import { UsageError } from '../usage-error.ts'

const offer = { files: { terminal: null, markdown: null, html: null, json: null }, usual: ['terminal'] } as const

/** Says what is different between two results. */
export const diffCommand = command({
  name: 'diff',
  summary: 'Says what became better and worse from one run to another. Judges nothing and sends nothing.',
  usage: 'diff BEFORE AFTER [--reporter LIST]',
  positionals: 2,
  options: {
    reporter: {
      type: 'string',
      value: 'LIST',
      multiple: true,
      help: `How to say it: ${diffFormats.join(',')} on stdout, NAME=PATH in a file (default terminal).`,
    },
  },
  notes: [
    'BEFORE and AFTER are results.json files or folders of runs.',
    'Exit status: 0 nothing that was kept before fails now; 1 something newly fails; 2 misuse; 3 nothing newly fails,',
    'but nobody can tell for certain: other catalogues of requirements, or something is no longer exercised.',
  ],
  async run({ positionals, values, io }) {
    const [before, after] = positionals
    if (before === undefined || after === undefined)
      throw new UsageError('diff needs two results: mgi diff before/results.json after/results.json')
    const files = [before, after].map((path) => resultsFile(resolve(io.cwd, path)))
    const destinations = destinationsAmong(offer, values.reporter, { out: undefined, cwd: io.cwd, kept: files })
    const [first, second] = files.map((file) => readResults(file, io))
    const found = difference({ name: before, report: first! }, { name: after, report: second! })
    const isWritten = await areDocumentsWritten(destinations, (format) => diffRenderers[format](found), io)
    return statusOf(found, isWritten)
  },
})

function statusOf({ changes, isSameCatalogue }: Difference, isWritten: boolean): number {
  if (changes['newly-failing'].length > 0) return exitCode.nonconforming
  const isCertain = isSameCatalogue && changes['no-longer-exercised'].length + changes.removed.length === 0
  return isCertain && isWritten ? exitCode.conforming : exitCode.inconclusive
}
