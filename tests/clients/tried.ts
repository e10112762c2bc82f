import { readFileSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, expect } from 'vitest'
import { whileProxying } from '../../conformance/product/cli/proxy/while-proxying.fixture.ts'
import { type Child, startChild } from '../strangers/child.ts'
import type { Outcomes } from './abilities.ts'
import type { Client } from './clients.ts'
import { withTables } from './page.ts'
import { type Result, readRecord, resultOf, writeRecord } from './record.ts'

const mgi = new URL('../../dist/conformance/product/cli/main.js', import.meta.url).pathname
const page = new URL('../../docs/clients.md', import.meta.url)

/** Starts the server as a user would, for all tests of a file, with a model name that some clients know. */
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

/**
 * Runs the exercises of a client through `mgi proxy`, which no option tells the names of its headers. The reference
 * server conforms, so the proxy must judge every request and find nothing.
 */
export async function throughProxy(target: string, outcomesAt: (url: string) => Promise<Outcomes>): Promise<Outcomes> {
  let outcomes: Outcomes = {}
  await whileProxying(
    ['--target', target],
    async (url) => {
      outcomes = await outcomesAt(url)
    },
    ({ status, report: { summary, limits, requirements } }) => {
      expect({ status, verdict: summary.verdict }).toEqual({ status: 0, verdict: 'no-new-failure' })
      expect(limits[0]).toMatch(/^(\d+) of \1 forwarded requests judged$/)
      const open = requirements.filter(({ verdict }) => verdict === 'inconclusive' || verdict === 'warn')
      expect(open.map(({ id }) => id)).toEqual([])
    },
  )
  return outcomes
}

/** Compares the outcomes of a client with its known failures. */
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

/** Compares the results with the published ones. With GOLDEN=write in the environment, publishes them instead. */
export function expectPublished(results: readonly Result[]): void {
  if (process.env['GOLDEN'] === 'write') {
    writeRecord(results)
    writeFileSync(page, withTables(readFileSync(page, 'utf8'), readRecord()))
  }
  const published = readRecord().filter(({ id }) => results.some((result) => result.id === id))
  const remedy = 'docs/clients.json is stale: GOLDEN=write npm run test:clients writes it; review the difference'
  expect(published, remedy).toEqual(results)
}
