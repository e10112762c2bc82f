import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { allResults } from '../../reports/result.ts'
import { serve, untilTestEnds, urlOfNobody } from '../../tests/serve.ts'
import { withoutPauses } from '../../tests/without-pauses.ts'
import { capturedIo } from './cli/captured-io.fixture.ts'
import { runCli } from './cli/run-cli.ts'
import {
  type CertifyOptions,
  certify,
  defineRequirement,
  exitCodeOf,
  judge,
  loadConfig,
  type Report,
  readEvidence,
  readHar,
  startReferenceServer,
  UsageError,
  writeReports,
} from './index.ts'

const folder = mkdtempSync(join(tmpdir(), 'certify-'))
afterAll(() => rmSync(folder, { recursive: true }))

const library = fileURLToPath(new URL('./index.ts', import.meta.url))
const key = 'a-secret-key'

async function reference(faults: readonly string[] = []): Promise<string> {
  return (await untilTestEnds(startReferenceServer({ keys: [key], faults }))).url
}

/** Runs the smoke profile of one area. */
async function quick(options: CertifyOptions = {}): Promise<Report> {
  return certify({ areas: ['token-usage'], profile: 'smoke', cwd: folder, env: {}, ...options })
}

function resultOf({ requirements }: Report, id: string) {
  return requirements.find((one) => one.id === id)
}

test('the reference server is tested without a target, and no files are left behind', async () => {
  const temporary = mkdtempSync(join(tmpdir(), 'certify-temporary-'))
  vi.stubEnv('TMPDIR', temporary)
  onTestFinished(() => {
    vi.unstubAllEnvs()
    rmSync(temporary, { recursive: true })
  })
  const report = await quick()
  expect(report.summary.verdict).toBe('conforming')
  expect(report.target.embedded).toBe(true)
  expect(exitCodeOf(report)).toBe(0)
  expect(readdirSync(temporary).filter((name) => !name.startsWith('mgi-uploads-'))).toEqual([])
  expect(readdirSync(folder)).toEqual([])
})

test('a faulty target is nonconforming, with evidence in which the key is redacted', async () => {
  const target = await reference(['usage-html'])
  const report = await quick({ target, key, areas: ['token-usage', 'messages'], out: 'evidence' })
  expect(report.summary.verdict).toBe('nonconforming')
  expect(exitCodeOf(report)).toBe(1)
  expect(report.exchanges.length).toBeGreaterThan(0)
  expect(readdirSync(join(folder, 'evidence'))).toEqual(['exchanges.ndjson'])
  const again = await judge(readEvidence('evidence'), { cwd: folder })
  const verdicts = ({ requirements }: Report) => requirements.map(({ id, verdict }) => `${id} ${verdict}`)
  expect(verdicts(again)).toEqual(verdicts(report))
  expect(JSON.stringify(report)).not.toContain(key)
})

test('an unreachable target is inconclusive, with advice instead of an exception', async () => {
  const report = await withoutPauses(async () => quick({ target: await urlOfNobody(), key }))
  expect(report.summary).toMatchObject({ verdict: 'inconclusive', reason: expect.stringContaining('nothing listens') })
  expect(exitCodeOf(report)).toBe(3)
})

test('an aborted signal ends the run with a report of the results so far', async () => {
  const controller = new AbortController()
  const report = await certify({
    areas: ['messages'],
    env: {},
    signal: controller.signal,
    onExchange: () => controller.abort(),
  })
  expect(report.limits).toContain('interrupted by the user')
  expect(report.summary.requests).toBeLessThan(50)
})

test.each<[string, CertifyOptions, string]>([
  ['an unknown member', { taget: 'x' } as CertifyOptions, 'target'],
  [
    'a target without a key',
    { target: 'http://127.0.0.1:1' },
    'a key for http://127.0.0.1:1 is missing; give it as key',
  ],
  ['a key without a target', { key }, 'key: key needs a target, and none is named; add target'],
  ['a glob that matches nothing', { requirements: ['acme.*'] }, 'no requirement matches "acme.*"'],
  ['a number out of range', { concurrency: 0 }, 'concurrency: '],
  ['a variable that is not set', { target: '$' + '{GATEWAY}', key }, 'the environment variable GATEWAY is not set'],
  ['a missing plugin', { plugins: ['none.js'] }, 'the plugin none.js is not a file'],
])('%s is a usage error, and nothing is sent', async (_what, options, message) => {
  const sent: string[] = []
  const onExchange: CertifyOptions['onExchange'] = ({ id }) => void sent.push(id)
  const error = await certify({ cwd: folder, env: {}, onExchange, ...options }).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(UsageError)
  expect((error as UsageError).message).toContain(message)
  expect(sent).toEqual([])
})

const requestId = defineRequirement({
  id: 'acme.request-id',
  endpoint: 'usage.token',
  statement: 'Every response has the header x-request-id.',
  *check({ exchange }) {
    const names = exchange.response?.headers.map(([name]) => name.toLowerCase()) ?? []
    if (!names.includes('x-request-id')) yield { message: 'the header x-request-id is missing' }
  },
})

test('a custom requirement is judged and reported like built-in ones', async () => {
  const report = await quick({ requirements: [requestId] })
  expect(resultOf(report, 'acme.request-id')).toMatchObject({ verdict: 'fail', section: 'acme', level: 'stated' })
  expect(report.summary.verdict).toBe('nonconforming')
  const [html, junit] = await writeReports(report, { out: 'own', formats: ['html', 'junit'], cwd: folder })
  for (const file of [html!, junit!]) expect(readFileSync(file, 'utf8')).toContain('acme.request-id')
})

test('a check that throws makes its requirement inconclusive, with the message', async () => {
  const broken = defineRequirement({
    id: 'acme.broken',
    endpoint: 'usage.token',
    statement: 'It holds.',
    check: () => {
      throw new Error('the check is broken')
    },
  })
  const result = resultOf(await quick({ requirements: [broken] }), 'acme.broken')
  expect(result).toMatchObject({ verdict: 'inconclusive' })
  expect(JSON.stringify(result)).toContain('the check is broken')
})

test.each([
  [
    'a built-in prefix',
    () => defineRequirement({ ...requestId, id: 'messages.mine' } as never),
    'begins with a prefix of this suite',
  ],
  ['a duplicate id', () => requestId, 'acme.request-id is defined twice'],
])('an existing id is rejected: %s', async (_what, make, message) => {
  await expect(quick({ requirements: [requestId, make()] })).rejects.toThrow(message)
})

test.each([
  ['no dot', { id: 'request-id' }, 'needs a lower-case prefix and a dot'],
  ['no statement', { statement: '' }, 'statement is missing'],
  ['no check', { check: undefined }, 'check is missing'],
  ['an unknown endpoint', { endpoint: 'chat' }, 'endpoint "chat" is not one of images.generate'],
])('a requirement with %s cannot be defined', (_what, change, message) => {
  expect(() => defineRequirement({ ...requestId, ...change } as never)).toThrow(message)
})

function pluginFile(name: string, text: string): string {
  writeFileSync(join(folder, name), `import { defineRequirement } from ${JSON.stringify(library)}\n${text}\n`)
  return name
}

const plugin = `export default defineRequirement({
  id: 'acme.status', endpoint: 'usage.token', statement: 'The status is below 500.', dimension: 'status', needs: [],
  *check({ status }) { if (status >= 500) yield { message: 'the status is ' + status } },
})`

async function mgi(...args: readonly string[]) {
  const io = capturedIo({ cwd: folder })
  return { status: await runCli(args, io), out: io.out(), err: io.err() }
}

test('mgi run loads plugins from the command line and the config', async () => {
  const file = pluginFile('plugin.mjs', plugin)
  const area = ['--area', 'token-usage', '--profile', 'smoke', '--quiet', '--reporter', 'json']
  const { status, err } = await mgi('run', '--plugin', file, '--out', 'with-plugin', ...area)
  expect({ status, err }).toEqual({ status: 0, err: '' })
  const report = JSON.parse(readFileSync(join(folder, 'with-plugin/results.json'), 'utf8')) as Report
  expect(resultOf(report, 'acme.status')?.verdict).toBe('pass')
  writeFileSync(join(folder, 'plugged.yaml'), `plugins: [${file}]\nareas: [token-usage]\nprofile: smoke\n`)
  expect(
    (await mgi('run', '--config', 'plugged.yaml', '--quiet', '--reporter', 'json', '--out', 'with-config')).err,
  ).toBe('')
  const other = JSON.parse(readFileSync(join(folder, 'with-config/results.json'), 'utf8')) as Report
  expect(resultOf(other, 'acme.status')?.verdict).toBe('pass')
  expect(loadConfig('plugged.yaml', { cwd: folder })).toEqual({
    plugins: [file],
    areas: ['token-usage'],
    profile: 'smoke',
  })
})

test('a check of a plugin that throws is named with its module, in one line', async () => {
  const throwing = "throw new Error('no such thing\\n    at line 1')"
  const file = pluginFile('throwing.mjs', plugin.replace(/if \(status .*/, `${throwing} },`))
  const { status } = await mgi(
    'run',
    '--plugin',
    file,
    '--out',
    'throwing',
    '--area',
    'token-usage',
    '--quiet',
    '--reporter',
    'json',
  )
  expect(status).toBe(3)
  const { summary } = JSON.parse(readFileSync(join(folder, 'throwing/results.json'), 'utf8')) as Report
  expect(summary.reason).toBe(`acme.status of the plugin ${file}: the check itself failed: no such thing`)
})

test('the plugin in the documentation works', async () => {
  const page = readFileSync(new URL('../../docs/plugins.md', import.meta.url), 'utf8')
  const [, example = ''] = /```js\n(\/\/ acme-requirements\.mjs\n.*?)```/s.exec(page) ?? []
  const text = example.replace("'model-gateway-conformance'", JSON.stringify(library))
  writeFileSync(join(folder, 'acme-requirements.mjs'), text)
  const report = await quick({ areas: ['messages'], plugins: ['acme-requirements.mjs'] })
  expect(resultOf(report, 'acme.request-id')).toMatchObject({ verdict: 'fail' })
  expect(resultOf(report, 'acme.request-id')?.operations).toHaveLength(2)
})

test('a plugin that cannot import the suite is told where to be', async () => {
  const file = pluginFile('apart.mjs', "import 'model-gateway-conformance'")
  const { status, err } = await mgi('run', '--plugin', file)
  expect(status).toBe(2)
  expect(err).toMatch(/; keep it next to the folder node_modules that contains model-gateway-conformance\n$/)
})

test.each([
  ['throws at load', "throw new Error('not today')", 'cannot be loaded: not today'],
  ['exports nothing', '', 'exports no requirement'],
  ['exports something else', 'export default 7', 'exports no requirement'],
])('a plugin that %s is a usage error', async (what, text, message) => {
  const { status, err } = await mgi('run', '--plugin', pluginFile(`${what.replaceAll(' ', '-')}.mjs`, text))
  expect(status).toBe(2)
  expect(err).toMatch(new RegExp(`^mgi: --plugin: the plugin .* ${message}[^\\n]*\\n$`))
  expect(existsSync(join(folder, 'mgi-report'))).toBe(false)
})

/** Returns the parts of a report that stay the same when a run is repeated. */
function lasting(report: Report): unknown {
  const { startedAt: _at, durationMs: _ms, latencies: _latencies, ...rest } = report
  const text = JSON.stringify(rest, (name, value: unknown) =>
    ['startedAt', 'durationMs', 'at', 'exchanges', 'curl', 'replay'].includes(name) ? undefined : value,
  )
  return JSON.parse(text)
}

test('mgi run and certify give the same results for the same seed, apart from times and commands', async () => {
  const target = await reference(['usage-html', 'messages-stream-two-starts'])
  const narrow = { areas: ['messages', 'token-usage'], profile: 'smoke', seed: 7 } as const
  await mgi(
    'run',
    target,
    '--key',
    key,
    '--area',
    narrow.areas.join(),
    '--profile',
    'smoke',
    '--seed',
    '7',
    '--out',
    'cli',
    '--reporter',
    'json',
  )
  const byCommand = JSON.parse(readFileSync(join(folder, 'cli/results.json'), 'utf8')) as Report
  const byProgram = await certify({ target, key, ...narrow, env: {} })
  expect(lasting(JSON.parse(JSON.stringify(byProgram)) as Report)).toEqual(lasting(byCommand))
})

test('a HAR is judged, apart from the requirement on arrival times, which it does not contain', async () => {
  const { url } = await serve((_request, response) => response.setHeader('content-type', 'application/json').end('{}'))
  const report = await quick({ target: url, key, areas: ['messages'], out: 'har', env: {} })
  const [file] = await writeReports(report, { out: 'har', formats: ['har'], cwd: folder })
  const judged = await judge(readHar(file!, { target: url }), { cwd: folder, env: {} })
  expect(judged.source).toBe('har')
  expect(judged.summary.requests).toBeGreaterThan(0)
  const [delivery] = resultOf(judged, 'messages.stream-delivery')?.operations ?? []
  expect(delivery).toMatchObject({ verdict: 'skipped', reason: 'not tested: not captured: chunks, timing' })
  const uncaptured = (one: Report) =>
    allResults(one).flatMap(({ id, reason = '' }) => (reason.includes('not captured') ? [id] : []))
  expect(uncaptured(judged)).toEqual(['messages.stream-delivery'])
  expect(uncaptured(report)).toEqual([])
  await expect(judge(readHar('none.har'), { cwd: folder })).rejects.toThrow(UsageError)
})

test('skipped requirements have their reason, limit the run and stay skipped in its evidence', async () => {
  const target = await reference(['usage-unknown-message'])
  const skip = [{ requirements: 'usage.unknown-token-*', reason: 'tokens are checked elsewhere' }]
  const report = await quick({ target, key, skip, out: 'skipping' })
  expect(report.summary.verdict).toBe('conforming')
  expect(report.limits).toContain('without the requirements usage.unknown-token-*: tokens are checked elsewhere')
  const reason = 'not applicable: skipped by the configuration: tokens are checked elsewhere'
  const result = { verdict: 'skipped', operations: [{ reason }] }
  expect(resultOf(report, 'usage.unknown-token-body')).toMatchObject(result)
  const again = await judge(readEvidence(join(folder, 'skipping')))
  expect(resultOf(again, 'usage.unknown-token-body')).toMatchObject(result)
})

test('a skip pattern that matches nothing is a usage error', async () => {
  const skip = [{ requirements: 'usage.nothing-*', reason: 'x' }]
  await expect(quick({ skip })).rejects.toThrow('no requirement matches "usage.nothing-*"')
})

test('durations in options are seconds or texts, and one that is too long is a usage error', async () => {
  await expect(quick({ maxTime: '999999h' })).rejects.toThrow('maxTime: 999999h is longer than 604800 s')
  await expect(quick({ timeout: '48h' })).rejects.toThrow('timeout: 48h is longer than 86400 s')
  expect((await quick({ timeout: '5m', maxTime: '2h' })).summary.verdict).toBe('conforming')
})
