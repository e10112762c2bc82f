import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'

const remedy = 'npm run golden writes it; review the difference'

/** Stands for how many of all requirements were not tested. */
export const anyTotals = '(others) of (all) not tested'

/**
 * Replaces how many of all requirements were not tested by `anyTotals`, and how many mandatory requirements there are, so that a
 * golden file stays as it is when the catalogue grows.
 */
export function withoutTotals(text: string): string {
  return text
    .replace(/\b\d+ of \d+ not tested/g, anyTotals)
    .replace(/\bof \d+ mandatory requirements tested/g, 'of (all) mandatory requirements tested')
}

/**
 * Compares with the file, or with GOLDEN=write in the environment, writes it: the difference is for review. Both without
 * totals of the catalogue.
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
