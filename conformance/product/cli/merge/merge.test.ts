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
import { startReferenceServer } from '../../../../reference-server/index.ts'
import { examples } from '../../../../reports/examples.fixture.ts'
import { renderJson } from '../../../../reports/json.ts'
import { allResults } from '../../../../reports/result.ts'
import type { Report } from '../../../core/model/report.ts'
import { capturedIo } from '../captured-io.fixture.ts'
import { runCli } from '../run-cli.ts'

const folder = mkdtempSync(join(tmpdir(), 'merge-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function mgi(...args: readonly string[]) {
  const io = capturedIo({ cwd: folder })
  return { status: await runCli(args, io), out: io.out(), err: io.err() }
}

const smoke = ['--key', 'a-secret-key', '--profile', 'smoke', '--reporter', 'json', '--quiet']

function results(of: string): Report {
  return JSON.parse(readFileSync(join(folder, of, 'results.json'), 'utf8')) as Report
}

const words = (report: Report) =>
  allResults(report).map(({ id, operation, verdict, exchanges }) => `${id} ${operation} ${verdict} ${exchanges}`)

test('runs of one target are merged into one run and judged as a whole', async () => {
  const server = await startReferenceServer({ keys: ['a-secret-key'] })
  try {
    const run = (area: string, out: string) => mgi('run', server.url, ...smoke, '--area', area, '--out', out)
    await run('token-usage', 'one')
    await run('messages', 'two')
    await run('messages', 'two-again')
  } finally {
    await server.close()
  }
  expect(await mgi('merge', 'one', 'two/results.json', '--out', 'merged', '--quiet')).toEqual({
    status: 0,
    out: '',
    err: '',
  })
  const whole = results('merged')
  expect(whole.summary.requests).toBe(results('one').summary.requests + results('two').summary.requests)
  const kept = (of: string) =>
    results(of)
      .requirements.filter(({ verdict }) => verdict === 'pass')
      .map(({ id }) => id)
  expect(kept('merged').sort()).toEqual([...kept('one'), ...kept('two')].sort())
  await mgi('check', 'merged/exchanges.ndjson', '--out', 'checked', '--quiet', '--reporter', 'json')
  expect(words(results('checked'))).toEqual(words(whole))
})

test('the results and evidence of an earlier run are moved to previous, and its reports are removed and listed', async () => {
  const { err } = await mgi('merge', 'one', 'two', '--out', 'merged', '--reporter', 'json')
  expect(err).toBe('wrote results.json, exchanges.ndjson to merged\nremoved report.html, junit.xml of an earlier run\n')
  expect(readdirSync(join(folder, 'merged')).sort()).toEqual(['exchanges.ndjson', 'previous', 'results.json'])
  expect(readdirSync(join(folder, 'merged/previous')).sort()).toEqual(['exchanges.ndjson', 'results.json'])
})

test('cases that were sent in both runs get distinct ids and count twice', async () => {
  await mgi('merge', 'two', 'two-again', '--out', 'double', '--quiet', '--reporter', 'json')
  expect(results('double').summary.requests).toBe(2 * results('two').summary.requests)
  const ids = readFileSync(join(folder, 'double/exchanges.ndjson'), 'utf8')
    .split('\n')
    .flatMap((line) => {
      const { kind, id } = JSON.parse(line || '{}') as { kind?: string; id?: string }
      return kind === 'exchange' ? [id] : []
    })
  expect(new Set(ids).size).toBe(ids.length)
})

test('a run that is given twice is rejected, and no file is written', async () => {
  const file = join(folder, 'two/exchanges.ndjson')
  expect(await mgi('merge', 'two', 'two/results.json', '--out', 'twice')).toEqual({
    status: 2,
    out: '',
    err: `mgi: ${file} and ${file} contain the same run; name each run once\n`,
  })
  expect(existsSync(join(folder, 'twice/exchanges.ndjson'))).toBe(false)
})

test('all shards together are the whole plan, and an incomplete set is not', async () => {
  const server = await startReferenceServer({ keys: ['a-secret-key'] })
  try {
    for (const index of [1, 2])
      await mgi(
        ...['run', server.url, ...smoke, '--area', 'images'],
        ...['--shard', `${index}/2`, '--out', `share-${index}`],
      )
  } finally {
    await server.close()
  }
  expect(await mgi('merge', 'share-1', 'share-2', '--out', 'shares', '--quiet', '--reporter', 'json')).toMatchObject({
    err: '',
  })
  await mgi(
    'check',
    'share-1/exchanges.ndjson',
    'share-2/exchanges.ndjson',
    '--out',
    'shares-checked',
    '--quiet',
    '--reporter',
    'json',
  )
  expect(results('shares').limits).toEqual(['only the areas images', 'only what the smoke profile sends'])
  expect(results('shares').limits).toEqual(results('shares-checked').limits)
  const evidence = readFileSync(join(folder, 'share-2/exchanges.ndjson'), 'utf8')
  mkdirSync(join(folder, 'share-2-of-3'))
  const ofThree = evidence.replace('"count":2', '"count":3').replaceAll('only shard 2 of 2', 'only shard 2 of 3')
  writeFileSync(join(folder, 'share-2-of-3/exchanges.ndjson'), ofThree)
  await mgi('merge', 'share-1', 'share-2-of-3', '--out', 'share', '--quiet', '--reporter', 'json')
  expect(results('share').limits).toContain('only shard 1 of 2')
  expect(results('share').limits).toContain('only shard 2 of 3')
  mkdirSync(join(folder, 'share-1-of-3'))
  const first = readFileSync(join(folder, 'share-1/exchanges.ndjson'), 'utf8')
  writeFileSync(join(folder, 'share-1-of-3/exchanges.ndjson'), first.replace('"count":2', '"count":3'))
  expect(
    (await mgi('merge', 'share-1-of-3', 'share-2-of-3', '--out', 'two-of-3', '--quiet', '--reporter', 'json')).status,
  ).toBe(3)
  expect(results('two-of-3').summary.reason).toMatch(/^shard 3 of 3 is not among the runs/)
  const { status, err } = await mgi('merge', 'shares', 'share-1', '--out', 'again')
  expect({ status, err }).toMatchObject({ status: 2, err: expect.stringContaining('contain the same run') })
})

test('a merge with a truncated run is inconclusive', async () => {
  const file = join(folder, 'two-again/exchanges.ndjson')
  truncateSync(file, readFileSync(file).length - 20)
  const { status, out } = await mgi('merge', 'one', 'two-again', '--out', 'gappy')
  expect(status).toBe(3)
  expect(out.replace(/\s+/g, ' ')).toContain('is cut off: the run that wrote it did not finish')
})

test.each([
  [['merge'], 'merge needs runs'],
  [['merge', 'one', 'two'], 'merge needs a folder for evidence and reports: --out DIR'],
  [['merge', 'one', '--out', 'x'], 'merge needs two runs or more, not only one; mgi check judges a single one again'],
  [
    ['merge', 'one', 'two', '--out', 'x', '--known-failures', 'none.yaml'],
    '--known-failures none.yaml: there is no such file',
  ],
  [['merge', 'one', 'two', '--out', 'one'], 'it contains one of the runs'],
  [['merge', 'nothing', 'one', '--out', 'x'], 'there is no file'],
  [['merge', 'empty', 'one', '--out', 'x'], 'mgi judges the evidence, which mgi run writes'],
])('%j is rejected', async (args, message) => {
  mkdirSync(join(folder, 'empty'), { recursive: true })
  const { status, err } = await mgi(...args)
  expect(status).toBe(2)
  expect(err).toContain(message)
})

function saved(name: string, report: Report): string {
  writeFileSync(join(folder, name), renderJson(report))
  return name
}

test.each([
  ['the same failures', 'nonconforming', 'nonconforming', 0],
  ['new failures', 'conforming', 'nonconforming', 1],
  ['fewer tested requirements', 'conforming', 'truncated', 3],
] as const)('mgi diff of results with %s ends with the matching status', async (_what, one, other, status) => {
  const files = [saved('a.json', examples[one]()), saved('b.json', examples[other]())]
  expect((await mgi('diff', ...files)).status).toBe(status)
})

test('mgi diff of two runs in which nothing was tested ends with status 3', async () => {
  const files = ['a.json', 'b.json'].map((name) => saved(name, examples.truncated()))
  const { status, out } = await mgi('diff', ...files)
  expect(status).toBe(3)
  expect(out).toMatch(/^nothing was tested, 0 fixed, 0 still failing\n/)
  expect((await mgi('diff', ...files, '--reporter', 'markdown')).out).toMatch(/^## \? nothing was tested, /)
})

test('mgi diff of different catalogues ends with status 3', async () => {
  const other = { ...examples.nonconforming(), catalogue: { digest: `sha256:${'0'.repeat(64)}` } }
  const { status, out } = await mgi('diff', saved('a.json', examples.nonconforming()), saved('b.json', other))
  expect(status).toBe(3)
  expect(out).toContain('different catalogues')
})

test('mgi compare writes the requested reports with status 0', async () => {
  const files = [saved('a.json', examples.conforming()), saved('b.json', examples.nonconforming())]
  const { status, out } = await mgi('compare', ...files, '--reporter', 'markdown,html=m.html')
  expect(status).toBe(0)
  expect(out).toMatch(/\| `b\.json` \| .*nonconforming/)
  expect(readFileSync(join(folder, 'm.html'), 'utf8')).toContain('<!doctype html>')
})

test('mgi compare of a single result is a usage error', async () => {
  const { status, out, err } = await mgi('compare', saved('a.json', examples.conforming()))
  expect({ status, out }).toEqual({ status: 2, out: '' })
  expect(err).toContain('mgi compare')
})

test.each([
  ['seed', '"seed":1', '"seed":2', 'has the seed 1, and'],
  ['profile', '"profile":"smoke"', '"profile":"standard"', 'has the profile smoke, and'],
  ['version', /"version":"[^"]*"/, '"version":"0.0.1"', 'has the version of the suite model-gateway-conformance'],
  ['target', /"url":"[^"]*"/, '"url":"http://other.test"', 'has the target http://'],
])('runs of another %s are rejected with what differs, and nothing is written', async (name, from, to, said) => {
  const other = join(folder, `other-${name}`)
  mkdirSync(other)
  const [header = '', ...rest] = readFileSync(join(folder, 'two/exchanges.ndjson'), 'utf8').split('\n')
  writeFileSync(join(other, 'exchanges.ndjson'), [header.replace(from, to), ...rest].join('\n'))
  const { status, out, err } = await mgi('merge', 'one', `other-${name}`, '--out', `none-${name}`)
  expect({ status, out, err }).toEqual({ status: 2, out: '', err: expect.stringContaining(said) })
  expect(existsSync(join(folder, `none-${name}`))).toBe(false)
})
