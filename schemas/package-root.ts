import { existsSync } from 'node:fs'

/** The folder of this package's package.json. The sources, `build` and `dist` are at different depths below it. */
const root = folderAbove(new URL('./', import.meta.url))

/**
 * The folder of the running program: `build` or `dist` if it was built, and the package itself if it runs from source.
 */
const program = new URL(/^(?:build|dist)\//.exec(import.meta.url.slice(root.href.length))?.[0] ?? './', root)

/** Returns the address of a file that is published at the same path as in the repository. */
export function packageFile(path: string): URL {
  return new URL(path, root)
}

/**
 * Returns the address of a compiled script of this program, such as that of a thread. No such file exists for a program
 * that runs from source.
 */
export function programFile(path: string): URL {
  return new URL(path, program)
}

function folderAbove(folder: URL): URL {
  if (existsSync(new URL('package.json', folder))) return folder
  if (folder.pathname === '/') throw new Error('package.json is missing above the program')
  return folderAbove(new URL('../', folder))
}
