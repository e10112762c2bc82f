import { resolve } from 'node:path'
import { formats } from '../../../reports/index.ts'
import { catalogue } from '../../catalogue.ts'
import { command } from '../command.ts'
import { exitCode } from '../exit-code.ts'
import { readKnownFailureOptions } from '../known-failures/options.ts'
import { choices } from '../options/choices.ts'
import { makeFolder, outFolder } from '../options/out-folder.ts'
import { printSummary } from '../report/print-summary.ts'
import { usualFormats, writeReports } from '../report/write-reports.ts'
import { UsageError } from '../usage-error.ts'
import { checkFiles } from './check-files.ts'

/** Judges evidence files again. */
export const checkCommand = command({
  name: 'check',
  summary:
    'Judges recorded evidence (exchanges.ndjson) again. Sends nothing, and writes nothing unless --out is given.',
  usage: 'check FILE… [OPTION …]',
  positionals: Number.POSITIVE_INFINITY,
  options: {
    strict: { type: 'boolean', help: 'A broken rule that the document only implies counts as a fail.' },
    'known-failures': {
      type: 'string',
      value: 'FILE',
      help: 'A list of what is known to fail and does not fail the run.',
    },
    out: { type: 'string', value: 'DIR', help: 'Write reports to this folder.' },
    reporter: {
      type: 'string',
      value: 'LIST',
      multiple: true,
      help: `Which reports to write with --out: ${formats.join(',')} (default ${usualFormats.join(',')}).`,
    },
    quiet: { type: 'boolean', help: 'Print nothing but errors.' },
  },
  notes: ['Several files are judged together, as one run; they must speak of the same target.'],
  async run({ positionals, values, io }) {
    if (positionals.length === 0)
      throw new UsageError('check needs an evidence file: mgi check mgi-report/exchanges.ndjson')
    const reporters = choices('reporter', values.reporter, formats)
    if (values.out === undefined && reporters?.some((format) => format !== 'terminal'))
      throw new UsageError('--reporter writes files; say where with --out DIR')
    const out = values.out === undefined ? undefined : outFolder(values.out, io.cwd)
    const groups = readKnownFailureOptions(values, undefined, io.cwd, catalogue).groups
    const files = positionals.map((file) => resolve(io.cwd, file))
    const report = await checkFiles(files, catalogue, { isStrict: values.strict === true, groups, io })
    if (report === undefined) return exitCode.interrupted
    if (out !== undefined) {
      makeFolder(out)
      writeReports(report, reporters ?? usualFormats, out)
    }
    if (values.quiet !== true || reporters?.includes('terminal') === true) printSummary(report, io)
    return exitCode[report.summary.verdict]
  },
})
