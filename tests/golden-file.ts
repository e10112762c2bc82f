import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'

const remedy = 'npm run golden writes it; review the difference'

/** Compares with the file, or with GOLDEN=write in the environment, writes it: the difference is for review. */
export function expectGolden(file: URL, text: string): void {
  if (process.env['GOLDEN'] === 'write') {
    mkdirSync(new URL('./', file), { recursive: true })
    writeFileSync(file, text)
  }
  const name = relative('', fileURLToPath(file))
  if (!existsSync(file)) throw new Error(`${name} is missing: ${remedy}`)
  expect(text, `${name} differs: ${remedy}`).toBe(readFileSync(file, 'utf8'))
}
