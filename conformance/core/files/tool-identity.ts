import { readFileSync } from 'node:fs'
import { packageFile } from '../../../schemas/package-root.ts'

/** Returns the name and version of this program, from its package.json. */
export function toolIdentity(): { readonly name: string; readonly version: string } {
  const { name, version } = JSON.parse(readFileSync(packageFile('package.json'), 'utf8')) as {
    name: string
    version: string
  }
  return { name, version }
}
