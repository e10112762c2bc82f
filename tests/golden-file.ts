import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { expect } from 'vitest'

/** Compares with the file, or with GOLDEN=write in the environment, writes it: the difference is for review. */
export function expectGolden(file: URL, text: string): void {
  if (process.env['GOLDEN'] === 'write') {
    mkdirSync(new URL('./', file), { recursive: true })
    writeFileSync(file, text)
  }
  expect(text).toBe(readFileSync(file, 'utf8'))
}
