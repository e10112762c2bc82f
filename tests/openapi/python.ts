import { join } from 'node:path'
import { beforeAll } from 'vitest'
import { ended } from '../package/consumer.ts'

/** The packages that tests install, in the versions that `docs/openapi.md` names. */
export const packages = { jsonschema: 'jsonschema==4.26.0', schemathesis: 'schemathesis==4.32.5' } as const

/** The messages of pip if there is no index, or if it cannot be reached. */
const unreachable = /No matching distribution found|Could not find a version|Temporary failure|ConnectionError/

/** An environment for the tests of a file, in an empty folder, with its programs in `bin`. */
export interface Environment {
  readonly folder: string
  /** Returns why a package could not be installed on this machine, or undefined if it is installed. */
  readonly missing: () => string | undefined
}

/** Creates an environment with one of the packages. Prints a warning if that fails. */
export function environmentWith(name: keyof typeof packages, folder: string): Environment {
  let missing: string | undefined
  beforeAll(async () => {
    missing = await installedFromPyPI(folder, packages[name])
    if (missing !== undefined) console.warn(`${name} is not tried: ${missing}`)
  }, 300_000)
  return { folder, missing: () => missing }
}

/**
 * Installs a package from PyPI into a new environment in an empty folder. Its programs are in `bin`.
 * @returns the reason if it cannot be installed on this machine, otherwise undefined.
 */
async function installedFromPyPI(folder: string, name: string): Promise<string | undefined> {
  const made = await ended('python3', ['-m', 'venv', folder], '.')
  if (made.status !== 0) return 'there is no python3 that can make an environment (python3 -m venv)'
  const options = ['install', '--quiet', '--disable-pip-version-check', '--retries', '1', name]
  const { status, stderr } = await ended(join(folder, 'bin/pip'), options, folder)
  if (status === 0) return undefined
  if (unreachable.test(stderr)) return `PyPI cannot be reached, or has no ${name} for this Python`
  throw new Error(`pip install ${name}: ${stderr}`)
}
