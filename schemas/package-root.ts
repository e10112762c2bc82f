import { existsSync } from 'node:fs'

/** The folder of this package's package.json. The sources, `build` and `dist` lie at different depths below it. */
const root = folderAbove(new URL('./', import.meta.url))

/** The folder of the running program: `build` or `dist` once it is built, and the package itself when it runs from source. */
const program = new URL(/^(?:build|dist)\//.exec(import.meta.url.slice(root.href.length))?.[0] ?? './', root)

/** Returns the address of a file of this package that is published as it stands in the repository. */
export function packageFile(path: string): URL {
  return new URL(path, root)
}

/** Returns the address of a compiled script of this program, such as that of a thread. Nothing is there when it runs from source. */
export function programFile(path: string): URL {
  return new URL(path, program)
}

function folderAbove(folder: URL): URL {
  if (existsSync(new URL('package.json', folder))) return folder
  if (folder.pathname === '/') throw new Error('package.json is missing above the program')
  return folderAbove(new URL('../', folder))
}
