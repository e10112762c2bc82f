import { existsSync, readFileSync } from 'node:fs'

/** What this program is called and which version it is, from its package.json. */
export function toolIdentity(): { readonly name: string; readonly version: string } {
  const { name, version } = JSON.parse(readFileSync(packageFile(), 'utf8')) as { name: string; version: string }
  return { name, version }
}

/** This program's package.json. The sources and the built files lie at different depths below it. */
export function packageFile(): URL {
  for (let folder = new URL('./', import.meta.url); ; folder = new URL('../', folder.href)) {
    const file = new URL('package.json', folder.href)
    if (existsSync(file)) return file
    if (folder.pathname === '/') throw new Error('package.json is missing above the program')
  }
}
