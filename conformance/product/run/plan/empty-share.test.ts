import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startReferenceServer } from '../../../../reference-server/index.ts'
import type { Report } from '../../../core/model/report.ts'
import { UsageError } from '../../../core/text/usage-error.ts'
import { capturedIo } from '../../cli/captured-io.fixture.ts'
import { runCli } from '../../cli/run-cli.ts'
import { emptyShareInWords } from './empty-share.ts'
import { rejectEmpty } from './plan-for.ts'

const folder = mkdtempSync(join(tmpdir(), 'empty-share-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function mgi(...args: readonly string[]) {
  const io = capturedIo({ cwd: folder, env: { MGI_API_KEY: 'a-secret-key' } })
  return { status: await runCli([...args], io), out: io.out(), err: io.err() }
}

function results(of: string): Report {
  return JSON.parse(readFileSync(join(folder, of, 'results.json'), 'utf8')) as Report
}

/** A plan so small that one shard gets all of it. */
const little = ['--requirement', 'usage.*', '--profile', 'smoke', '--quiet', '--reporter', 'json']

async function runOf(url: string, out: string, ...more: readonly string[]) {
  return await mgi('run', url, ...little, ...more, '--out', out)
}

test('an empty shard is inconclusive alone, and does not change the merged result', async () => {
  const server = await startReferenceServer({ keys: ['a-secret-key'] })
  try {
    expect(await runOf(server.url, 'whole')).toMatchObject({ status: 0 })
    expect(await runOf(server.url, 'one', '--shard', '1/2')).toMatchObject({ status: 0 })
    const empty = await runOf(server.url, 'two', '--shard', '2/2')
    expect(empty).toEqual({ status: 3, out: '', err: `mgi: ${emptyShareInWords({ index: 2, count: 2 })}\n` })
  } finally {
    await server.close()
  }
  expect(results('two').summary).toMatchObject({ verdict: 'inconclusive', requests: 0 })
  expect(await mgi('merge', 'two', 'one', '--out', 'merged', '--quiet', '--reporter', 'json')).toEqual({
    status: 0,
    out: '',
    err: '',
  })
  const told = ({ summary: { verdict, counts }, limits }: Report) => ({ verdict, counts, limits })
  expect(told(results('merged'))).toEqual(told(results('whole')))
})

test('merging an empty shard with an unanswered one reports the connection error', async () => {
  const server = await startReferenceServer({ keys: ['a-secret-key'] })
  await server.close()
  await runOf(server.url, 'unanswered', '--shard', '1/2')
  await runOf(server.url, 'empty', '--shard', '2/2')
  expect(await mgi('merge', 'empty', 'unanswered', '--out', 'neither', '--quiet', '--reporter', 'json')).toMatchObject({
    status: 3,
  })
  expect(results('neither').summary.reason).toContain('nothing listens there')
})

test('the plan of an empty shard is reported as empty', async () => {
  const { status, err } = await mgi('run', '--plan', ...little.slice(0, 4), '--shard', '2/2')
  expect({ status, err }).toEqual({ status: 0, err: `mgi: ${emptyShareInWords({ index: 2, count: 2 })}\n` })
})

test('an empty plan is a usage error', () => {
  const nothing = { cases: [], probes: [], aims: new Set<string>(), requests: 0, cost: { calls: 0, images: 0 } }
  const selection = { areas: ['messages'], requirements: [], unsupported: [] }
  const input = { selection, profile: 'smoke', seed: 1, betas: [], speech: undefined, shard: undefined } as const
  expect(() => rejectEmpty(nothing, input)).toThrow(UsageError)
  expect(() => rejectEmpty(nothing, input)).toThrow('the profile smoke sends nothing for messages')
})
