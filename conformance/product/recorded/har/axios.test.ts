import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import axios from 'axios'
import { AxiosHarTracker } from 'axios-har-tracker'
import { afterAll, expect, test } from 'vitest'
import { startReferenceServer } from '../../../../reference-server/index.ts'
import type { Report } from '../../../core/model/report.ts'
import { capturedIo } from '../../cli/captured-io.fixture.ts'
import { runCli } from '../../cli/run-cli.ts'

const folder = mkdtempSync(join(tmpdir(), 'axios-har-'))
afterAll(() => rmSync(folder, { recursive: true }))

const message = { model: 'messages-model-1', max_tokens: 64, messages: [{ role: 'user', content: 'Name a color.' }] }
const image = { prompt: 'a red kite', size: '256x256', response_format: 'b64_json' }

/** Returns the verdict on the HAR that axios-har-tracker writes for a few requests. */
async function judged(faults: readonly string[]): Promise<{ readonly status: number; readonly report: Report }> {
  const server = await startReferenceServer({ faults })
  const client = axios.create({ baseURL: server.url, validateStatus: () => true })
  const tracker = new AxiosHarTracker(client as never)
  const headers = { 'x-api-key': 'test-key', 'provider-version': '2023-06-01' }
  for (const body of [message, { ...message, stream: true }, { ...message, max_tokens: 0 }])
    await client.post('/v1/messages', body, { headers })
  await client.post('/v1/images/generations', image, { headers: { authorization: 'Bearer test-key' } })
  await server.close()
  writeFileSync(join(folder, 'traffic.har'), JSON.stringify(tracker.getGeneratedHar()))
  const args = ['check', 'traffic.har', '--target', server.url, '--key', 'test-key', '--out', 'out', '--quiet']
  const status = await runCli(args, capturedIo({ cwd: folder }))
  return { status, report: JSON.parse(readFileSync(join(folder, 'out/results.json'), 'utf8')) as Report }
}

test('a HAR of axios for a conforming gateway is judged without failures', async () => {
  const { status, report } = await judged([])
  expect([status, report.summary.verdict, report.source]).toEqual([0, 'no-new-failure', 'har'])
  expect(report.traffic?.map(({ endpoint, requests }) => [endpoint, requests])).toEqual([
    ['images.generate', 1],
    ['messages.create', 2],
    ['messages.stream', 1],
  ])
})

test('a violation in a HAR of axios is found', async () => {
  const { status, report } = await judged(['messages-foreign-stop-reason'])
  expect(status).toBe(1)
  const failed = report.requirements.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)
  expect(failed).toContain('messages.stop-reason-listed')
})
