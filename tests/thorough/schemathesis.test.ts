import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, type TestContext, test } from 'vitest'
import { isTrue, readRun, type SchemathesisRun } from '../openapi/complaints.ts'
import { environmentWith } from '../openapi/python.ts'
import { ended, scratch } from '../package/consumer.ts'
import { startChild } from '../strangers/child.ts'

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const { folder, remove } = scratch()
afterAll(remove)

const environment = environmentWith('schemathesis', folder())

/** Runs Schemathesis from the published document against `mgi serve` with these faults. */
async function run(faults: readonly string[], options: readonly string[]): Promise<SchemathesisRun> {
  const serve = [at('dist/conformance/product/cli/main.js'), 'serve', ...faults.flatMap((id) => ['--fault', id])]
  const server = await startChild({ command: process.execPath, arguments: serve, says: /(http:\S+)/ })
  try {
    const work = folder()
    const [document, report] = [join(work, 'openapi.json'), join(work, 'report.ndjson')]
    writeFileSync(document, JSON.stringify(withItems(JSON.parse(readFileSync(at('schemas/openapi.json'), 'utf8')))))
    const config = ['--config-file', at('tests/openapi/schemathesis.toml')]
    const how = ['--phases', 'examples,coverage,fuzzing', '--max-examples', '20', '--seed', '1', '--no-shrink']
    const told = [
      '--continue-on-failure',
      '--report',
      'ndjson',
      '--report-ndjson-path',
      report,
      '--output-sanitize',
      'false',
    ]
    const all = [...config, 'run', document, '--url', server.url, ...how, ...told, ...options]
    const { status, stdout, stderr } = await ended(join(environment.folder, 'bin/st'), all, work)
    // Exit status 1 means that there are complaints.
    if (status !== 0 && status !== 1)
      throw new Error(`Schemathesis ended with ${status}: ${stdout.slice(-2000)}${stderr}`)
    return readRun(report)
  } finally {
    await server.close()
  }
}

/**
 * Returns the document with `itemSchema` of OpenAPI 3.2 for the events of a stream. Without it, Schemathesis applies
 * `schema` to each event, although in OpenAPI 3.1 it describes the whole body.
 */
function withItems(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withItems)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withItems(inner)]))
  const { 'x-event-schema': contentSchema, schema, ...rest } = members
  if (contentSchema === undefined) return members
  const data = { type: 'string', contentMediaType: 'application/json', contentSchema }
  return { ...rest, itemSchema: { type: 'object', required: ['data'], properties: { data } } }
}

function needsSchemathesis({ skip }: TestContext): void {
  const missing = environment.missing()
  if (missing !== undefined) skip(missing)
}

test('Schemathesis has no true complaint of the reference server', async (context) => {
  needsSchemathesis(context)
  const { cases, operations, complaints } = await run([], [])
  // The two operations of messages share one path.
  expect(operations.size).toBe(7)
  expect(cases).toBeGreaterThan(1000)
  const shown = complaints.filter(isTrue).map(({ check, message, exchange: { request } }) => {
    return { check, message, request: `${request.method} ${request.path}`, body: Buffer.from(request.body).toString() }
  })
  expect(shown).toEqual([])
})

test('of a server with a fault it has some', async (context) => {
  needsSchemathesis(context)
  const only = ['--include-operation-id', 'usage.token']
  const { complaints } = await run(['usage-data-list'], only)
  const trueOnes = complaints.filter(isTrue)
  expect(trueOnes.map(({ check }) => check)).toContain('response_schema_conformance')
})
