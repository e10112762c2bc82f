import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { httpServer, type Listening } from '../../../../tests/servers.ts'
import { catalogue } from '../../../specification/catalogue.ts'
import { plainPlan } from '../../run/plan/plain-plan.fixture.ts'
import { capturedIo } from '../captured-io.fixture.ts'
import { readRunOptions } from '../run/options/run-options.ts'
import { runPlanWithProgress } from '../run/run-with-progress.ts'
import { replayCase } from './replay-case.ts'

const id = 'plain/usage.token'
const folder = mkdtempSync(join(tmpdir(), 'replay-'))
let answer = { status: 200, granted: 4 }
let requests = 0
const answers: RequestListener = (_, response) => {
  requests += 1
  const data = {
    object: 'token_usage',
    name: 'n',
    total_granted: answer.granted,
    total_used: 1,
    total_available: 2,
    unlimited_quota: false,
    model_limits: {},
    model_limits_enabled: false,
    expires_at: 0,
  }
  response.writeHead(answer.status, { 'content-type': 'application/json' })
  response.end(
    JSON.stringify(answer.status === 200 ? { code: true, message: 'ok', data } : { success: false, message: 'busy' }),
  )
}
let server: Listening

function optionsFor(values: object = {}, positionals: readonly string[] = [server.url]) {
  const io = capturedIo({ cwd: folder })
  return { io, options: readRunOptions(positionals, { key: 'a-secret-key', quiet: true, ...values }, io, catalogue) }
}

beforeAll(async () => {
  server = await httpServer(answers)
  const { io, options } = optionsFor()
  const plan = plainPlan()
  const cases = plan.cases.filter((planned) => planned.id === id)
  await runPlanWithProgress(
    { ...plan, cases },
    { url: server.url, key: 'a-secret-key', embedded: false, close: async () => {} },
    options,
    io,
    catalogue,
  )
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await server.close()
})

async function replayed(now: typeof answer) {
  answer = now
  const { io, options } = optionsFor()
  const status = await replayCase(id, options, io, catalogue)
  return { status, out: io.out() }
}

test('a defect that is still present is still failing', async () => {
  const { status, out } = await replayed({ status: 200, granted: 5 })
  expect(status).toBe(1)
  expect(out).toContain(`${id}: still failing\n  answer: 200, now 200\n`)
  expect(out).toMatch(/ {2}usage\.\S+: fail as before\n/)
})

test('a defect that is gone is fixed', async () => {
  const { status, out } = await replayed({ status: 200, granted: 3 })
  expect(status).toBe(0)
  expect(out).toContain(`${id}: fixed`)
})

test('a busy response is inconclusive', async () => {
  const { status, out } = await replayed({ status: 503, granted: 3 })
  expect(status).toBe(3)
  expect(out).toMatch(new RegExp(`${id}: (gone|changed)\n {2}answer: 200, now 503\n`))
})

test('without a URL, nothing is sent to the target that the evidence names', async () => {
  const { io, options } = optionsFor({ replay: id }, [])
  await expect(replayCase(id, options, io, catalogue)).rejects.toThrow(
    `the evidence is of ${server.url}, and no target is named`,
  )
  expect(io.out()).toBe('')
})

test.each([
  ['of a plugin', (header: string) => header.replace('"aims":', '"addedRequirements":["acme.request-id"],"aims":'), ''],
  [
    'of another version',
    (header: string) =>
      header
        .replace('"aims":[', '"aims":["acme.request-id@usage.token",')
        .replace(/"version":"[^"]*"/, '"version":"0.0.1"'),
    '; otherwise replay with model-gateway-conformance 0.0.1, which made the evidence',
  ],
])('a case of a run that tested an unknown requirement %s is rejected, and nothing is sent', async (_, changed, hint) => {
  const out = mkdtempSync(join(folder, 'unknown-'))
  const { io, options } = optionsFor()
  const [header = '', ...rest] = readFileSync(join(options.out, 'exchanges.ndjson'), 'utf8').split('\n')
  writeFileSync(join(out, 'exchanges.ndjson'), [changed(header), ...rest].join('\n'))
  const before = requests
  await expect(replayCase(id, { ...options, out }, io, catalogue)).rejects.toThrow(
    `--replay ${id}: the run tested acme.request-id, which is not judged here; name its module with --plugin FILE${hint}`,
  )
  expect(requests).toBe(before)
})

test('an unknown case is a usage error', async () => {
  const { io, options } = optionsFor()
  await expect(replayCase('plain/usage.tokem', options, io, catalogue)).rejects.toThrow(`(did you mean "${id}"?)`)
})

test('a folder without evidence is a usage error', async () => {
  const { io, options } = optionsFor({ out: 'elsewhere' })
  await expect(replayCase(id, options, io, catalogue)).rejects.toThrow(
    'there is no exchanges.ndjson in the --out folder',
  )
})
