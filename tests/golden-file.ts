import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'

const remedy = 'npm run golden writes it; review the difference'

/** Stands for the number of requirements that a limited run did not select. */
export const anyTotals = '(others) not selected'

/** Replaces the totals of the catalogue in a text, so that golden files stay the same when the catalogue grows. */
export function withoutTotals(text: string): string {
  return text
    .replace(/\b\d+ of \d+ not tested/g, '(others) of (all) not tested')
    .replace(/\b\d+ not selected/g, anyTotals)
    .replace(/\bof \d+ mandatory requirements tested/g, 'of (all) mandatory requirements tested')
}

/**
 * Compares a text with a golden file, both without totals of the catalogue. With GOLDEN=write in the environment,
 * writes the file instead.
 */
export function expectGolden(file: URL, whole: string): void {
  const text = withoutTotals(whole)
  if (process.env['GOLDEN'] === 'write') {
    mkdirSync(new URL('./', file), { recursive: true })
    writeFileSync(file, text)
  }
  const name = relative('', fileURLToPath(file))
  if (!existsSync(file)) throw new Error(`${name} is missing: ${remedy}`)
  expect(text, `${name} differs: ${remedy}`).toBe(readFileSync(file, 'utf8'))
}
