import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startReferenceServer } from '../../../../reference-server/index.ts'
import { httpServer } from '../../../../tests/servers.ts'
import type { Report } from '../../../core/model/report.ts'
import { capturedIo } from '../captured-io.fixture.ts'
import { runCli } from '../run-cli.ts'

const folder = mkdtempSync(join(tmpdir(), 'label-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function mgi(...args: readonly string[]) {
  const io = capturedIo({ cwd: folder })
  return { status: await runCli(args, io), out: io.out(), err: io.err() }
}

const text = (name: string): string => readFileSync(join(folder, name), 'utf8')
const target = (out: string) => (JSON.parse(text(`${out}/results.json`)) as Report).target
const area = ['--area', 'token-usage', '--profile', 'smoke']

test('reports name the gateway and its version, also when the evidence is judged again', async () => {
  const server = await startReferenceServer()
  const named = { url: server.url, embedded: false, label: 'Acme <b>Gateway</b>', version: '4.2.0' }
  const args = ['--label', named.label, '--target-version', named.version, '--key', 'test-key', ...area]
  const { status, out } = await mgi(
    'run',
    server.url,
    ...args,
    '--out',
    'run',
    '--reporter',
    'json,html,junit,markdown',
  )
  await server.close()
  expect([status, target('run')]).toEqual([0, named])
  expect(out).toContain(`Acme <b>Gateway</b> 4.2.0 (${server.url})`)
  expect(text('run/report.html')).toContain('Acme &lt;b&gt;Gateway&lt;/b&gt; 4.2.0 (')
  expect(text('run/junit.xml')).toContain('<property name="target-version" value="4.2.0"/>')
  expect((await mgi('check', 'run/exchanges.ndjson', '--out', 'checked', '--quiet', '--reporter', 'json')).status).toBe(
    0,
  )
  expect(target('checked')).toEqual(named)
})

test('the config sets label and version, and the command line overrides it', async () => {
  const server = await startReferenceServer()
  const config = `target: ${server.url}\nkey: test-key\nareas: [token-usage]\nprofile: smoke\nlabel: ours\ntargetVersion: "7"\n`
  writeFileSync(join(folder, 'named.yaml'), config)
  await mgi('run', '--config', 'named.yaml', '--label', 'theirs', '--out', 'named', '--quiet', '--reporter', 'json')
  await server.close()
  expect(target('named')).toMatchObject({ label: 'theirs', version: '7' })
})

test.each([
  ['--label', ' '],
  ['--label', 'x'.repeat(201)],
  ['--target-version', 'one\ntwo'],
])('%s %j is a usage error', async (option, value) => {
  const { status, err } = await mgi('run', option, value, ...area)
  expect([status, err]).toEqual([2, `mgi: ${option}: give one line of 1 to 200 characters\n`])
})

test('an invalid label in the config is a usage error', async () => {
  writeFileSync(join(folder, 'long.yaml'), `label: ${'x'.repeat(201)}\n`)
  const { status, err } = await mgi('run', '--config', 'long.yaml', ...area)
  expect([status, err]).toEqual([2, 'mgi: long.yaml:1:1: label: give one line of 1 to 200 characters\n'])
})

test('a key in the label or version is replaced in everything that is printed and written', async () => {
  const server = await startReferenceServer({ keys: ['sk-a-very-secret-key'] })
  const named = ['--label', 'Acme sk-a-very-secret-key', '--target-version', '4-sk-a-very-secret-key']
  const args = [...named, '--key', 'sk-a-very-secret-key', ...area, '--out', 'masked']
  const { out, err } = await mgi('run', server.url, ...args, '--reporter', 'json,html,junit,markdown')
  await server.close()
  expect(target('masked')).toMatchObject({ label: 'Acme «key:valid»', version: '4-«key:valid»' })
  const written = ['results.json', 'report.html', 'junit.xml', 'exchanges.ndjson'].map((name) => text(`masked/${name}`))
  for (const one of [out, err, ...written]) expect(one).not.toContain('a-very-secret-key')
})

test.each([
  '--docs=https://docs.example/sk-a-very-secret-key/',
  '--out=sk-a-very-secret-key',
])('a key in %s is rejected, and not printed', async (option) => {
  const { status, err } = await mgi('run', 'http://127.0.0.1:9', '--key', 'sk-a-very-secret-key', ...area, option)
  expect([status, err]).toEqual([
    2,
    `mgi: ${option.split('=')[0]} contains a key, and reports would show it; take it out\n`,
  ])
})

test('a key in a mistake on the command line is not printed', async () => {
  const { err } = await mgi('run', '--key', 'sk-a-very-secret-key', '--profile', 'sk-a-very-secret-key')
  expect(err).toContain('«key»')
  expect(err).not.toContain('a-very-secret-key')
})

test('a key that a gateway names as its content coding is in no report, in any case', async () => {
  const server = await httpServer((_, response) =>
    response
      .writeHead(200, { 'content-encoding': 'sk-A-Very-Secret-Key', 'content-type': 'application/json' })
      .end('{}'),
  )
  const args = ['--key', 'sk-A-Very-Secret-Key', '--area', 'messages', '--profile', 'smoke', '--out', 'coded']
  const { out, err } = await mgi('run', server.url, ...args, '--reporter', 'json,html,junit,markdown')
  await server.close()
  const written = ['results.json', 'report.html', 'junit.xml', 'report.md'].map((name) => text(`coded/${name}`))
  for (const one of [out, err, ...written]) expect(one.toLowerCase()).not.toContain('a-very-secret-key')
})
