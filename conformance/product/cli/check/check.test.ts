import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { allResults } from '../../../../reports/result.ts'
import type { Exchange } from '../../../core/model/exchange.ts'
import type { Report } from '../../../core/model/report.ts'
import type { EvidenceHeader } from '../../../engine/record/evidence/frame.ts'
import { createEvidenceStore } from '../../../engine/record/evidence/store.ts'
import { capturedIo } from '../captured-io.fixture.ts'
import { runCli } from '../run-cli.ts'
import { header, usage, writeEvidence } from './usage-evidence.fixture.ts'

const folder = mkdtempSync(join(tmpdir(), 'check-'))
afterAll(() => rmSync(folder, { recursive: true }))

const evidence = (name: string, exchanges: readonly Exchange[], part: Partial<EvidenceHeader> = {}) =>
  writeEvidence(join(folder, name), exchanges, part)

async function mgi(...args: readonly string[]) {
  const io = capturedIo({ cwd: folder })
  return { status: await runCli(args, io), out: io.out(), err: io.err() }
}

test('evidence of a single passing exchange has no new failure, but is not conforming', async () => {
  const { status, out, err } = await mgi('check', evidence('good.ndjson', [usage('a', {})]))
  expect({ status, err }).toEqual({ status: 0, err: '' })
  expect(out.trimEnd().split('\n').at(-1)).toMatch(/^No new failure: \d+ of \d+ mandatory requirements tested$/)
  expect(out).not.toMatch(/conforming|✓ no/i)
})

test('evidence of a violation is nonconforming, and the finding names its exchange', async () => {
  const file = evidence('bad.ndjson', [usage('a', {}), usage('b', { total_granted: 4 })])
  expect((await mgi('check', file, '--out', 'reports', '--quiet')).status).toBe(1)
  const report = JSON.parse(readFileSync(join(folder, 'reports/results.json'), 'utf8')) as Report
  const failed = allResults(report).filter(({ verdict }) => verdict === 'fail')
  expect(failed.flatMap(({ findings }) => findings.map(({ exchange }) => exchange))).toEqual(['b'])
  expect(report.exchanges.map(({ id }) => id)).toEqual(['a', 'b'])
  expect(report.summary.requests).toBe(2)
})

test('the folder of a run is accepted in place of its evidence file', async () => {
  mkdirSync(join(folder, 'a-run'), { recursive: true })
  evidence('a-run/exchanges.ndjson', [usage('b', { total_granted: 4 })])
  expect((await mgi('check', 'a-run', '--quiet')).status).toBe(1)
})

test('the results of an earlier run are moved to previous, and its other reports are removed and listed', async () => {
  const file = evidence('good.ndjson', [usage('a', {})])
  await mgi('check', file, '--out', 'again', '--reporter', 'markdown,json', '--quiet')
  const { status, err } = await mgi('check', file, '--out', 'again', '--reporter', 'html')
  expect({ status, err }).toEqual({
    status: 0,
    err: 'wrote report.html to again\nremoved report.md of an earlier run\n',
  })
  expect(readdirSync(join(folder, 'again'))).toEqual(['previous', 'report.html'])
  expect(readdirSync(join(folder, 'again/previous'))).toEqual(['results.json'])
  expect((await mgi('check', file, '--out', 'again', '--quiet')).err).toBe('')
})

test('evidence that is judged in its own folder stays there', async () => {
  mkdirSync(join(folder, 'own'), { recursive: true })
  evidence('own/exchanges.ndjson', [usage('a', {})])
  for (const _ of [1, 2]) await mgi('check', 'own', '--out', 'own', '--reporter', 'json', '--quiet')
  expect(readdirSync(join(folder, 'own'))).toEqual(['exchanges.ndjson', 'previous', 'results.json'])
})

test('findings of evidence of a run have the commands that send their requests again', async () => {
  mkdirSync(join(folder, 'of-run'), { recursive: true })
  const bad = { ...usage('b', { total_granted: 4 }), source: 'runner' } as const
  evidence('of-run/exchanges.ndjson', [bad])
  await mgi('check', 'of-run', '--out', 'found', '--reporter', 'json', '--quiet')
  const report = JSON.parse(readFileSync(join(folder, 'found/results.json'), 'utf8')) as Report
  const [finding] = allResults(report).flatMap(({ verdict, findings }) => (verdict === 'fail' ? findings : []))
  expect(finding).toMatchObject({
    entry: 'exchanges.ndjson#1',
    replay: 'npx mgi run http://gateway.test --replay b --out of-run',
    curl: expect.stringContaining('http://gateway.test/'),
  })
})

test('a file report without a path is rejected', async () => {
  const { status, err } = await mgi('check', evidence('good.ndjson', [usage('a', {})]), '--reporter', 'html')
  expect(status).toBe(2)
  expect(err).toBe('mgi: --reporter html writes a file; choose its place with --out DIR, or --reporter html=PATH\n')
})

test('no files are written without --out', async () => {
  await mgi('check', evidence('good.ndjson', [usage('a', {})]))
  expect(existsSync(join(folder, 'mgi-report'))).toBe(false)
})

test('evidence without exchanges is inconclusive', async () => {
  expect((await mgi('check', evidence('empty.ndjson', []))).status).toBe(3)
})

test('truncated evidence is inconclusive', async () => {
  const file = evidence('cut.ndjson', [usage('a', {})])
  truncateSync(file, readFileSync(file).length - 20)
  const { status, err } = await mgi('check', file)
  expect(status).toBe(3)
  expect(err).toBe(`mgi: ${file} is cut off: the run that wrote it did not finish\n`)
})

test('an unreadable line is reported, and the rest is judged', async () => {
  const file = evidence('spoilt.ndjson', [usage('b', { total_granted: 4 })])
  const [first, ...rest] = readFileSync(file, 'utf8').split('\n')
  writeFileSync(file, [first, 'spoilt', ...rest].join('\n'))
  const { status, err } = await mgi('check', file)
  expect(status).toBe(1)
  expect(err).toContain('spoilt.ndjson line 2 cannot be read: it is not a JSON object')
})

test('a halted run is inconclusive with its reason', async () => {
  const file = join(folder, 'halted.ndjson')
  const store = createEvidenceStore(file, header)
  store.add(usage('b', { total_granted: 4 }))
  store.finish({ durationMs: 5, limits: [], halted: 'the key is refused', gap: null, intermittent: [], shrunk: [] })
  const { status, out } = await mgi('check', file)
  expect(status).toBe(3)
  expect(out).toContain('the key is refused')
})

test('several evidence files of one target are judged together', async () => {
  const good = evidence('one.ndjson', [usage('a', {})])
  const bad = evidence('two.ndjson', [usage('a', { total_granted: 4 })], { startedAt: '2026-01-02T03:05:05.000Z' })
  await mgi('check', good, bad, '--out', 'both', '--reporter', 'json')
  const report = JSON.parse(readFileSync(join(folder, 'both/results.json'), 'utf8')) as Report
  expect(report.summary).toMatchObject({ verdict: 'nonconforming', requests: 2 })
  expect(report.exchanges.map(({ id }) => id)).toEqual(['a', 'a~2'])
  expect(existsSync(join(folder, 'both/report.html'))).toBe(false)
})

test.each([
  ['the same file', {}, {}],
  ['a copy with other options', {}, { strict: true }],
  ['a shard and itself', { shard: { index: 1, count: 2 } }, { shard: { index: 1, count: 2 } }],
  ['a shard and the merged run', { shard: { index: 1, count: 2 } }, {}],
])('a run that is given twice is rejected: %s', async (_, part, again) => {
  const one = evidence('one.ndjson', [usage('a', {})], part)
  const other = evidence('other.ndjson', [usage('a', {})], again)
  expect(await mgi('check', one, other)).toEqual({
    status: 2,
    out: '',
    err: `mgi: ${one} and ${other} contain the same run; name each run once\n`,
  })
})

test('different shards with the same start time are separate runs', async () => {
  const [one, other] = [1, 2].map((index) =>
    evidence(`${index}.ndjson`, [usage('a', {})], { shard: { index, count: 2 } }),
  )
  expect((await mgi('check', one!, other!)).status).toBe(0)
})

test('each target has its own verdict and report folder', async () => {
  const one = evidence('one.ndjson', [usage('a', {})])
  const target = { url: 'http://other.test', embedded: false }
  const other = evidence('other.ndjson', [usage('b', { total_granted: 4 })], { target })
  const { status, out, err } = await mgi('check', one, other, '--out', 'each', '--reporter', 'json')
  expect({ status, err }).toEqual({
    status: 1,
    err: 'wrote gateway.test/results.json to each\nwrote other.test/results.json to each\n',
  })
  expect(out).toMatch(
    /2 hosts\n {2}http:\/\/gateway\.test: no-new-failure .*\n {2}http:\/\/other\.test: nonconforming /,
  )
  expect(out.trimEnd().split('\n').at(-1)).toMatch(/^All: nonconforming: /)
  const report = JSON.parse(readFileSync(join(folder, 'each/other.test/results.json'), 'utf8')) as Report
  expect(report.summary).toMatchObject({ verdict: 'nonconforming', requests: 1 })
  expect((await mgi('check', one, other, '--reporter', 'json=-')).err).toMatch(
    /^mgi: --reporter json=-: the recordings/,
  )
})
