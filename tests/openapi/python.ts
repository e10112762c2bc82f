import { join } from 'node:path'
import { beforeAll } from 'vitest'
import { ended } from '../package/consumer.ts'

/** The packages that tests install, each with the version that `docs/openapi.md` names. */
export const packages = { jsonschema: 'jsonschema==4.26.0', schemathesis: 'schemathesis==4.32.5' } as const

/** What pip says where there is no index, or none that can be reached. */
const unreachable = /No matching distribution found|Could not find a version|Temporary failure|ConnectionError/

/** An environment that is made before the tests of a file, in an empty folder, with its programs in `bin`. */
export interface Environment {
  readonly folder: string
  /** Why a package could not be installed on this machine; `undefined` where it is there. */
  readonly missing: () => string | undefined
}

/** Makes an environment with one of the packages; says so where that cannot be done. */
export function environmentWith(name: keyof typeof packages, folder: string): Environment {
  let missing: string | undefined
  beforeAll(async () => {
    missing = await installedFromPyPI(folder, packages[name])
    if (missing !== undefined) console.warn(`${name} is not tried: ${missing}`)
  }, 300_000)
  return { folder, missing: () => missing }
}

/**
 * Installs packages from PyPI into an environment in an empty folder, whose programs are in `bin` then.
 * @returns why that cannot be done on this machine; `undefined` where it was done.
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
