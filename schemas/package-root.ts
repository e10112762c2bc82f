import { existsSync } from 'node:fs'

/** The folder of this package's package.json. Sources, `build` and `dist` have different depths below it. */
const root = folderAbove(new URL('./', import.meta.url))

/** The folder of the running program: `build` or `dist` if it is compiled, otherwise the package itself. */
const program = new URL(/^(?:build|dist)\//.exec(import.meta.url.slice(root.href.length))?.[0] ?? './', root)

/** Returns the URL of a file that the package contains at the same path as the repository. */
export function packageFile(path: string): URL {
  return new URL(path, root)
}

/**
 * Returns the URL of a compiled script, such as that of a worker. The file does not exist if the program runs from
 * source.
 */
export function programFile(path: string): URL {
  return new URL(path, program)
}

function folderAbove(folder: URL): URL {
  if (existsSync(new URL('package.json', folder))) return folder
  if (folder.pathname === '/') throw new Error('package.json is missing above the program')
  return folderAbove(new URL('../', folder))
}
