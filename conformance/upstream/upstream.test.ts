import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { UpstreamSection } from '../model/upstream.ts'
import { certify } from '../run/certify.ts'
import { readUpstreamLines } from './evidence.ts'
import { startPassThrough } from './gateway.fixture.ts'
import { judgeUpstream } from './judge-upstream.ts'

const folder = mkdtempSync(join(tmpdir(), 'upstream-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a gateway that passes everything on is faithful, and its evidence is judged the same', async () => {
  const { section, port } = await experimentWith()
  expect(section.results.filter(({ outcome }) => outcome !== 'pass')).toEqual([])
  expect(section.verdict).toBe('faithful')
  expect(port).toBeGreaterThan(0)
  const lines = readFileSync(join(folder, 'upstream.ndjson'), 'utf8').split('\n')
  const again = readUpstreamLines(lines)
  expect(typeof again === 'string' ? again : judgeUpstream(again)).toEqual(section)
})

/** Runs the suite with a gateway in the middle that learns the port of its provider when the run begins. */
async function experimentWith(): Promise<{ readonly section: UpstreamSection; readonly port: number }> {
  const settings = { upstream: '', upstreamKey: 'upstream-key-123456', key: 'client-key-abcdef' }
  const gateway = await startPassThrough(settings)
  try {
    const report = await certify({
      ...{ target: gateway.url, key: settings.key, areas: ['messages'], profile: 'smoke', cwd: folder, out: '.' },
      upstream: { port: 0, key: settings.upstreamKey },
      onStart: ({ upstream }) => {
        settings.upstream = upstream?.url ?? ''
      },
    })
    return { section: report.upstream!, port: Number(new URL(settings.upstream).port) }
  } finally {
    await gateway.close()
  }
}
