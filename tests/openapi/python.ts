import { join } from 'node:path'
import { ended } from '../package/consumer.ts'

/** The packages that tests install, each with the version that `docs/openapi.md` names. */
export const packages = { jsonschema: 'jsonschema==4.26.0', schemathesis: 'schemathesis==4.32.5' } as const

/** What pip says where there is no index, or none that can be reached. */
const unreachable = /No matching distribution found|Could not find a version|Temporary failure|ConnectionError/

/**
 * Installs packages from PyPI into an environment in an empty folder, whose programs are in `bin` then.
 * @returns why that cannot be done on this machine; `undefined` where it was done.
 */
export async function installedFromPyPI(folder: string, name: string): Promise<string | undefined> {
  const made = await ended('python3', ['-m', 'venv', folder], '.')
  if (made.status !== 0) return 'there is no python3 that can make an environment (python3 -m venv)'
  const options = ['install', '--quiet', '--disable-pip-version-check', '--retries', '1', name]
  const { status, stderr } = await ended(join(folder, 'bin/pip'), options, folder)
  if (status === 0) return undefined
  if (unreachable.test(stderr)) return `PyPI cannot be reached, or has no ${name} for this Python`
  throw new Error(`pip install ${name}: ${stderr}`)
}
