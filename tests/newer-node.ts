import { createRequire } from 'node:module'

/**
 * Returns the path of a Node.js of version 24 or later: the current one, or else the package that the file `from`
 * resolves.
 */
export function newerNode(from: string): string {
  if (Number.parseInt(process.versions.node, 10) >= 24) return process.execPath
  return createRequire(from).resolve(`node-${process.platform}-${process.arch}/bin/node`)
}
