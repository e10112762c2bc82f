import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { abilities } from './clients/abilities.ts'
import { clients } from './clients/clients.ts'
import { withTables } from './clients/page.ts'
import { readRecord } from './clients/record.ts'

const page = textOf('docs/clients.md')

test('the tables of clients are those of docs/clients.json', () => {
  expect(withTables(page, readRecord())).toBe(page)
})

test('docs/clients.json is about the clients that are tried, in the versions that are installed', () => {
  const named = clients.map(({ id, format, packages, needs, fails }) => ({ id, format, packages, needs, fails }))
  const published = readRecord().map(({ id, format, packages, needs, fails }) => ({
    id,
    format,
    packages,
    needs,
    fails,
  }))
  expect(published).toEqual(named)
  expect(new Set(named.map(({ id }) => id)).size).toBe(named.length)
})

test('what fails has a reason, and nothing else has', () => {
  for (const { id, abilities: outcomes, fails = {} } of readRecord()) {
    const failed = Object.entries(outcomes).flatMap(([ability, outcome]) => (outcome === 'fails' ? [ability] : []))
    expect(Object.keys(fails), id).toEqual(failed)
  }
})

test('the page explains each column', () => {
  for (const { heading, means } of Object.values(abilities)) expect(page).toContain(`| ${heading} | ${means} |`)
})

function textOf(path: string): string {
  return readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
}
