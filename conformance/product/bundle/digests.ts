import { createHash } from 'node:crypto'
import { createReadStream, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { openFile } from '../../core/files/open-file.ts'
import type { ListedFile } from './manifest.ts'

/** Returns the digest and length of a regular file in a folder. Stops early if `signal` is aborted. */
export async function listed(folder: string, name: string, signal?: AbortSignal): Promise<ListedFile> {
  const hash = createHash('sha256')
  let bytes = 0
  const path = join(folder, name)
  for await (const piece of createReadStream(path, { fd: openFile(path) }) as AsyncIterable<Buffer>) {
    if (signal?.aborted === true) break
    hash.update(piece)
    bytes += piece.length
  }
  return { name, sha256: hash.digest('hex'), bytes }
}

/** The content of a folder and its subfolders. */
export interface FolderContent {
  /** Regular files, as sorted paths within the folder, separated by `/`. */
  readonly files: readonly string[]
  /** Links, sockets and other entries that a bundle never contains. */
  readonly strange: readonly string[]
}

/** Lists a folder and its subfolders. Does not follow links. */
export function filesIn(folder: string, below = ''): FolderContent {
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
