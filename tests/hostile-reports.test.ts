import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import { schema as ctrfSchema } from 'ctrf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { capturedIo } from '../conformance/product/cli/captured-io.fixture.ts'
import { inertOutput } from '../conformance/product/cli/report/write-reports.ts'
import { runCli } from '../conformance/product/cli/run-cli.ts'
import { validate } from '../schemas/index.ts'
import { httpServer, type Listening } from './servers.ts'

/** A JSON text that attacks browsers, terminals, XML, Markdown and logs, and contains invalid Unicode. */
const poison = String.raw`</script><img src=x onerror=alert(1)> javascript:alert(1) \"]]>\u2028\u2029\u001b[2J\u009b31m\r\n::error::x ##[group]y | \u0060\u0060\u0060 @someone #1 \ud800 \udfff\u0000\ufffe\u202e <!-- -->&#0;`
const body = `{"id":"${poison}","type":"${poison}","error":{"type":"${poison}","message":"${poison}","code":"${poison}"},"content":[{"type":"${poison}","text":"${poison}"}],"stop_reason":"${poison}","usage":{"input_tokens":"${poison}"},"${poison}":["${poison}"]}`

const folder = mkdtempSync(join(tmpdir(), 'hostile-reports-'))
afterAll(() => rmSync(folder, { recursive: true }))
let server: Listening
let status: number
const made = new Map<string, string>()

async function mgi(...args: readonly string[]) {
  const io = capturedIo({ cwd: folder })
  return { status: await runCli(args, io), out: io.out(), err: io.err() }
}

const files =
  'html=page,json=results.json,junit=junit,markdown=markdown,terminal=terminal,ctrf=ctrf,har=har,github=github,badge=badge,ndjson=events'

beforeAll(async () => {
  server = await httpServer((_request, response) => {
    response.writeHead(200, '</script>', {
      'content-type': 'application/json',
      'x-poison': '<script>alert(1)</script>|`\x9b',
    })
    response.end(body)
  })
  const args = ['--key', 'a-secret-key', '--profile', 'smoke', '--area', 'messages', '--out', '.']
  status = (await mgi('run', server.url, ...args, '--reporter', files, '--quiet')).status
  for (const name of files.split(',').map((wish) => wish.split('=')[1]!))
    made.set(name, readFileSync(join(folder, name), 'utf8'))
})
afterAll(() => server.close())

const text = (name: string): string => made.get(name)!

test('a target that answers with poison everywhere fails, and its poison is shown', () => {
  expect(status).toBe(1)
  for (const name of ['page', 'junit', 'markdown', 'terminal', 'ctrf', 'har'])
    expect(text(name)).toContain('onerror=alert')
})

test.each(['jenkins', 'ant'])('the JUnit is valid under the schema of %s', async (name) => {
  const schema = readFileSync(new URL(`./junit/${name}.xsd`, import.meta.url), 'utf8')
  expect((await validateXML({ xml: text('junit'), schema })).errors).toEqual([])
})

test('the badge is well-formed', async () => {
  expect((await validateXML({ xml: text('badge'), normalization: 'format' })).errors).toEqual([])
})

test('results, CTRF, HAR and events are valid', () => {
  const ajv = new Ajv({ strict: false })
  formats.default(ajv)
  expect(validate('results/results', JSON.parse(text('results.json'))).violations).toEqual([])
  expect(ajv.validate(ctrfSchema, JSON.parse(text('ctrf'))) || ajv.errors).toBe(true)
  const schemas = createRequire(import.meta.url)('har-schema') as Record<string, Record<string, unknown>>
  for (const { $schema: _draft, ...schema } of Object.values(schemas)) ajv.addSchema(schema)
  expect(ajv.validate('har.json#', JSON.parse(text('har'))) || ajv.errors).toBe(true)
  const events = text('events')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown)
  expect(events.flatMap((event) => validate('results/event', event).violations)).toEqual([])
})

test('what people look at has no character that acts, no script and no command of a log', () => {
  for (const name of ['page', 'junit', 'markdown', 'terminal', 'github', 'badge'])
    expect(text(name)).not.toMatch(/[\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\p{Cs}\ufffe\uffff]/u)
  expect(text('page')).not.toMatch(/<img|<script>alert/)
  for (const name of ['markdown', 'terminal']) expect(text(name)).not.toMatch(/^\s*::|##\[/m)
  for (const line of text('github').trimEnd().split('\n'))
    expect(line).toMatch(/^::(error|warning|notice) title=[^:,]*::/)
})

test('rendered again from its results, everything is the same but for commands of a runner', async () => {
  for (const [format, name] of [
    ['junit', 'junit'],
    ['markdown', 'markdown'],
    ['ctrf', 'ctrf'],
    ['github', 'github'],
    ['html', 'page'],
  ] as const)
    expect((await mgi('report', 'results.json', '--reporter', `${format}=-`)).out).toBe(inertOutput(format, text(name)))
})

test('its bundle holds', async () => {
  expect((await mgi('bundle', '.', '--out', 'bundle')).status).toBe(0)
  const { status: verified, out } = await mgi('verify', 'bundle')
  expect(verified).toBe(0)
  expect(out).toContain('the bundle is valid; its verdict is nonconforming')
})
