import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startReferenceServer } from '../../../../reference-server/index.ts'
import type { Report } from '../../../core/model/report.ts'
import { capturedIo } from '../../cli/captured-io.fixture.ts'
import { runCli } from '../../cli/run-cli.ts'

const folder = mkdtempSync(join(tmpdir(), 'first-requests-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function mgi(...args: readonly string[]) {
  const io = capturedIo({ cwd: folder })
  return { status: await runCli([...args, '--quiet', '--reporter', 'json'], io), err: io.err() }
}

function results(of: string): Report {
  return JSON.parse(readFileSync(join(folder, of, 'results.json'), 'utf8')) as Report
}

/** In the smoke profile, the second of two shards has exactly the requests of `messages.stream`. */
const messages = ['--area', 'messages', '--profile', 'smoke']

test('a shard whose only operation is defective gives the same verdicts as the whole run', async () => {
  const { url, close } = await startReferenceServer({ keys: ['a-secret-key'], faults: ['messages-stream-as-html'] })
  const run = (...more: readonly string[]) => mgi('run', url, '--key', 'a-secret-key', ...messages, ...more)
  try {
    expect(await run('--out', 'whole')).toEqual({ status: 1, err: '' })
    await run('--shard', '1/2', '--out', 'one')
    expect(await run('--shard', '2/2', '--out', 'two')).toEqual({ status: 1, err: '' })
  } finally {
    await close()
  }
  await mgi('merge', 'one', 'two', '--out', 'merged')
  const verdicts = ({ requirements }: Report) => new Map(requirements.map(({ id, verdict }) => [id, verdict]))
  const merged = verdicts(results('merged'))
  const changed = [...verdicts(results('whole'))].filter(([id, verdict]) => merged.get(id) !== verdict)
  expect(changed).toEqual([])
})

test('a shard gives up on a target that rejects the key everywhere', async () => {
  const { url, close } = await startReferenceServer({ keys: ['a-secret-key'] })
  const run = (out: string, ...more: readonly string[]) =>
    mgi('run', url, '--key', 'a-wrong-key', ...messages, '--shard', '2/2', '--out', out, ...more)
  try {
    const { status, err } = await run('refused')
    expect({ status, err }).toEqual({ status: 3, err: expect.stringContaining('rejected the key at every endpoint') })
    expect(results('refused').summary.requests).toBe(8)
    await run('counted', '--max-requests', '1')
    expect(results('counted').summary.requests).toBe(1)
  } finally {
    await close()
  }
})
