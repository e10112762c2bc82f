import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ReferenceServer, startReferenceServer } from '../../../../reference-server/index.ts'
import { validate } from '../../../../schemas/index.ts'
import { capturedIo } from '../captured-io.fixture.ts'
import { runCli } from '../run-cli.ts'

const folder = mkdtempSync(join(tmpdir(), 'docs-option-'))
const fault = 'usage-code-missing'
const page = 'https://docs.example/mgi/requirements/usage.reply-code.html'
let server: ReferenceServer
beforeAll(async () => {
  server = await startReferenceServer({ faults: [fault] })
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

async function mgi(...args: readonly string[]) {
  const io = capturedIo({ cwd: folder })
  return { status: await runCli([...args, '--quiet'], io), out: io.out(), err: io.err() }
}

const run = (...args: readonly string[]) =>
  mgi('run', server.url, '--key', 'test-key', '--requirement', 'usage.reply-code', ...args)

const read = (name: string): string => readFileSync(join(folder, name), 'utf8')

test('reports link to --docs, also when they are rendered again or bundled', async () => {
  expect((await run('--docs', 'https://docs.example/mgi')).status).toBe(1)
  expect(read('mgi-report/report.html')).toContain(page)
  const results = JSON.parse(read('mgi-report/results.json'))
  expect(results.docs).toBe('https://docs.example/mgi/')
  expect(validate('results/results', results).violations).toEqual([])
  await mgi('report', 'mgi-report', '--out', 'again', '--reporter', 'html')
  expect(read('again/report.html')).toBe(read('mgi-report/report.html'))
  const io = capturedIo({ cwd: folder })
  expect(await runCli(['bundle', 'mgi-report'], io), io.err()).toBe(0)
  expect(await runCli(['verify', 'mgi-bundle'], io), io.err()).toBe(0)
})

test('the config sets the docs URL, and --docs overrides it', async () => {
  writeFileSync(join(folder, 'site.yaml'), 'docs: https://other.example\n')
  await run('--config', 'site.yaml', '--out', 'configured')
  expect(read('configured/report.html')).toContain('https://other.example/requirements/')
  await run('--config', 'site.yaml', '--out', 'overridden', '--docs', 'https://docs.example/mgi/')
  expect(read('overridden/report.html')).toContain(page)
})

test.each([
  ['check', ['mgi-report/exchanges.ndjson', '--out', 'checked']],
  ['report', ['mgi-report', '--out', 'rendered']],
  ['merge', ['mgi-report', 'configured', '--out', 'merged']],
])('mgi %s links to the --docs URL', async (name, args) => {
  await mgi(name, ...args, '--docs', 'https://third.example')
  expect(read(`${args.at(-1)}/report.html`)).toContain('https://third.example/requirements/')
})

test.each([
  ['run', []],
  ['check', ['mgi-report/exchanges.ndjson']],
  ['report', ['mgi-report']],
  ['merge', ['mgi-report', 'configured', '--out', 'wrong']],
  ['proxy', ['--target', 'http://127.0.0.1:1']],
])('mgi %s rejects a --docs value that is not an http URL', async (name, args) => {
  const { status, err } = await mgi(name, ...args, '--docs', 'javascript:alert(1)')
  expect(status).toBe(2)
  expect(err).toContain('--docs: "javascript:alert(1)" is not an http or https URL')
})

test('an invalid docs URL in a config is reported with its line', async () => {
  writeFileSync(join(folder, 'wrong.yaml'), 'areas: [token-usage]\ndocs: ftp://docs.example\n')
  const { status, err } = await run('--config', 'wrong.yaml')
  expect({ status, err }).toEqual({
    status: 2,
    err: expect.stringMatching(/wrong\.yaml:2:\d+: "ftp:\/\/docs\.example" is not/),
  })
})
