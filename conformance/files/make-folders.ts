import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { factsOf } from './file-facts.ts'

/**
 * Makes a folder and those above it that are missing, one by one: `mkdirSync` with `recursive` never returns where a
 * file system answers that a parent is missing although it is there, as Linux does below `/proc`.
 */
export function makeFolders(folder: string): void {
  const missing: string[] = []
  for (let path = folder; factsOf(path) === undefined && path !== dirname(path); path = dirname(path))
    missing.push(path)
  for (const path of missing.reverse()) makeOne(path)
}

/** Somebody else may have made it in the meantime. */
function makeOne(path: string): void {
  try {
    mkdirSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || factsOf(path)?.isDirectory() !== true) throw error
  }
}
