import { resolve } from 'node:path'
import { outFolder } from '../../../core/files/out-folder.ts'
import { UsageError } from '../../../core/text/usage-error.ts'
import { observe } from '../../../engine/judge/index.ts'
import { createRedactor } from '../../../engine/record/evidence/redact.ts'
import { catalogue } from '../../../specification/catalogue.ts'
import { startSavingExamples } from '../../proxy/examples/save-examples.ts'
import { groupByTarget } from '../../recorded/by-target.ts'
import { type FoundRecordings, findRecordings } from '../../recorded/find-recordings.ts'
import type { HarOptions } from '../../recorded/har/frame.ts'
import { isRecording } from '../../recorded/har/is-recording.ts'
import { startHarReading } from '../../recorded/har/items.ts'
import { readFiles } from '../../recorded/read-files.ts'
import { done, exitCode } from '../../report/exit-code.ts'
import { harOptionSpecs, readHarOptions } from '../check/har-options.ts'
import { skippedFileLines } from '../check/several-targets.ts'
import { command } from '../command.ts'

export const examplesCommand = command({
  name: 'examples',
  summary: 'Saves the requests of recordings as examples for mgi run, without user text. Sends nothing.',
  usage: 'examples FILE|DIR… --save DIR [OPTION …]',
  positionals: Number.POSITIVE_INFINITY,
  options: {
    save: { type: 'string', value: 'DIR', help: 'The folder for the examples; name it under examples: in the config.' },
    ...harOptionSpecs,
    quiet: { type: 'boolean', help: 'Print errors only.' },
  },
  notes: [
    'FILE and DIR are what mgi check reads. One file is written for each new combination of features of a valid request.',
    'Texts, names, URLs, numbers and files of users are replaced. Existing files are kept.',
  ],
  async run({ positionals, values, io }) {
    if (positionals.length === 0)
      throw new UsageError('examples needs recorded traffic: mgi examples traffic.har --save examples')
    if (values.save === undefined) throw new UsageError('examples needs a folder to write to: --save DIR')
    const folder = outFolder(values.save, io.cwd, '--save')
    const found = findRecordings(positionals.map((path) => resolve(io.cwd, path)))
    const options = readHarOptions(values, found.files.some(isRecording), io)
    const { told, passedOver } = await saveExamplesOf(found, options, folder, io.signal)
    const lines = values.quiet === true ? [] : [...skippedFileLines(passedOver, io.cwd), ...told]
    for (const line of lines) io.stderr.write(`${line}\n`)
    return io.signal.aborted ? exitCode.interrupted : done
  },
})

/** Saves the valid requests of recordings as examples, without text of users. Returns their number and any error as text. */
async function saveExamplesOf(found: FoundRecordings, options: HarOptions, folder: string, signal: AbortSignal) {
  const har = startHarReading({ options, operations: catalogue.operations, signal })
  try {
    const { groups, passedOver } = await groupByTarget(found, har, options.target)
    const redact = createRedactor([], options.masks).text
    const examples = startSavingExamples({ folder, withWords: false }, redact, '--save')
    for (const { target, files } of groups) {
      const see: Parameters<typeof readFiles>[1] = (exchange) => {
        const seen = observe(catalogue.operations, exchange)
        if (seen !== undefined) examples.see(seen)
      }
      await readFiles(files, see, signal, har.reading(target, files))
    }
    return { passedOver, told: examples.told() }
  } finally {
    har.close()
  }
}
