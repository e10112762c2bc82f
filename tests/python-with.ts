import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ended } from './package/consumer.ts'

/** Messages of pip if no index answers. An index that answers would list at least other versions. */
const unreachable = /from versions: none|connection broken by|Failed to establish a new connection/

/**
 * Installs packages from PyPI into an environment of their own in a folder that exists. Returns its interpreter, or the
 * reason why that cannot be done here. Throws if the packages do not install. The system's pip installs them.
 */
export async function pythonWith(
  packages: readonly string[],
  folder: string,
): Promise<{ readonly interpreter: string } | { readonly missing: string }> {
  const made = await ended('python3', ['-m', 'venv', '--without-pip', folder], folder)
  if (made.status !== 0) return { missing: `there is no Python: ${made.stderr.trim().split('\n')[0]}` }
  const interpreter = join(folder, 'bin/python')
  if (!existsSync(interpreter)) return { missing: 'this Python has no bin folder' }
  const pip = ['-m', 'pip', '--python', interpreter, 'install', '--quiet', '--no-input', '--no-compile', ...packages]
  const { status, stderr } = await ended('python3', pip, folder)
  if (status === 0) return { interpreter }
  if (unreachable.test(stderr)) return { missing: `PyPI is not there: ${stderr.trim().split('\n')[0]}` }
  throw new Error(stderr)
}
