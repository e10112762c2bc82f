import { createRequire } from 'node:module'

/** A Node.js of version 24 or later: our own if it is one, else the package that is installed beside the file `from`. */
export function newerNode(from: string): string {
  if (Number.parseInt(process.versions.node, 10) >= 24) return process.execPath
  return createRequire(from).resolve(`node-${process.platform}-${process.arch}/bin/node`)
}
