import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { allResults } from '../../../../reports/result.ts'
import type { Report } from '../../../core/model/report.ts'
import { capturedIo } from '../captured-io.fixture.ts'
import { runCli } from '../run-cli.ts'
import { cassette, interaction, message } from './recordings.fixture.ts'
import { usage, writeEvidence } from './usage-evidence.fixture.ts'

const folder = mkdtempSync(join(tmpdir(), 'folders-'))
afterAll(() => rmSync(folder, { recursive: true }))

function put(name: string, text: string): string {
  mkdirSync(dirname(join(folder, name)), { recursive: true })
  writeFileSync(join(folder, name), text)
  return name
}

async function mgi(...args: readonly string[]) {
  const io = capturedIo({ cwd: folder })
  return { status: await runCli(args, io), out: io.out(), err: io.err() }
}

async function reportOf(...args: readonly string[]): Promise<Report> {
  await mgi('check', ...args, '--quiet', '--reporter', 'json=report.json')
  return JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as Report
}

const verdictIn = ({ requirements }: Report, id: string) => requirements.find((one) => one.id === id)?.verdict

test('a mixed folder is judged by host, and skipped files are listed with the reason', async () => {
  put('mixed/a/one.json', cassette({ host: 'a.example', id: 'msg_1' }))
  const definition = { scope: 'https://b.example:443', method: 'POST', path: '/v1/messages', status: 200 }
  const response = { ...message('msg_9'), stop_reason: 'tired' }
  const body = { model: 'm', max_tokens: 64, messages: [{ role: 'user', content: 'Hi' }] }
  const rawHeaders = ['content-type', 'application/json']
  put('mixed/b/one.json', JSON.stringify([{ ...definition, body, response, rawHeaders }]))
  put(
    'mixed/other.yaml',
    `interactions:\n- request: {method: GET, uri: "https://c.example/"}\n  response: {status: {code: 200}}\n`,
  )
  put('mixed/evil.yaml', 'interactions: !!python/object/apply:os.system ["true"]\n')
  put('mixed/notes.md', 'words')
  put('outside.json', cassette({ host: 'a.example', id: 'msg_2' }))
  symlinkSync(join(folder, 'outside.json'), join(folder, 'mixed/link.json'))
  symlinkSync(folder, join(folder, 'mixed/up'))
  const { status, out, err } = await mgi('check', 'mixed', '--verbose')
  expect(status).toBe(1)
  expect(err.trimEnd().split('\n')).toEqual([
    'skipped 2 files (mixed/link.json, mixed/up): it is a link',
    'skipped mixed/notes.md: it is not a recording',
    expect.stringMatching(/^skipped mixed\/evil\.yaml: it cannot be read as YAML: Unresolved tag: /),
    expect.stringMatching(/^skipped mixed\/other\.yaml: no entry of it is a request to an operation/),
  ])
  expect(out).toMatch(/https:\/\/a\.example: no-new-failure /)
  expect(out).toMatch(/https:\/\/b\.example: nonconforming /)
  expect(out).toMatch(/entry {5}one\.json#1/)
  expect(out.trimEnd().split('\n').at(-1)).toMatch(/^All: nonconforming: /)
})

test('--target selects one host of a folder', async () => {
  const { target, summary } = await reportOf('mixed', '--target', 'https://a.example')
  expect([target.url, summary.requests]).toEqual(['https://a.example', 1])
})

test('files of other hosts than the target are one group, whatever their number of entries', async () => {
  put('others/a.json', cassette({ host: 'a.example' }))
  put('others/b.json', cassette({ host: 'b.example' }))
  expect((await mgi('check', 'others', '--target', 'https://c.example')).err).toBe(
    'mgi: there is nothing to judge: 2 files of https://a.example, https://b.example (a.json, b.json): no entry of them is below the target https://c.example; name theirs with --target URL\n',
  )
})

test('compressed files of a folder are named, since cassettes may be stored so', async () => {
  put('packed/one.json', cassette({}))
  put('packed/notes.md', 'words')
  for (const name of ['two', 'three'])
    writeFileSync(join(folder, `packed/${name}.yaml.gz`), gzipSync(cassette({ id: name })))
  expect((await mgi('check', 'packed')).err.split('\n')).toEqual(
    expect.arrayContaining([
      'skipped 2 files (packed/three.yaml.gz, packed/two.yaml.gz): it is compressed; unpack it if it is a recording',
      'skipped packed/notes.md: it is not a recording',
    ]),
  )
})

test('a folder without recordings is rejected', async () => {
  put('nothing/notes.md', 'words')
  const { status, err } = await mgi('check', 'nothing')
  expect(status).toBe(2)
  expect(err).toMatch(/^mgi: there is nothing to judge: .*nothing\/notes\.md: it is not a recording\n$/)
})

const vertex = (host: string) =>
  cassette({ host }).replaceAll('/v1/messages', '/v1/projects/p/locations/l/publishers/google/models/m:generateContent')

test('skipped files are grouped by reason and counted, with the option that reads them', async () => {
  for (const place of ['us', 'eu', 'us', 'asia'].entries())
    put(`vertex/${place[0]}.json`, vertex(`${place[1]}-aiplatform.example`))
  for (const name of ['a', 'b'])
    put(`vertex/other-${name}.json`, cassette({ host: 'x.example' }).replaceAll('/v1/messages', '/feed'))
  for (const name of ['one', 'two', 'three', 'four']) put(`vertex/${name}.md`, 'words')
  const { status, err } = await mgi('check', 'vertex')
  expect(status).toBe(2)
  expect(err.split('; ')).toEqual([
    'mgi: there is nothing to judge: 4 files of https://us-aiplatform.example, https://eu-aiplatform.example, https://asia-aiplatform.example, which --vendor-headers google reads: 0.json, 1.json, 2.json and 1 more',
    '4 files (four.md, one.md, three.md and 1 more): it is not a recording',
    '2 files (other-a.json, other-b.json): no entry of them is a request to an operation of the specification: they are of https://x.example',
    'name the gateway with --target URL if it is among them\n',
  ])
  put('vertex/good.json', cassette({}))
  expect((await mgi('check', 'vertex')).err).toMatch(
    /^skipped 4 files of https:\/\/us-aiplatform\.example, .*--vendor-headers google/,
  )
})

test('only the hosts that an option reads are named with it', async () => {
  const whole = JSON.parse(vertex('us-aiplatform.example')) as { interactions: unknown[] }
  const [other] = (JSON.parse(cassette({ host: 'token.example' }).replaceAll('/v1/messages', '/token')) as typeof whole)
    .interactions
  for (const name of ['a', 'b'])
    put(`tokens/${name}.json`, JSON.stringify({ ...whole, interactions: [other, other, ...whole.interactions] }))
  expect((await mgi('check', 'tokens')).err).toContain(
    '2 files of https://us-aiplatform.example, which --vendor-headers google reads: a.json, b.json',
  )
})

test.each([
  ['v1beta/models/m:streamGenerateContent', 'the specification describes streamGenerateContent only with alt=sse'],
  ['v1beta/models/m:generateContent?alt=sse', 'the specification describes generateContent only without alt'],
  [
    'v1/projects/p/locations/l/publishers/google/models/m:generateContent?%24alt=json',
    'the specification lists no query parameter $alt of generateContent',
  ],
])('an operation with another query is named: %s', async (path, reason) => {
  const name = `queries/${path.length}`
  for (const one of ['a', 'b'])
    put(`${name}/${one}.json`, cassette({ host: 'x.example' }).replaceAll('/v1/messages', `/${path}`))
  const { status, err } = await mgi('check', name)
  expect(status).toBe(2)
  expect(err).toContain(
    `2 files of https://x.example (a.json, b.json): no entry of them is a request to an operation of the specification: ${reason}\n`,
  )
})

test.each(['<API_BASE>', 'https://<REGION>.example'])('a host that the recorder hides is named: %s', async (base) => {
  const name = `placeholder-${base.length}`
  for (const one of ['a', 'b'])
    put(`${name}/${one}.json`, cassette({}).replaceAll(/https:\/\/[^/]+\/v1\/messages/g, `${base}/feed`))
  expect((await mgi('check', name)).err).toContain(`they are of ${base};`)
})

test('entries that an option reads are named in the limits', async () => {
  const [first] = (JSON.parse(vertex('gw.example')) as { interactions: unknown[] }).interactions
  const sent = { 'content-type': 'application/json', 'x-api-key': 'key-1', 'anthropic-version': '2023-06-01' }
  const whole = JSON.parse(cassette({ sent })) as { interactions: unknown[] }
  put('mixed.json', JSON.stringify({ ...whole, interactions: [...whole.interactions, first] }))
  const { limits } = await reportOf('mixed.json', '--target', 'https://gw.example')
  expect(limits.join()).toContain('not 1 of other hosts or paths (--vendor-headers google reads more of them)')
})

test('entries with another query are named in the limits, and those of another gateway are not', async () => {
  const text = cassette({}, { host: 'a.example' }, { host: 'b.example' })
  const stream = 'https://b.example/v1beta/models/m:streamGenerateContent'
  const limitsOf = async (name: string) => (await reportOf(name, '--target', 'https://gw.example')).limits.join()
  put('query.json', text.replace('https://b.example/v1/messages', stream))
  put('no-query.json', text)
  expect(await limitsOf('query.json')).toContain(
    'not 2 of other hosts or paths (the specification describes streamGenerateContent only with alt=sse)',
  )
  expect(await limitsOf('no-query.json')).not.toContain('specification')
})

test('all reports name file and entry, and the results contain each exchange cited by a finding', async () => {
  const bad = Array.from({ length: 6 }, (_, n) => ({
    id: `msg_${n}`,
    reply: { ...message(`msg_${n}`), role: `r${n}` },
  }))
  put('x/same.json', cassette(...bad.slice(0, 5)))
  put('y/same.json', cassette(...bad.slice(5)))
  const { out } = await mgi('check', 'x', 'y', '--out', 'reports', '--reporter', 'json,junit,html,markdown')
  expect(out).toContain('entry x/same.json#1')
  for (const name of ['junit.xml', 'report.html', 'report.md'])
    expect(readFileSync(join(folder, 'reports', name), 'utf8'), name).toContain('x/same.json#1')
  const report = JSON.parse(readFileSync(join(folder, 'reports/results.json'), 'utf8')) as Report
  const cited = allResults(report).flatMap(({ findings }) => findings.map(({ exchange }) => exchange))
  expect(new Set(cited).size).toBe(6)
  const held = new Set(report.exchanges.map(({ id }) => id))
  expect(cited.filter((id) => !held.has(id))).toEqual([])
})

test('copies of an exchange with the same bytes and date or request id count once', async () => {
  const headers = { date: 'Wed, 01 Apr 2026 00:00:03 GMT', 'request-id': 'req_1' }
  put('copies/one.json', cassette({ headers }))
  put('copies/two.json', cassette({ headers, key: 'key-1' }, { headers: { ...headers, 'request-id': 'req_2' } }))
  const report = await reportOf('copies')
  expect(report.summary.requests).toBe(2)
  // A different request id means a different reply, so the same message id was issued twice.
  expect(verdictIn(report, 'messages.reply-id-unique')).toBe('fail')
})

test('a key rejected with 401 is treated as invalid if another key was accepted or --key names another', async () => {
  const error = { type: 'error', error: { type: 'authentication_error', message: 'no' } }
  const rejected = { key: 'key-2', status: 401, reply: error, id: 'e' }
  put('keys.json', cassette({}, rejected))
  const id = 'messages.key-invalid-rejected'
  expect(verdictIn(await reportOf('keys.json'), id)).toBe('pass')
  const accepted = { key: 'key-2', id: 'msg_3' }
  put('two-keys.json', cassette({}, { ...rejected, key: 'key-1' }, accepted))
  expect(verdictIn(await reportOf('two-keys.json', '--key', 'key-2'), id)).toBe('skipped')
  put('lone.json', cassette(rejected))
  expect(verdictIn(await reportOf('lone.json'), id)).toBe('skipped')
  expect(verdictIn(await reportOf('lone.json', '--key', 'key-1'), id)).not.toBe('fail')
})

test('a placeholder key is not judged, unless --key says it is the valid one', async () => {
  put('hidden.json', cassette({ key: 'REDACTED' }))
  const of = (report: Report) => verdictIn(report, 'messages.key-in-header')
  expect(of(await reportOf('hidden.json'))).toBe('skipped')
  expect(of(await reportOf('hidden.json', '--key', 'REDACTED'))).toBe('pass')
})

test('vendor header names are read as those of the specification, unless the user says none', async () => {
  const sent = { 'content-type': 'application/json', 'x-api-key': 'key-1' }
  const version = { 'anthropic-version': '2023-06-01' }
  put('vendor.json', cassette({ sent }, { sent: { ...sent, ...version }, id: 'msg_2' }))
  const of = (report: Report) => verdictIn(report, 'messages.version-missing-rejected')
  expect(of(await reportOf('vendor.json'))).toBe('skipped')
  expect((await reportOf('vendor.json')).limits.join()).toContain(
    'read by the usual names of vendors: anthropic-version as provider-version (1 request)',
  )
  expect((await reportOf('vendor.json', '--vendor-headers', 'none')).limits.join()).toContain(
    'the version header of 1 request, which --vendor-headers anthropic reads',
  )
  expect((await mgi('check', 'vendor.json', '--vendor-headers', 'none,google')).err).toContain('give none alone')
  expect(of(await reportOf('vendor.json', '--vendor-headers', 'anthropic,google'))).toBe('fail')
  put('vendors.yaml', 'vendorHeaders: [anthropic]\n')
  expect(of(await reportOf('vendor.json', '--config', 'vendors.yaml'))).toBe('fail')
  expect((await mgi('check', 'vendor.json', '--vendor-headers', 'antropic')).err).toMatch(
    /^mgi: --vendor-headers antropic: expected one of anthropic, google, openai, none \(did you mean "anthropic"\?\)/,
  )
})

test('a recording without times has no latencies and uses the date header as its start', async () => {
  put('timeless.json', cassette({ headers: { date: 'Wed, 01 Apr 2026 00:00:03 GMT' } }))
  const { latencies, startedAt, limits } = await reportOf('timeless.json')
  expect([latencies, startedAt]).toEqual([[], '2026-04-01T00:00:03.000Z'])
  expect(limits).toEqual([
    'timeless.json, written by vcrpy: 1 of 1 entry judged; not captured: when requests were sent, which vcrpy does not write',
  ])
  put('dateless.json', cassette({}))
  expect((await mgi('check', 'dateless.json')).out).toContain('on an unknown date; 1 request')
})

test('the end of a stream is judged in cassettes, and not captured in HAR files', async () => {
  const stream = 'event: message_start\ndata: {"type":"message_start"}\n\n'
  const [{ request, response }] = [interaction({})]
  const sent = { ...request, body: request.body.replace('{', '{"stream":true,') }
  const received = { ...response, headers: { 'content-type': ['text/event-stream'] }, body: { string: stream } }
  put('stream.json', JSON.stringify({ version: 1, interactions: [{ request: sent, response: received }] }))
  const id = 'messages.stream-end'
  expect(verdictIn(await reportOf('stream.json'), id)).toBe('fail')
  const headers = [{ name: 'content-type', value: 'application/json' }]
  const entry = {
    startedDateTime: '2026-01-02T03:04:05Z',
    time: 5,
    request: { method: 'POST', url: sent.uri, headers, postData: { text: sent.body } },
    response: {
      status: 200,
      headers: [{ name: 'content-type', value: 'text/event-stream' }],
      content: { text: stream },
    },
  }
  put('stream.har', JSON.stringify({ log: { version: '1.2', creator: { name: 'x' }, entries: [entry] } }))
  const { requirements } = await reportOf('stream.har')
  const result = requirements.find((one) => one.id === id)?.operations[0]
  expect([result?.verdict, result?.reason]).toEqual([
    'inconclusive',
    'inconclusive: the stream was not read to its end; not captured: how it ended',
  ])
  const untested = requirements.find((one) => one.id === 'messages.stream-terminated')?.operations[0]
  expect(untested?.reason).toBe('not tested: not captured: how it ended')
})

test('reports of several hosts do not replace files that mgi did not write', async () => {
  put('hosts/a.json', cassette({ host: 'a.example', id: 'msg_1' }))
  put('hosts/b.json', cassette({ host: 'b.example', id: 'msg_2' }))
  const mine = [put('notes.b.example.html', '<p>mine</p>'), put('o/b.example/report.html', '<p>mine</p>')]
  for (const args of [
    ['--reporter', 'html=notes.html'],
    ['--out', 'o', '--reporter', 'html'],
  ]) {
    const { status, err } = await mgi('check', 'hosts', ...args)
    expect({ status, err }).toEqual({ status: 2, err: expect.stringContaining('was not written by mgi; move it') })
  }
  expect(mine.map((name) => readFileSync(join(folder, name), 'utf8'))).toEqual(['<p>mine</p>', '<p>mine</p>'])
  expect(existsSync(join(folder, 'notes.a.example.html'))).toBe(false)
  expect(existsSync(join(folder, 'o/a.example'))).toBe(false)
})

test('the earlier run that is kept in the folder of a run is judged only if it is named', async () => {
  const [earlier, later] = ['2026-01-02T03:04:05.000Z', '2026-01-03T03:04:05.000Z']
  put('runs/kept/previous/results.json', '{}')
  writeEvidence(join(folder, 'runs/kept/previous/exchanges.ndjson'), [usage('a', {})], { startedAt: earlier })
  writeEvidence(join(folder, 'runs/kept/exchanges.ndjson'), [usage('a', {}), usage('b', {})], { startedAt: later })
  const told = async (path: string) => {
    const { startedAt, summary } = await reportOf(path)
    return [startedAt, summary.requests]
  }
  expect(await told('runs/kept')).toEqual([later, 2])
  expect(await told('runs')).toEqual([later, 2])
  expect(await told('runs/kept/previous')).toEqual([earlier, 1])
})

test('a run that left no evidence is not replaced by the earlier run in its folder', async () => {
  put('halted/results.json', '{}')
  put('halted/previous/results.json', '{}')
  writeEvidence(join(folder, 'halted/previous/exchanges.ndjson'), [usage('a', {})])
  const { status, err } = await mgi('check', 'halted')
  expect({ status, err }).toEqual({ status: 2, err: expect.stringContaining('there is nothing to judge') })
})

test('hosts that are no file names get folders of their own below --out', async () => {
  const hosts = ['..', '.', 'previous', 'Results.json', 'con', 'A.example', 'a.example']
  for (const [index, host] of hosts.entries()) put(`hosts/${index}.json`, cassette({ host, id: `msg_${index}` }))
  const before = readdirSync(folder)
  await mgi('check', 'hosts', '--out', 'hosts-out', '--reporter', 'json', '--quiet')
  expect(readdirSync(folder).filter((name) => !before.includes(name))).toEqual(['hosts-out'])
  const made = readdirSync(join(folder, 'hosts-out'), { withFileTypes: true })
  expect(made.every((entry) => entry.isDirectory())).toBe(true)
  expect(made.map(({ name }) => name).filter((name) => /^(previous|results\.json|con)$/i.test(name))).toEqual([])
  for (const { name } of made) expect(readdirSync(join(folder, 'hosts-out', name))).toEqual(['results.json'])
})

test.each([
  ['merge', 'exchanges.ndjson', ['linked', 'linked', '--out', 'never']],
  ['report', 'results.json', ['linked']],
  ['diff', 'results.json', ['linked', 'linked']],
])('mgi %s does not read %s of a folder through a link that leads out of it', async (name, file, args) => {
  put('elsewhere', 'secret')
  rmSync(join(folder, 'linked'), { recursive: true, force: true })
  mkdirSync(join(folder, 'linked'))
  symlinkSync(join(folder, 'elsewhere'), join(folder, 'linked', file))
  const { status, err } = await mgi(name, ...args)
  expect(status).toBe(2)
  expect(err).toBe(
    `mgi: ${join(folder, 'linked', file)} is a link that leads out of its folder; name the file that it leads to\n`,
  )
  expect(existsSync(join(folder, 'never'))).toBe(false)
})
