import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { UsageError } from '../usage-error.ts'
import type { Source } from './document.ts'

/** The names under which a config file is found without being named, first one first. */
export const usualNames = ['mgi.config.yaml', 'mgi.config.yml', 'mgi.config.json'] as const

/** The config file to read: the one the user names, else the one in the folder they are in, else none. */
export function findConfig(given: string | undefined, cwd: string): Source | undefined {
  if (given !== undefined) {
    const file = resolve(cwd, given)
    if (!existsSync(file)) throw new UsageError(`--config ${given}: there is no such file; mgi init writes one`)
    return { file, name: given, said: `--config ${given}` }
  }
  const [name, other] = usualNames.filter((one) => existsSync(join(cwd, one)))
  if (other !== undefined)
    throw new UsageError(`${name} and ${other} are both here; remove one, or name one with --config`)
  return name === undefined ? undefined : { file: join(cwd, name), name }
}
