import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { factsOf } from './file-facts.ts'

/**
 * Creates a folder and its missing parents one by one. `mkdirSync` with `recursive` never returns if the file system
 * reports an existing parent as missing, as Linux does below `/proc`.
 */
export function makeFolders(folder: string): void {
  const missing: string[] = []
  for (let path = folder; factsOf(path) === undefined && path !== dirname(path); path = dirname(path))
    missing.push(path)
  for (const path of missing.reverse()) makeOne(path)
}

/** Creates a folder. Another process may have created it in the meantime. */
function makeOne(path: string): void {
  try {
    mkdirSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || factsOf(path)?.isDirectory() !== true) throw error
  }
}
