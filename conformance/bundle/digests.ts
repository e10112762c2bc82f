import { createHash } from 'node:crypto'
import { createReadStream, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { ListedFile } from './manifest.ts'

/** The digest and length of one file of a folder. */
export async function listed(folder: string, name: string): Promise<ListedFile> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const piece of createReadStream(join(folder, name)) as AsyncIterable<Buffer>) {
    hash.update(piece)
    bytes += piece.length
  }
  return { name, sha256: hash.digest('hex'), bytes }
}

/** What is in a folder and in those within it. */
export interface Found {
  /** Plain files, as paths within the folder with `/`, in order. */
  readonly files: readonly string[]
  /** Links, sockets and the like, which no bundle has. */
  readonly strange: readonly string[]
}

/** Everything in a folder; links are not followed. */
export function filesIn(folder: string, below = ''): Found {
  const files: string[] = []
  const strange: string[] = []
  for (const entry of readdirSync(join(folder, below), { withFileTypes: true })) {
    const name = below === '' ? entry.name : `${below}/${entry.name}`
    if (entry.isFile()) files.push(name)
    else if (entry.isDirectory()) {
      const inner = filesIn(folder, name)
      files.push(...inner.files)
      strange.push(...inner.strange)
    } else strange.push(name)
  }
  return { files: files.sort(), strange: strange.sort() }
}
