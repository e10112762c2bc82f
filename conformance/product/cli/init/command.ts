import { realpathSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { factsOf } from '../../../core/files/file-facts.ts'
import { replaceFile } from '../../../core/files/replacing.ts'
import { UsageError } from '../../../core/text/usage-error.ts'
import { configText } from '../../config/config-text.ts'
import { usualNames } from '../../config/load-config.ts'
import { schemaReference } from '../../config/schema-reference.ts'
import { done } from '../../report/exit-code.ts'
import { command } from '../command.ts'

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
    await write(file, name, configText(reference))
    io.stdout.write(`wrote ${name}\n`)
    if (!isThere)
      io.stderr.write(
        'editors complete its members once the package is installed in the same project (see docs/install.md)\n',
      )
    return done
  },
})

/** Writes the file completely or not at all. If it is a link, writes the file that it names. */
async function write(file: string, name: string, text: string): Promise<void> {
  const target = factsOf(file) === undefined ? file : realpathSync(file)
  if (factsOf(`${target}.part`) !== undefined)
    throw new UsageError(`${name}.part is in the way; move it, or name another file`)
  const problem = await replaceFile(target, (part) => writeFileSync(part, text))
  if (problem !== undefined)
    throw new UsageError(`${problem.replace(target, name)}; name a file in a folder that you can write to`)
}

function assertWritable(file: string, name: string, isForced: boolean): void {
  if (!/\.ya?ml$/.test(name)) throw new UsageError(`${name}: init writes YAML; name a file that ends in .yaml`)
  const found = factsOf(file)
  if (found?.isDirectory() === true) throw new UsageError(`${name} is a folder; name a file`)
  if (found !== undefined && !isForced)
    throw new UsageError(`${name} exists already and was not changed; name another file, or give --force`)
  const others = usualNames.filter((one) => one !== basename(file) && factsOf(join(dirname(file), one)) !== undefined)
  if (others.length > 0 && usualNames.some((one) => one === basename(file)))
    throw new UsageError(`${name}: there is ${others.join(' and ')} already; change or remove it, or name another file`)
  const parent = factsOf(dirname(file))
  if (parent === undefined) throw new UsageError(`${name}: there is no folder ${dirname(name)}; create it first`)
  if (!parent.isDirectory()) throw new UsageError(`${name}: ${dirname(name)} is not a folder; name another file`)
}
