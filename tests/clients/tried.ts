import { readFileSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, expect } from 'vitest'
import { type Child, startChild } from '../strangers/child.ts'
import type { Outcomes } from './abilities.ts'
import type { Client } from './clients.ts'
import { withTables } from './page.ts'
import { type Result, readRecord, resultOf, writeRecord } from './record.ts'

const mgi = new URL('../../dist/conformance/cli/main.js', import.meta.url).pathname
const page = new URL('../../docs/clients.md', import.meta.url)

/** The server as a user starts it, for all tests of a file. It goes by the name of a model that some clients know. */
export function serverForAll(): () => Child {
  let server: Child
  beforeAll(async () => {
    server = await startChild({
      command: process.execPath,
      arguments: [mgi, 'serve', '--port', '0', '--model', 'content=gemini-2.5-flash'],
      says: /^(http:\S+)$/m,
    })
  })
  afterAll(() => server.close())
  return () => server
}

/** Holds what came of a client against what is known of it. */
export function asKnown(client: Client, outcomes: Outcomes): Result {
  const { note, ...tried } = outcomes
  const failed = Object.entries(tried).filter(([, outcome]) => outcome !== 'works')
  const unknown = failed.filter(([ability]) => !(ability in (client.fails ?? {})))
  expect(unknown, 'nothing fails that clients.ts does not give a reason for').toEqual([])
  expect(
    failed.map(([ability]) => ability),
    'what fails by clients.ts still fails',
  ).toEqual(Object.keys(client.fails ?? {}))
  const isNoted = client.needs !== undefined || client.fails !== undefined
  expect(note, 'what clients.ts notes of it is still so').toBe(isNoted ? 'works' : undefined)
  return resultOf(client, outcomes)
}

/** Holds the results against those that are published, or with GOLDEN=write in the environment, publishes them. */
export function expectPublished(results: readonly Result[]): void {
  if (process.env['GOLDEN'] === 'write') {
    writeRecord(results)
    writeFileSync(page, withTables(readFileSync(page, 'utf8'), readRecord()))
  }
  const published = readRecord().filter(({ id }) => results.some((result) => result.id === id))
  const remedy = 'docs/clients.json is stale: GOLDEN=write npm run test:clients writes it; review the difference'
  expect(published, remedy).toEqual(results)
}
