import { resolve } from 'node:path'
import { outFolder } from '../../../core/files/out-folder.ts'
import { UsageError } from '../../../core/text/usage-error.ts'
import { saveExamplesOf } from '../../proxy/examples/from-recordings.ts'
import { findRecordings } from '../../recorded/find-recordings.ts'
import { isRecording } from '../../recorded/har/is-recording.ts'
import { done, exitCode } from '../../report/exit-code.ts'
import { harOptionSpecs, readHarOptions } from '../check/har-options.ts'
import { skippedFileLines } from '../check/several-targets.ts'
import { command } from '../command.ts'

/** Makes examples for `mgi run` from recorded requests. */
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
    const place = { folder: outFolder(values.save, io.cwd, '--save'), option: '--save' }
    const found = findRecordings(positionals.map((path) => resolve(io.cwd, path)))
    const options = readHarOptions(values, found.files.some(isRecording), io)
    const { told, passedOver } = await saveExamplesOf({ found, options, ...place, signal: io.signal })
    const lines = values.quiet === true ? [] : [...skippedFileLines(passedOver, io.cwd), ...told]
    for (const line of lines) io.stderr.write(`${line}\n`)
    return io.signal.aborted ? exitCode.interrupted : done
  },
})
