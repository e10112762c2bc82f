import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import { afterAll, expect, test } from 'vitest'
import { allResults } from '../../../../reports/result.ts'
import { validate } from '../../../../schemas/index.ts'
import type { Report } from '../../../core/model/report.ts'
import { capturedIo } from '../captured-io.fixture.ts'
import { runCli } from '../run-cli.ts'

const folder = mkdtempSync(join(tmpdir(), 'events-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function mgi(...args: readonly string[]) {
  const io = capturedIo({ cwd: folder })
  return { status: await runCli(args, io), out: io.out(), err: io.err() }
}

interface Event {
  readonly event: string
  readonly id?: string
  readonly done?: number
}

test('events cover the start, exchanges, results and end, and each is valid', async () => {
  const { status, out, err } = await mgi('run', '--area', 'token-usage', '--reporter', 'ndjson=-,json,har')
  expect(status).toBe(0)
  expect(err).toMatch(/\nwrote results\.json, exchanges\.har, exchanges\.ndjson to mgi-report\n$/)
  const events = out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Event)
  expect(events.flatMap((event) => validate('results/event', event).violations)).toEqual([])
  const report = JSON.parse(readFileSync(join(folder, 'mgi-report/results.json'), 'utf8')) as Report
  const exchanges = Array.from({ length: report.summary.requests }, () => 'exchange')
  const results = allResults(report).map(() => 'result')
  expect(events.map(({ event }) => event)).toEqual(['start', ...exchanges, ...results, 'end'])
  const sent = events.filter(({ event }) => event === 'exchange')
  expect(sent.map(({ done }) => done)).toEqual(sent.map((_, index) => index + 1))
})

test('the HAR of a run is valid and has every exchange of its evidence in full', async () => {
  const text = readFileSync(join(folder, 'mgi-report/exchanges.har'), 'utf8')
  const har = JSON.parse(text) as { log: { entries: { comment: string; response: { content: { text: string } } }[] } }
  const ajv = new Ajv({ strict: false, validateFormats: true })
  formats.default(ajv)
  const schemas = createRequire(import.meta.url)('har-schema') as Record<string, Record<string, unknown>>
  for (const { $schema: _draft, ...schema } of Object.values(schemas)) ajv.addSchema(schema)
  ajv.getSchema('har.json#')!(har)
  expect(ajv.getSchema('har.json#')!.errors ?? []).toEqual([])
  const lines = readFileSync(join(folder, 'mgi-report/exchanges.ndjson'), 'utf8').trimEnd().split('\n')
  const recorded = lines
    .slice(1, -1)
    .map((line) => JSON.parse(line) as { id: string; response: { body: { text: string } } })
  expect(har.log.entries.map(({ comment }) => comment.split(';')[0])).toEqual(recorded.map(({ id }) => id))
  expect(har.log.entries.map(({ response }) => response.content.text)).toEqual(
    recorded.map(({ response }) => response.body.text),
  )
  const again = await mgi('report', 'mgi-report/exchanges.ndjson', '--reporter', 'har=-')
  expect(again).toEqual({ status: 0, out: text, err: '' })
  expect((await mgi('check', 'mgi-report/exchanges.ndjson', '--reporter', 'har=checked.har', '--quiet')).status).toBe(0)
  expect(JSON.parse(readFileSync(join(folder, 'checked.har'), 'utf8'))).toEqual(har)
})

test('evidence is rendered only as HAR', async () => {
  const { status, err } = await mgi('report', 'mgi-report/exchanges.ndjson', '--reporter', 'junit=x.xml')
  expect(status).toBe(2)
  expect(err).toContain('is evidence, which report can only convert to a HAR')
  expect(existsSync(join(folder, 'x.xml'))).toBe(false)
})

test('an unwritable event log is rejected before anything is sent', async () => {
  mkdirSync(join(folder, 'new'))
  const { status, err } = await mgi(
    'run',
    '--area',
    'token-usage',
    '--out',
    'new',
    '--reporter',
    'ndjson=/proc/nothing/here',
  )
  expect(status).toBe(2)
  expect(err).toMatch(/--reporter ndjson=\/proc\/nothing\/here: it cannot be written \(\w+\); name another file\n$/)
  expect(existsSync(join(folder, 'new/exchanges.ndjson'))).toBe(false)
})

test('reports go to their requested paths, and standard output has only one of them', async () => {
  const reporters = 'markdown=-,junit=ci/deep/junit.xml'
  const { out, err } = await mgi('run', '--area', 'token-usage', '--out', 'fresh', '--reporter', reporters)
  expect(out).toMatch(/^## ✓ Conforming: /)
  expect(out).not.toContain('CONFORMING')
  expect(err).toMatch(/\nwrote exchanges\.ndjson to fresh, and ci\/deep\/junit\.xml\n$/)
  expect(readFileSync(join(folder, 'ci/deep/junit.xml'), 'utf8')).toContain('<testsuites>')
})
