import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { startReferenceServer } from '../../../../reference-server/index.ts'
import { allResults } from '../../../../reports/result.ts'
import { serve, untilTestEnds } from '../../../../tests/serve.ts'
import type { Report } from '../../../core/model/report.ts'
import { catalogue } from '../../../specification/catalogue.ts'
import { plainPlan } from '../../run/plan/plain-plan.fixture.ts'
import { openTarget } from '../../run/target/target.ts'
import { capturedIo } from '../captured-io.fixture.ts'
import { readRunOptions } from '../run/options/run-options.ts'
import { runPlanWithProgress } from '../run/run-with-progress.ts'
import { runCli } from '../run-cli.ts'
import { loadRunConfig } from './load-run-config.ts'

let folder = ''
const folders: string[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'with-config-'))
  folders.push(folder)
})
afterAll(() => {
  for (const one of folders) rmSync(one, { recursive: true })
})

const env = {
  MAIN_KEY: 'sk-main-secret',
  IMAGES_KEY: 'images-secret',
  TENANT: 'acme',
  TENANT_TOKEN: 'tenant-secret',
  IMAGES_TOKEN: 'picture-secret',
}

const config = (target: string) => `
target: ${target}
key: \${MAIN_KEY}
keys: { images: "\${IMAGES_KEY}" }
models: { image-model-1: vendor-small, content-generation: vendor/text a, messages: vendor-b }
headers: { provider-version: vendor-version, provider-beta: vendor-beta }
version: "2024-10-01"
extraHeaders:
  all: { x-tenant: "\${TENANT}" }
  messages: { x-tenant-token: "Token \${TENANT_TOKEN}", x-portkey: written-out }
  images: { x-tenant-token: "\${IMAGES_TOKEN}", x-portkey: another }
  token-usage: { x-portkey: { value: literal-secret, secret: true } }
timeout: 20
out: results/of the run
`

interface Asked {
  readonly method: string | undefined
  readonly url: string | undefined
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** Starts a server that repeats the request in its response. */
async function echo(): Promise<{ readonly url: string; readonly asked: Asked[] }> {
  const asked: Asked[] = []
  const { url } = await serve((request, response) => {
    let body = ''
    request.setEncoding('latin1').on('data', (piece) => {
      body += piece
    })
    request.on('end', () => {
      asked.push({ method: request.method, url: request.url, headers: request.headers, body })
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ echo: [request.rawHeaders, request.url] }))
    })
  })
  return { url, asked }
}

/** Runs the plain plan with the config file in the folder. */
async function runAsConfigured() {
  const io = capturedIo({ cwd: folder, env })
  const loaded = loadRunConfig([], {}, io)
  const options = readRunOptions([], {}, io, catalogue, loaded)
  const target = await openTarget(options)
  const status = await runPlanWithProgress(plainPlan(), target, options, io, catalogue)
  const out = join(folder, 'results/of the run')
  const files = readdirSync(out).map((name) => readFileSync(join(out, name), 'utf8'))
  const report = JSON.parse(readFileSync(join(out, 'results.json'), 'utf8')) as Report
  const evidence = readFileSync(join(out, 'exchanges.ndjson'), 'utf8')
  return { status, files: [...files, io.out(), io.err()], report, evidence, err: io.err() }
}

test('requests use the names and credentials of the target', async () => {
  const { url, asked } = await echo()
  writeFileSync(join(folder, 'mgi.config.yaml'), config(url))
  await runAsConfigured()
  const to = (path: string) => asked.find((one) => one.url?.startsWith(path))!
  expect(to('/v1/images/generations').headers['authorization']).toBe('Bearer images-secret')
  expect(to('/api/usage/token').headers).toMatchObject({ authorization: 'Bearer sk-main-secret', 'x-tenant': 'acme' })
  expect(asked.map((one) => one.url)).toContain('/v1beta/models/vendor/text%20a:generateContent?key=sk-main-secret')
  const messages = to('/v1/messages')
  expect(messages.headers).toMatchObject({
    'x-api-key': 'sk-main-secret',
    'vendor-version': '2024-10-01',
    'x-tenant': 'acme',
    'x-tenant-token': 'Token tenant-secret',
    'x-portkey': 'written-out',
  })
  expect(messages.headers['provider-version']).toBeUndefined()
  expect(messages.body).toContain('"model":"vendor-b"')
  expect(to('/v1/images/generations').headers).toMatchObject({
    'x-tenant-token': 'picture-secret',
    'x-portkey': 'another',
  })
  expect(to('/api/usage/token').headers).toMatchObject({ 'x-portkey': 'literal-secret' })
  expect(to('/api/usage/token').headers['x-tenant-token']).toBeUndefined()
})

test('evidence uses the names of the specification, and secrets appear in no output', async () => {
  const { url } = await echo()
  writeFileSync(join(folder, 'mgi.config.yaml'), config(url))
  const { evidence, files } = await runAsConfigured()
  for (const secret of ['main-secret', 'images-secret', 'tenant-secret', 'literal-secret', 'picture-secret'])
    expect(files.filter((text) => text.includes(secret))).toEqual([])
  for (const label of [
    '«header:messages:x-tenant-token»',
    '«header:images:x-tenant-token»',
    '«header:token-usage:x-portkey»',
  ])
    expect(evidence).toContain(label)
  expect(evidence).toContain('written-out')
  const [header, ...lines] = evidence.split('\n')
  expect(JSON.parse(header!)).toMatchObject({
    vocabulary: { models: { 'messages-model-1': 'vendor-b' }, version: '2024-10-01' },
  })
  const requests = lines
    .filter((line) => line.includes('"kind":"exchange"'))
    .map((line) => JSON.stringify(JSON.parse(line).request))
  expect(requests.join()).toContain('messages-model-1')
  expect(requests.join()).toContain('provider-version')
  expect(requests.join()).not.toMatch(/vendor|x-tenant/)
})

test('commands use the names of the target, variables for secrets and --config', async () => {
  const { url } = await echo()
  writeFileSync(join(folder, 'mgi.config.yaml'), config(url))
  const { report } = await runAsConfigured()
  const findings = allResults(report).flatMap((result) =>
    result.findings.map((finding) => ({ ...finding, endpoint: result.operation })),
  )
  const of = (endpoint: string) =>
    findings.find((finding) => finding.endpoint === endpoint && finding.curl !== undefined)!
  expect(of('messages.create').replay).toBe('npx mgi run --config mgi.config.yaml --replay plain/messages.create')
  expect(of('messages.create').curl).toContain(`-H 'x-api-key: '"$MAIN_KEY" -H 'vendor-version: 2024-10-01'`)
  expect(of('messages.create').curl).toContain(
    `-H 'x-tenant: '"$TENANT" -H 'x-tenant-token: Token '"$TENANT_TOKEN" -H 'x-portkey: written-out'`,
  )
  expect(of('images.generate').curl).toContain(`-H 'x-tenant-token: '"$IMAGES_TOKEN" -H 'x-portkey: another'`)
  // No environment variable contains a secret that the config file states literally, so only a command that reads the
  // config sends it.
  expect(of('usage.token')).toBeUndefined()
  expect(of('images.generate').curl).toContain(`Bearer '"$IMAGES_KEY"`)
})

test('a replay uses the names of the target, with the config or from the evidence alone', async () => {
  const { url, asked } = await echo()
  writeFileSync(join(folder, 'mgi.config.yaml'), config(url))
  await runAsConfigured()
  const replay = ['run', '--replay', 'plain/messages.create', '--out', 'results/of the run']
  asked.length = 0
  await runCli([...replay, '--config', 'mgi.config.yaml'], capturedIo({ cwd: folder, env }))
  rmSync(join(folder, 'mgi.config.yaml'))
  await runCli([...replay, url], capturedIo({ cwd: folder, env: { MGI_API_KEY: 'sk-main-secret' } }))
  expect(asked).toHaveLength(2)
  for (const { body, headers } of asked) {
    expect(body).toContain('"model":"vendor-b"')
    expect(headers).toMatchObject({ 'x-api-key': 'sk-main-secret', 'vendor-version': '2024-10-01' })
  }
})

test('the command line overrides the config, and paths in the config are relative to it', () => {
  writeFileSync(
    join(folder, 'ci.yaml'),
    'target: http://x\nkey: ${UNSET}\nareas: [images]\nseed: 4\nrate: 2.5\nstrict: true\nout: there\n',
  )
  const io = capturedIo({ cwd: tmpdir(), env: {} })
  const read = (written: object, positionals: readonly string[] = []) => {
    const values = { config: join(folder, 'ci.yaml'), key: 'a-key', ...written }
    return readRunOptions(positionals, values, io, catalogue, loadRunConfig(positionals, values, io))
  }
  expect(read({})).toMatchObject({
    url: 'http://x',
    key: 'a-key',
    seed: 4,
    rate: 2.5,
    strict: true,
    out: join(folder, 'there'),
  })
  expect(read({}).selection.areas).toEqual(['images'])
  const won = read({ seed: '9', area: ['messages'], 'no-strict': true, out: 'here' }, ['http://y'])
  expect(won).toMatchObject({ url: 'http://y', seed: 9, rate: 2.5, strict: false, out: join(tmpdir(), 'here') })
  expect(won.selection.areas).toEqual(['messages'])
})

test('a literal key in the config causes a warning that does not repeat it', async () => {
  const server = await untilTestEnds(startReferenceServer({ keys: ['a-secret-key'] }))
  writeFileSync(join(folder, 'mgi.config.yaml'), `target: ${server.url}\nkey: a-secret-key\nareas: [token-usage]\n`)
  const io = capturedIo({ cwd: folder, env: {} })
  expect(await runCli(['run'], io)).toBe(0)
  expect(io.err()).toContain(
    'mgi: mgi.config.yaml:2:1: the key is written out here; better name an environment variable, as ${MGI_API_KEY}\n',
  )
  expect(io.err()).not.toContain('a-secret-key')
})

test('a header with the host of the target redacts no image URLs', async () => {
  const server = await untilTestEnds(startReferenceServer({ keys: ['a-secret-key'] }))
  const text = `target: ${server.url}\nkey: \${KEY}\nareas: [images]\nprofile: smoke\nextraHeaders: {all: {x-auth-host: "\${HOST}"}}\n`
  writeFileSync(join(folder, 'mgi.config.yaml'), text)
  const io = capturedIo({ cwd: folder, env: { KEY: 'a-secret-key', HOST: new URL(server.url).host } })
  expect(await runCli(['run'], io)).toBe(0)
  const evidence = readFileSync(join(folder, 'mgi-report/exchanges.ndjson'), 'utf8')
  expect(evidence).toContain(`"path":"${server.url}/`)
  expect(evidence).not.toMatch(/«header:|"redacted"/)
})
