import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { EvidenceHeader } from '../../evidence/frame.ts'
import { createEvidenceStore } from '../../evidence/store.ts'
import type { Exchange } from '../../model/exchange.ts'
import type { Report } from '../../model/report.ts'
import { areas } from '../../model/vocabulary.ts'
import { capturedIo } from '../captured-io.golden.ts'
import { runCli } from '../run-cli.ts'

const folder = mkdtempSync(join(tmpdir(), 'check-'))
afterAll(() => rmSync(folder, { recursive: true }))

const header: EvidenceHeader = {
  formatVersion: 1,
  tool: { name: 'model-gateway-conformance', version: '0.0.0' },
  target: { url: 'http://gateway.test', embedded: false },
  seed: 1,
  profile: 'smoke',
  strict: false,
  startedAt: '2026-01-02T03:04:05.000Z',
  selection: { areas, requirements: [], unsupported: [] },
  aims: null,
  limits: [],
}
const token = {
  code: true,
  message: 'ok',
  data: {
    ...{
      object: 'token_usage',
      name: 'n',
      total_granted: 3,
      total_used: 1,
      total_available: 2,
      unlimited_quota: false,
    },
    ...{ model_limits: {}, model_limits_enabled: false, expires_at: 0 },
  },
}

function usage(id: string, data: object): Exchange {
  return {
    id,
    source: 'runner',
    captured: ['request-headers', 'request-body', 'response-headers', 'response-body', 'chunks', 'timing'],
    startedAt: 0,
    durationMs: 1,
    request: {
      method: 'GET',
      path: '/api/usage/token',
      headers: [['authorization', 'Bearer «key:valid»']],
      body: new Uint8Array(),
    },
    response: {
      status: 200,
      headers: [['content-type', 'application/json']],
      chunks: [{ at: 1, bytes: Buffer.from(JSON.stringify({ ...token, data: { ...token.data, ...data } })) }],
    },
    ended: 'complete',
  }
}

function evidence(name: string, exchanges: readonly Exchange[], part: Partial<EvidenceHeader> = {}): string {
  const file = join(folder, name)
  const store = createEvidenceStore(file, { ...header, ...part })
  for (const exchange of exchanges) store.add(exchange)
  store.finish({ durationMs: 5, limits: [], halted: null, gap: null, intermittent: [], shrunk: [] })
  return file
}

async function mgi(...args: readonly string[]) {
  const io = capturedIo({ cwd: folder })
  return { status: await runCli(args, io), out: io.out(), err: io.err() }
}

test('evidence that shows nothing wrong is conforming', async () => {
  const { status, out, err } = await mgi('check', evidence('good.ndjson', [usage('a', {})]))
  expect({ status, err }).toEqual({ status: 0, err: '' })
  expect(out).toContain('CONFORMING')
})

test('evidence of a broken rule is nonconforming, and the finding names its exchange', async () => {
  const file = evidence('bad.ndjson', [usage('a', {}), usage('b', { total_granted: 4 })])
  expect((await mgi('check', file, '--out', 'reports', '--quiet')).status).toBe(1)
  const report = JSON.parse(readFileSync(join(folder, 'reports/results.json'), 'utf8')) as Report
  const failed = report.requirements.filter(({ verdict }) => verdict === 'fail')
  expect(failed.flatMap(({ findings }) => findings.map(({ exchange }) => exchange))).toEqual(['b'])
  expect(report.exchanges.map(({ id }) => id)).toEqual(['b'])
  expect(report.summary.requests).toBe(2)
})

test('nothing is written unless a folder is named', async () => {
  await mgi('check', evidence('good.ndjson', [usage('a', {})]))
  expect(existsSync(join(folder, 'mgi-report'))).toBe(false)
})

test('evidence without exchanges proves nothing', async () => {
  expect((await mgi('check', evidence('empty.ndjson', []))).status).toBe(3)
})

test('evidence that is cut off is never conforming', async () => {
  const file = evidence('cut.ndjson', [usage('a', {})])
  truncateSync(file, readFileSync(file).length - 20)
  const { status, err } = await mgi('check', file)
  expect(status).toBe(3)
  expect(err).toBe(`mgi: ${file} is cut off: the run that wrote it did not come to its end\n`)
})

test('a line that cannot be read is named, and the rest is judged', async () => {
  const file = evidence('spoilt.ndjson', [usage('b', { total_granted: 4 })])
  const [first, ...rest] = readFileSync(file, 'utf8').split('\n')
  writeFileSync(file, [first, 'spoilt', ...rest].join('\n'))
  const { status, err } = await mgi('check', file)
  expect(status).toBe(1)
  expect(err).toContain('spoilt.ndjson line 2 cannot be read: it is not a JSON object')
})

test('a run that was halted is not judged', async () => {
  const file = join(folder, 'halted.ndjson')
  const store = createEvidenceStore(file, header)
  store.add(usage('b', { total_granted: 4 }))
  store.finish({ durationMs: 5, limits: [], halted: 'the key is refused', gap: null, intermittent: [], shrunk: [] })
  const { status, out } = await mgi('check', file)
  expect(status).toBe(3)
  expect(out).toContain('the key is refused')
})

test('several files of one target are judged together', async () => {
  const good = evidence('one.ndjson', [usage('a', {})])
  const bad = evidence('two.ndjson', [usage('a', { total_granted: 4 })], { startedAt: '2026-01-02T03:05:05.000Z' })
  await mgi('check', good, bad, '--out', 'both', '--reporter', 'json')
  const report = JSON.parse(readFileSync(join(folder, 'both/results.json'), 'utf8')) as Report
  expect(report.summary).toMatchObject({ verdict: 'nonconforming', requests: 2 })
  expect(report.exchanges.map(({ id }) => id)).toEqual(['a~2'])
  expect(existsSync(join(folder, 'both/report.html'))).toBe(false)
})

test.each([
  ['the same file', {}, {}],
  ['a copy of it under other rules', {}, { strict: true }],
  ['a shard and itself', { shard: { index: 1, count: 2 } }, { shard: { index: 1, count: 2 } }],
  ['a shard and what it was merged into', { shard: { index: 1, count: 2 } }, {}],
])('a run that is given twice is refused: %s', async (_, part, again) => {
  const one = evidence('one.ndjson', [usage('a', {})], part)
  const other = evidence('other.ndjson', [usage('a', {})], again)
  expect(await mgi('check', one, other)).toEqual({
    status: 2,
    out: '',
    err: `mgi: ${one} and ${other} hold the same run; name each run once\n`,
  })
})

test('shards that began at the same time are two runs', async () => {
  const [one, other] = [1, 2].map((index) =>
    evidence(`${index}.ndjson`, [usage('a', {})], { shard: { index, count: 2 } }),
  )
  expect((await mgi('check', one!, other!)).status).toBe(0)
})

test('files of different targets are refused', async () => {
  const one = evidence('one.ndjson', [])
  const other = evidence('other.ndjson', [], { target: { url: 'http://other.test', embedded: false } })
  expect(await mgi('check', one, other)).toEqual({
    status: 2,
    out: '',
    err: 'mgi: the files speak of http://gateway.test and http://other.test; check one target at a time\n',
  })
})

test('what is no evidence is refused', async () => {
  writeFileSync(join(folder, 'notes.txt'), '{"note":{}}\n')
  const { status, err } = await mgi('check', 'notes.txt')
  expect(status).toBe(2)
  expect(err).toMatch(
    /notes\.txt is no evidence file of mgi, and no HAR: .*; mgi run writes exchanges\.ndjson, .*HAR\n$/,
  )
  appendFileSync(join(folder, 'nothing.ndjson'), '')
  expect((await mgi('check', 'nothing.ndjson')).status).toBe(2)
})
