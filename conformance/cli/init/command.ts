import { renameSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { configText } from '../../config/config-text.ts'
import { schemaReference } from '../../config/schema-reference.ts'
import { factsOf } from '../../files/file-facts.ts'
import { UsageError } from '../../model/usage-error.ts'
import { done } from '../../report/exit-code.ts'
import { command } from '../command.ts'

/** Writes a commented config file. */
export const initCommand = command({
  name: 'init',
  summary: 'Writes a config file with comments. An existing file is not changed.',
  usage: 'init [FILE] [OPTION …]',
  positionals: 1,
  options: {
    force: { type: 'boolean', help: 'Overwrite an existing file.' },
  },
  notes: ['The default FILE is mgi.config.yaml; mgi run finds it under that name in the folder it is started in.'],
  async run({ positionals: [name = 'mgi.config.yaml'], values, io }) {
    const file = resolve(io.cwd, name)
    assertWritable(file, name, values.force === true)
    const { reference, isThere } = schemaReference('config/config.json', file)
    write(file, name, configText(reference))
    io.stdout.write(`wrote ${name}\n`)
    if (!isThere)
      io.stderr.write(
        'editors complete its members once the package is installed in the same project (see docs/install.md)\n',
      )
    return done
  },
})

/** Writes the file completely or not at all. */
function write(file: string, name: string, text: string): void {
  try {
    writeFileSync(`${file}.part`, text)
    renameSync(`${file}.part`, file)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new UsageError(`${name} cannot be written (${code}); name a file in a folder that you can write to`)
  }
}

function assertWritable(file: string, name: string, isForced: boolean): void {
  if (!/\.ya?ml$/.test(name)) throw new UsageError(`${name}: init writes YAML; name a file that ends in .yaml`)
  const found = factsOf(file)
  if (found?.isDirectory() === true) throw new UsageError(`${name} is a folder; name a file`)
  if (found !== undefined && !isForced)
    throw new UsageError(`${name} exists already and was not changed; name another file, or give --force`)
  const parent = factsOf(dirname(file))
  if (parent === undefined) throw new UsageError(`${name}: there is no folder ${dirname(name)}; create it first`)
  if (!parent.isDirectory()) throw new UsageError(`${name}: ${dirname(name)} is not a folder; name another file`)
}
