import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Passed } from '../../engine/record/proxy/reverse-proxy.ts'
import { startJudging } from './judging.ts'

const passed: Passed = {
  startedAt: 0,
  durationMs: 1,
  method: 'POST',
  path: '/v1/messages',
  ended: 'complete',
  requestHeaders: [['x-api-key', 'test-key']],
  requestBody: Buffer.from('{"model":"m"}'),
  isRequestWhole: true,
  response: { status: 400, headers: [], chunks: [] },
}
const options = {
  target: 'http://gateway.test',
  keys: [],
  vocabulary: {},
  recognised: [],
  unsupported: [],
  strict: false,
  cwd: '.',
  masks: [],
  remember: 100,
  plugins: [],
}

test('an exchange that cannot be judged is counted and left out, and the others are judged and reported', async () => {
  const judging = await startJudging(options)
  try {
    judging.see(passed)
    // Stands for any error of the suite inside one exchange.
    judging.see({ ...passed, requestHeaders: null as never })
    judging.see(passed)
    expect(judging.counts()).toMatchObject({ judged: 2, notJudgeable: 1 })
    expect(judging.report({ durationMs: 1, limits: [] }).summary.requests).toBe(2)
  } finally {
    judging.close()
  }
})

test('exchanges with a key of 64 000 characters are judged', async () => {
  const judging = await startJudging(options)
  try {
    judging.see({ ...passed, requestHeaders: [['x-api-key', 'eyJ0'.repeat(16_000)]] })
    expect(judging.counts()).toMatchObject({ judged: 1, notJudgeable: 0 })
  } finally {
    judging.close()
  }
})

test.each([
  true,
  false,
])('an accepted key is not kept in the exchanges of other clients (bodies kept: %s)', async (isKept) => {
  const folder = mkdtempSync(join(tmpdir(), 'others-'))
  const evidence = { folder, maxFileBytes: 1e6 }
  const judging = await startJudging(isKept ? { ...options, evidence } : options)
  try {
    const bytes = Buffer.from('{"error":"not for key-of-the-first-client"}')
    const served = { status: 200, headers: [], chunks: [] }
    judging.see({ ...passed, requestHeaders: [['x-api-key', 'key-of-the-first-client']], response: served })
    const headers = [['x-told', 'key-of-the-first-client']] as const
    judging.see({ ...passed, response: { status: 400, headers, chunks: [{ at: 0, bytes }] } })
    const report = JSON.stringify(judging.report({ durationMs: 1, limits: [] }))
    expect(report).toContain('«key:valid»')
    const kept = isKept ? readFileSync(join(folder, 'exchanges.ndjson'), 'utf8') : ''
    expect(`${report}${kept}${JSON.stringify(judging.violations())}`).not.toContain('key-of-the-first')
    expect(kept).not.toContain(bytes.toString('base64').slice(24, 48))
  } finally {
    judging.close()
    rmSync(folder, { recursive: true })
  }
})
