import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Ajv } from 'ajv'
import { afterAll, expect, test } from 'vitest'
import type { Report } from '../../../core/model/report.ts'
import type { Surveyed } from '../../../engine/record/har/survey.ts'
import { capturedIo } from '../../cli/captured-io.fixture.ts'
import { runCli } from '../../cli/run-cli.ts'
import { keysIn } from './items.ts'

const fixture = (name: string) => fileURLToPath(new URL(`../../../../fixtures/har/${name}`, import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'har-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function mgi(...args: string[]): Promise<{ status: number; out: string; err: string }> {
  const io = capturedIo({ cwd: folder })
  const status = await runCli(args, io)
  return { status, out: io.out(), err: io.err() }
}

async function reportOf(...args: string[]): Promise<Report> {
  const { err } = await mgi('check', ...args, '--quiet', '--reporter', 'json=report.json')
  expect(err).toBe('')
  return JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as Report
}

function verdictIn({ requirements }: Report, id: string): string | undefined {
  return requirements.find((one) => one.id === id)?.verdict
}

test.each([
  'chrome',
  'mitmproxy',
  'charles',
  'insomnia',
  'defects',
  'two-gateways',
  'vendor-words',
])('the fixture %s.har conforms to the HAR schema', (name) => {
  const schemas = createRequire(import.meta.url)('har-schema') as Record<string, Record<string, unknown>>
  const ajv = new Ajv({ strict: false, validateFormats: false })
  for (const schema of Object.values(schemas)) {
    const { $schema: _, ...rest } = schema
    ajv.addSchema(rest, String(schema['$id']))
  }
  const isValid = ajv.getSchema('har.json#')!
  isValid(JSON.parse(readFileSync(fixture(`${name}.har`), 'utf8')))
  expect(isValid.errors ?? []).toEqual([])
})

test('reports contain no keys and cookies of a HAR', async () => {
  for (const name of ['mitmproxy', 'charles', 'firefox', 'insomnia']) {
    const { out, err } = await mgi('check', fixture(`${name}.har`), '--out', name, '--reporter', 'json,html,har,junit')
    const written = ['results.json', 'report.html', 'exchanges.har', 'junit.xml']
    const all = [out, err, ...written.map((file) => readFileSync(join(folder, name, file), 'utf8'))].join('\n')
    expect(all).not.toMatch(/key-of-|secret-cookie|stolen-key/)
  }
})

test('the valid key is the configured one, or else the most accepted one', () => {
  const entry = (key: string, isServed: boolean) => ({ keys: [key], isServed }) as unknown as Surveyed
  const entries = [entry('refused', false), entry('guest', true), entry('owner', true), entry('owner', true)]
  const labels = (named: readonly string[]) =>
    ['owner', 'sk-owner', 'guest'].map(keysIn(entries, named, () => '/').labelOf)
  expect(labels([])).toEqual(['«key:valid»', '«key:valid:sk»', '«key:unknown»'])
  expect(labels(['guest'])).toEqual(['«key:unknown»', '«key:unknown»', '«key:valid»'])
  expect(labels(['of another target'])).toEqual(labels([]))
})

test('model and header names of a vendor are read from the config', async () => {
  const plain = await reportOf(fixture('vendor-words.har'))
  expect(verdictIn(plain, 'messages.version-missing-rejected')).toBe('skipped')
  writeFileSync(
    join(folder, 'words.yaml'),
    'models:\n  messages: vendor-text-b\nheaders:\n  provider-version: vendor-version\nversion: "2024-01-01"\n',
  )
  const told = await reportOf(fixture('vendor-words.har'), '--config', 'words.yaml')
  expect(verdictIn(told, 'messages.plain-request-accepted')).toBe('pass')
  expect(verdictIn(told, 'messages.version-missing-rejected')).toBe('fail')
})

test('--target selects one of several gateways', async () => {
  const { summary, target } = await reportOf(fixture('two-gateways.har'), '--target', 'https://staging.example/api/')
  expect(target.url).toBe('https://staging.example/api')
  expect(summary.requests).toBe(2)
  expect((await mgi('check', fixture('two-gateways.har'), '--target', 'https://nobody.example')).err).toBe(
    `mgi: no entry of ${fixture('two-gateways.har')} is below the target https://nobody.example: its entries are of https://staging.example (2), https://gateway.example (1); name it with --target URL\n`,
  )
})

test('HAR files of one target are judged together, and duplicate entries count once', async () => {
  const all = JSON.parse(readFileSync(fixture('firefox.har'), 'utf8')) as { log: { entries: object[] } }
  const part = { log: { ...all.log, entries: all.log.entries.slice(0, 3) } }
  writeFileSync(join(folder, 'part.har'), JSON.stringify(part))
  const one = { log: { ...all.log, entries: all.log.entries.slice(0, 1) } }
  writeFileSync(join(folder, 'one.har'), JSON.stringify(one))
  expect((await reportOf('part.har', 'one.har')).summary.requests).toBe(3)
  expect((await reportOf('part.har', 'part.har')).summary.requests).toBe(3)
})

test.each([
  ['text.har', 'hello', /text\.har is not an evidence file of mgi, a HAR or a cassette: it is not a JSON object; /],
  [
    'other.har',
    '{"a":1}',
    /other\.har is not a HAR: it has no list log\.entries; export the traffic as HAR 1\.2 again\n$/,
  ],
  ['log.json', '{"log":{"entries":7}}', /log\.json is not a HAR: it has no list log\.entries; /],
  ['broken.har', '{"log":{"entries":[],}}', /broken\.har is not a HAR: around its entries it is not JSON; /],
  ['half.har', '{"log":{"entries":[{"request":', /half\.har is cut off before its first entry ends; /],
  ['odd.har', '{"log":{"entries":[{}]}}', /odd\.har is a HAR without readable entries; /],
])('%s is rejected with a one-line error', async (name, text, line) => {
  writeFileSync(join(folder, name), text)
  const { status, out, err } = await mgi('check', name)
  expect({ status, out }).toEqual({ status: 2, out: '' })
  expect(err).toMatch(line)
  expect(err.split('\n')).toHaveLength(2)
})

test('a folder without evidence and --target without a recording are rejected', async () => {
  mkdirSync(join(folder, 'a.har'))
  expect((await mgi('check', 'a.har')).err).toMatch(
    /a\.har has no files; name a folder with recordings, or the folder of a run\n$/,
  )
  writeFileSync(join(folder, 'some.ndjson'), '{"kind":"header"}\n')
  const { status, err } = await mgi('check', 'some.ndjson', '--target', 'http://gateway.test')
  expect({ status, err }).toEqual({
    status: 2,
    err: 'mgi: --target applies only to HARs and cassettes, and none is named; evidence already contains this information\n',
  })
})

test('a HAR without responses is inconclusive', async () => {
  const { log } = JSON.parse(readFileSync(fixture('playwright.har'), 'utf8')) as { log: { entries: object[] } }
  writeFileSync(join(folder, 'unanswered.har'), JSON.stringify({ log: { ...log, entries: [log.entries[1]] } }))
  const { status, out } = await mgi('check', 'unanswered.har')
  expect(status).toBe(3)
  expect(out).toContain('nothing was tested')
})
