import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { urlOfNobody } from '../../../../tests/serve.ts'
import type { Report } from '../../../core/model/report.ts'
import { capturedIo } from '../captured-io.fixture.ts'
import { runCli } from '../run-cli.ts'

const folder = mkdtempSync(join(tmpdir(), 'run-command-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function mgi(...args: readonly string[]) {
  const io = capturedIo({ cwd: folder })
  return { status: await runCli(args, io), out: io.out(), err: io.err() }
}

test('--plan prints the planned requests, sends nothing and writes nothing', async () => {
  const { status, out, err } = await mgi('run', 'http://127.0.0.1:1', '--plan', '--area', 'token-usage', '--quiet')
  expect({ status, err }).toEqual({ status: 0, err: '' })
  expect(out).toMatch(/usage\.token +(\d+) +0 +0\ntotal, at most +\1 +0 +0\n/)
  expect(out).toMatch(/preflight +1 +0 +0 .*\n +coverage +\d+ +0 +0 .*\n +probe +\d+ +0 +0 /)
  expect(out).toMatch(/The plan covers \d+ requirements\. Nothing was sent\.\n$/)
  expect(existsSync(join(folder, 'mgi-report'))).toBe(false)
})

test('a terminal shows how many requests are drawn, and which report is written', async () => {
  // However fast the machine is, the line is due each time.
  let clock = 0
  const now = () => (clock += 1000)
  const io = capturedIo({ cwd: folder, isTTY: true, now })
  const area = ['--area', 'messages', '--profile', 'smoke']
  expect(await runCli(['run', '--plan', ...area], io)).toBe(0)
  expect(io.err()).toMatch(/\[Kplanning: \d+ requests? drawn\r/)
  const running = capturedIo({ cwd: folder, isTTY: true, now })
  await runCli(['run', ...area, '--out', 'shown', '--reporter', 'json,html'], running)
  for (const report of [1, 2]) expect(running.err()).toContain(`[Kwriting: report ${report} of 2`)
})

test('a report that cannot be written is rejected before anything is sent', async () => {
  const reporter = `junit=${'x'.repeat(300)}/junit.xml`
  const { status, err } = await mgi('run', '--area', 'token-usage', '--profile', 'smoke', '--reporter', reporter)
  expect({ status, err }).toEqual({
    status: 2,
    err: expect.stringMatching(/^mgi: --reporter junit=x+\/junit\.xml: \S+: it cannot be created \(\w+\)/),
  })
})

test('a file of the user in the folder of a run is named by its path', async () => {
  mkdirSync(join(folder, 'own'))
  writeFileSync(join(folder, 'own/results.json'), 'mine')
  const { status, err } = await mgi('run', '--out', 'own')
  expect({ status, err }).toEqual({
    status: 2,
    err: 'mgi: own/results.json: the file was not written by mgi; move it, or name another folder with --out\n',
  })
})

test('--plan --reporter json accounts for every case', async () => {
  const { status, out } = await mgi('run', '--plan', '--area', 'token-usage', '--reporter', 'json')
  expect(status).toBe(0)
  const { total, operations, why, cases } = JSON.parse(out)
  const sums = [operations, why].map((rows) =>
    rows.reduce((sum: number, row: typeof why) => sum + row.total.requests, 0),
  )
  const listed = cases.reduce((sum: number, { requests }: { requests: number }) => sum + requests, 0)
  expect([...sums, listed]).toEqual([total.requests, total.requests, total.requests])
  expect(cases[0]).toMatchObject({ operation: 'usage.token', origin: 'coverage', purpose: 'the plain request' })
})

test('--plan counts the requests that have each trait of the requests of clients', async () => {
  const { out } = await mgi('run', '--plan', '--area', 'token-usage')
  expect(out).toMatch(/Requests as clients send them .*\n {2}token-usage +usage\.token\n/)
  expect(out).toMatch(/\n {4}invalid values\n {6}the scheme Basic +[1-9]\d*\n/)
  const { out: json } = await mgi('run', '--plan', '--area', 'token-usage', '--reporter', 'json')
  const basic = { kind: 'invalid values', name: 'the scheme Basic', requests: { 'usage.token': expect.any(Number) } }
  expect(JSON.parse(json).traits).toContainEqual(basic)
})

test('--plan rejects other reporters and invalid shards', async () => {
  const html = await mgi('run', '--plan', '--reporter', 'html')
  expect(html).toEqual({ status: 2, out: '', err: expect.stringContaining('--plan has no html report') })
  for (const share of ['0/2', '3/2', '1', '1/65', 'a/b', '1/2/3']) {
    const { status, err } = await mgi('run', '--plan', '--shard', share)
    expect({ status, err }).toEqual({
      status: 2,
      err: expect.stringContaining(`--shard ${share} is not a part of a plan`),
    })
  }
})

test('two shards judged together equal the whole run', async () => {
  const limitsOf = (name: string): readonly string[] =>
    (JSON.parse(readFileSync(join(folder, name, 'results.json'), 'utf8')) as Report).limits
  for (const index of [1, 2]) {
    const { status } = await mgi(
      'run',
      '--profile',
      'smoke',
      '--area',
      'messages',
      '--shard',
      `${index}/2`,
      '--out',
      `shard${index}`,
      '--quiet',
      '--reporter',
      'json',
    )
    expect(status).toBe(0)
    expect(limitsOf(`shard${index}`)).toContain(`only shard ${index} of 2`)
  }
  const files = ['shard1/exchanges.ndjson', 'shard2/exchanges.ndjson']
  const { status } = await mgi('check', ...files, '--out', 'both', '--quiet', '--reporter', 'json')
  expect(status).toBe(0)
  expect(limitsOf('both')).toEqual(['only the areas messages', 'only what the smoke profile sends'])
  await mgi('check', files[0]!, '--out', 'one', '--quiet', '--reporter', 'json')
  expect(limitsOf('one')).toContain('only shard 1 of 2')
})

test('evidence judged again has identical coverage', async () => {
  await mgi('run', '--profile', 'smoke', '--area', 'messages', '--out', 'live', '--quiet', '--reporter', 'json')
  await mgi('check', 'live/exchanges.ndjson', '--out', 'again', '--quiet', '--reporter', 'json')
  const coverageOf = (name: string) =>
    JSON.stringify(JSON.parse(readFileSync(join(folder, name, 'results.json'), 'utf8')).coverage)
  expect(coverageOf('live')).toContain('"endpoint":"messages.stream"')
  expect(coverageOf('again')).toBe(coverageOf('live'))
})

test('the reference server is tested without a URL, and conforms', async () => {
  const { status, out } = await mgi('run', '--area', 'token-usage', '--reporter', 'json,terminal', '--quiet')
  expect(status).toBe(0)
  expect(out).toContain('CONFORMING')
  const report = JSON.parse(readFileSync(join(folder, 'mgi-report/results.json'), 'utf8')) as Report
  expect(report.target.embedded).toBe(true)
  const told = await mgi('run', '--area', 'token-usage', '--profile', 'smoke', '--out', 'told')
  expect(told.err).toContain('requests to the embedded reference server (no URL given) (at most ')
  expect(existsSync(join(folder, 'mgi-report/report.html'))).toBe(false)
})

test('a limit that cuts the plan short is reported and makes the run inconclusive', async () => {
  const { status } = await mgi('run', '--area', 'token-usage', '--max-requests', '1', '--quiet', '--reporter', 'json')
  expect(status).toBe(3)
  const { limits } = JSON.parse(readFileSync(join(folder, 'mgi-report/results.json'), 'utf8')) as Report
  expect(limits).toContain('at most 1 request')
  expect(limits.join()).toContain('not sent: the maximum number of requests was reached')
})

test('a case of an embedded run is replayed against the reference server', async () => {
  await mgi('run', '--area', 'token-usage', '--quiet', '--reporter', 'json')
  const lines = readFileSync(join(folder, 'mgi-report/exchanges.ndjson'), 'utf8').split('\n')
  const { id } = JSON.parse(lines[1]!) as { id: string }
  const { status, out } = await mgi('run', '--replay', id)
  expect(status).toBe(0)
  expect(out).toBe(`${id}: still passing\n  answer: 200, now 200\n`)
})

test('an unreachable target is reported with advice, and results are written', async () => {
  const { status, err } = await mgi(
    'run',
    await urlOfNobody(),
    '--key',
    'a-key',
    '--area',
    'token-usage',
    '--out',
    'nobody',
  )
  expect(status).toBe(3)
  expect(err).toContain('Sending ')
  expect(err).toContain('nothing listens there; is the server running, and is the port right?')
  const report = JSON.parse(readFileSync(join(folder, 'nobody/results.json'), 'utf8')) as Report
  expect(report.summary).toMatchObject({ verdict: 'inconclusive', counts: { pass: 0, fail: 0, warn: 0 } })
  expect(report.summary.requests).toBeGreaterThan(0)
  // The report shows what was tried.
  expect(report.exchanges).toMatchObject([{ operation: 'usage.token', request: { method: 'GET' }, response: null }])
})
