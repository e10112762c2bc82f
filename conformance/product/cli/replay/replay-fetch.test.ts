import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allResults } from '../../../../reports/result.ts'
import { httpServer, type Listening } from '../../../../tests/servers.ts'
import type { Report } from '../../../core/model/report.ts'
import { catalogue } from '../../../specification/catalogue.ts'
import { plainPlan } from '../../run/plan/plain-plan.fixture.ts'
import { capturedIo } from '../captured-io.fixture.ts'
import { readRunOptions } from '../run/options/run-options.ts'
import { runPlanWithProgress } from '../run/run-with-progress.ts'
import { replayCase } from './replay-case.ts'

const png = readFileSync(new URL('../../../../fixtures/images/square.png', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'replay-fetch-'))
const id = 'plain/images.generate/image-1'
let picture = 404
let named = 0
const answers: RequestListener = (request, response) => {
  if (request.method === 'GET') return void response.writeHead(picture).end(png)
  named += 1
  const data = [{ url: `http://${request.headers.host}/pictures/${named}.png` }]
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ created: 1_700_000_000, data }))
}
let server: Listening

function optionsFor(values: object = {}) {
  const io = capturedIo({ cwd: folder })
  return { io, options: readRunOptions([server.url], { key: 'a-secret-key', quiet: true, ...values }, io, catalogue) }
}

beforeAll(async () => {
  server = await httpServer(answers)
  const plan = plainPlan()
  const cases = plan.cases.filter(({ operation }) => operation === 'images.generate')
  const target = { url: server.url, key: 'a-secret-key', embedded: false, close: async () => {} }
  const { io, options } = optionsFor()
  await runPlanWithProgress({ ...plan, cases }, target, options, io, catalogue)
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await server.close()
})

async function replayed(status: number) {
  picture = status
  const { io, options } = optionsFor()
  return { status: await replayCase(id, options, io, catalogue), out: io.out() }
}

test('a finding on an image has the commands to fetch it again', () => {
  const report = JSON.parse(readFileSync(join(folder, 'mgi-report/results.json'), 'utf8')) as Report
  const finding = allResults(report).find(({ id, findings }) => id === 'images.url-answers' && findings.length > 0)
    ?.findings[0]
  expect(finding).toMatchObject({ exchange: id, replay: `npx mgi run ${server.url} --replay ${id}` })
  expect(finding?.curl).toMatch(new RegExp(`^curl .* '${server.url}/pictures/\\d+\\.png' `))
})

test('a replay requests a new image, because image URLs expire', async () => {
  const before = named
  const { status, out } = await replayed(404)
  expect(named).toBe(before + 1)
  expect(status).toBe(1)
  expect(out).toBe(`${id}: still failing\n  answer: 404, now 404\n  images.url-answers: fail as before\n`)
})

test('an available image fixes its finding, and other defects of it are reported', async () => {
  const { status, out } = await replayed(200)
  // An implied requirement gives a warning.
  expect(status).toBe(0)
  expect(out).toContain('images.url-answers: fail, now pass')
  expect(out).toContain('images.url-pixels-as-asked: untested, now warn')
})

test('an image that requires a key is inconclusive', async () => {
  expect((await replayed(401)).status).toBe(3)
})
