import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const require = createRequire(import.meta.url)

/** A file beside this one. */
export function beside(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url))
}

/** A file of a package that is installed in this folder. */
export function installed(path: string): string {
  return beside(`node_modules/${path}`)
}

/** A Node.js of version 24 or later: our own if it is one, else the one that is installed here as a package. */
export function newerNode(): string {
  if (Number.parseInt(process.versions.node, 10) >= 24) return process.execPath
  return require.resolve(`node-${process.platform}-${process.arch}/bin/node`)
}
