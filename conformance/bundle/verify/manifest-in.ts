import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { validate } from '../../../schemas/index.ts'
import { factsOf } from '../../files/file-facts.ts'
import { UsageError } from '../../model/usage-error.ts'
import { attestationName, manifestName } from '../contents.ts'
import type { Manifest } from '../manifest.ts'
import { type Answer, no, unknown } from './answer.ts'

/** The format that this version reads and writes. */
const formatVersion = 2

/**
 * The manifest of a bundle, or why the bundle cannot hold. A folder that never was a bundle is the user's mistake; one
 * whose manifest is spoilt, or gone while its attestation is there, is a bundle that does not hold.
 */
export function manifestIn(folder: string, path: string): Manifest | Answer {
  const file = join(folder, manifestName)
  if (factsOf(file)?.isFile() !== true) {
    if (factsOf(join(folder, attestationName))?.isFile() === true) return no(`${manifestName} is missing`)
    throw new UsageError(`${path} is no bundle: there is no ${manifestName} in it; mgi bundle makes one`)
  }
  const value = parsed(textOf(file, path))
  if (value === undefined) return no(`${manifestName} is not JSON`)
  const { formatVersion: version } = (value ?? {}) as { readonly formatVersion?: unknown }
  if (typeof version === 'number' && version !== formatVersion)
    return unknown(
      `${manifestName} has the format version ${version}, and this version of mgi reads ${formatVersion}${version === 1 ? '; its evidence can be judged again: mgi check exchanges.ndjson --out DIR' : ''}`,
    )
  const [violation] = validate('results/manifest', value).violations
  return violation === undefined ? (value as Manifest) : no(`${manifestName}: ${violation.message.slice(0, 160)}`)
}

function textOf(file: string, path: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new UsageError(`${path}: its ${manifestName} cannot be read (${code}); ask whoever owns it for a copy`)
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
