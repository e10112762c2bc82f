import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Report } from '../../../core/model/report.ts'
import { judge, readEvidence } from '../../recorded/judge.ts'
import { capturedIo } from '../captured-io.fixture.ts'
import { runCli } from '../run-cli.ts'
import { cassette } from './recordings.fixture.ts'

const folder = mkdtempSync(join(tmpdir(), 'check-plugins-'))
const at = (name: string) => join(folder, name)
afterAll(() => rmSync(folder, { recursive: true }))

async function mgi(...args: readonly string[]) {
  const io = capturedIo({ cwd: folder })
  return { status: await runCli(args, io), out: io.out(), err: io.err() }
}

const needs = (id: string, endpoint: string) =>
  `{ id: '${id}', endpoint: '${endpoint}', kind: 'exchange', section: 'acme', dimension: 'field', level: 'stated',
     needs: [], statement: 'Every response has x-acme.', appliesTo: () => true,
     *check() { yield { message: 'x-acme is missing' } } }`

const verdictIn = (name: string, id = 'acme.tag') => {
  const { requirements } = JSON.parse(readFileSync(at(name), 'utf8')) as Report
  return requirements.find((one) => one.id === id)?.verdict
}

beforeAll(async () => {
  writeFileSync(at('acme.mjs'), `export default [${needs('acme.tag', 'usage.token')}]`)
  writeFileSync(at('other.mjs'), `export default [${needs('other.tag', 'messages.create')}]`)
  const run = ['run', '--area', 'token-usage', '--plugin', 'acme.mjs', '--quiet', '--reporter', 'json']
  for (const index of [1, 2]) await mgi(...run, '--shard', `${index}/2`, '--out', `shard-${index}`)
  await mgi(...run, '--out', 'whole')
})

const unknown = 'the run tested acme.tag, which is not judged here; name its module with --plugin FILE'

test.each([
  ['check', ['check', 'shard-1', '--out', 'none']],
  ['check of a folder with several runs', ['check', '.', '--out', 'none']],
  ['check with another plugin', ['check', 'shard-1', '--plugin', 'other.mjs', '--out', 'none']],
  ['merge', ['merge', 'shard-1', 'shard-2', '--out', 'none']],
  ['bundle', ['bundle', 'whole', '--out', 'none']],
])('evidence of a plugin that is not named is rejected and nothing is written: %s', async (_, args) => {
  const { status, out, err } = await mgi(...args)
  expect({ status, out, err }).toEqual({ status: 2, out: '', err: expect.stringContaining(`: ${unknown}`) })
  expect(existsSync(at('none'))).toBe(false)
})

test('check and merge judge the requirements of a named plugin, and so does a check of the merged run', async () => {
  const judged = ['--plugin', 'acme.mjs', '--reporter', 'json', '--quiet']
  expect((await mgi('check', 'shard-1', '--out', 'checked', ...judged)).status).toBe(1)
  expect(verdictIn('checked/results.json')).toBe('fail')
  expect(readFileSync(at('checked/results.json'), 'utf8')).toContain('--out shard-1 --plugin acme.mjs')
  expect((await mgi('merge', 'shard-1', 'shard-2', '--out', 'merged', ...judged)).status).toBe(1)
  expect(verdictIn('merged/results.json')).toBe('fail')
  expect((await mgi('check', 'merged')).err).toContain(unknown)
  expect((await mgi('check', 'merged', '--plugin', 'acme.mjs', '--quiet')).status).toBe(1)
})

test('a merged run names the requirements with which it was judged, whatever its runs were judged with', async () => {
  const both = ['--plugin', 'acme.mjs', '--plugin', 'other.mjs', '--quiet']
  await mgi('merge', 'shard-1', 'shard-2', '--out', 'both', ...both)
  const [header = ''] = readFileSync(at('both/exchanges.ndjson'), 'utf8').split('\n')
  expect(JSON.parse(header).addedRequirements).toEqual(['acme.tag', 'other.tag'])
})

test('a bundle of a run with a plugin is verified with the plugin, and undecided without', async () => {
  const { status, err } = await mgi('bundle', 'whole', '--plugin', 'acme.mjs', '--out', 'bundle')
  expect({ status, err }).toEqual({ status: 0, err: '' })
  expect((await mgi('verify', 'bundle', '--plugin', 'acme.mjs')).status).toBe(0)
  const without = await mgi('verify', 'bundle')
  expect(without).toEqual({ status: 3, err: '', out: expect.stringContaining(`? ${unknown}\n`) })
})

test('recordings are judged by the plugins of the command line, or else by those of the config', async () => {
  writeFileSync(at('one.json'), cassette({}))
  writeFileSync(at('plugins.yaml'), 'plugins: [other.mjs]\n')
  for (const named of [
    ['--plugin', 'other.mjs'],
    ['--config', 'plugins.yaml'],
  ]) {
    expect((await mgi('check', 'one.json', ...named, '--reporter', 'json=one.results.json')).status).toBe(1)
    expect(verdictIn('one.results.json', 'other.tag')).toBe('fail')
  }
})

test('the library rejects evidence of a plugin that it is not given', async () => {
  const evidence = readEvidence(at('shard-1'))
  await expect(judge(evidence, { cwd: folder })).rejects.toThrow(
    'the run tested acme.tag, which is not judged here; pass it in requirements, or name its module in plugins',
  )
  const { summary } = await judge(evidence, { cwd: folder, plugins: ['acme.mjs'] })
  expect(summary.verdict).toBe('nonconforming')
})

test('the plugins of a config that was only found beside the recordings are not loaded', async () => {
  writeFileSync(
    at('mark.mjs'),
    "import { writeFileSync } from 'node:fs'\nwriteFileSync(new URL('ran', import.meta.url), '')\nexport default []",
  )
  writeFileSync(at('mgi.config.yaml'), 'plugins: [mark.mjs]')
  try {
    expect((await mgi('check', 'one.json', '--quiet')).err).not.toContain('mark.mjs')
    expect(existsSync(at('ran'))).toBe(false)
  } finally {
    rmSync(at('mgi.config.yaml'))
  }
})
