import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Report } from '../../conformance/core/model/report.ts'
import { capturedIo } from '../../conformance/product/cli/captured-io.fixture.ts'
import { runCli } from '../../conformance/product/cli/run-cli.ts'
import { exitCodeOf } from '../../conformance/product/report/exit-code.ts'
import { startReferenceServer } from '../../reference-server/index.ts'
import { type Behaviour, startInFront } from '../bad-targets/in-front.ts'
import { recordedRun } from '../recorded-run.ts'
import { runRegardless } from '../run-regardless.ts'
import { serve, untilTestEnds, urlOfNobody } from '../serve.ts'

/** Starts a server with the same response to every request. Returns its URL. */
async function serverThatSays(status: number, body: string): Promise<string> {
  const { url } = await serve((request, response) => {
    request.resume()
    request.on('end', () => response.writeHead(status, { 'content-type': 'application/json' }).end(body))
  })
  return url
}

/** Returns the exit status of a standard run, and the requirements that pass. */
async function judged(url: string): Promise<{ readonly status: number; readonly passes: readonly string[] }> {
  const report = await runRegardless(url)
  return { status: exitCodeOf(report), passes: passesOf(report) }
}

function passesOf({ requirements }: Report): readonly string[] {
  return requirements.filter(({ verdict }) => verdict === 'pass').map(({ id }) => id)
}

test('a server that answers 200 {} to everything passes nothing', async () => {
  expect(await judged(await serverThatSays(200, '{}'))).toEqual({ status: 1, passes: [] })
})

test('a server that answers 400 to everything has no rejection to its credit, and no acceptance', async () => {
  expect(await judged(await serverThatSays(400, '{}'))).toEqual({ status: 1, passes: [] })
})

test('a server that answers 500 to everything passes nothing', async () => {
  expect(await judged(await serverThatSays(500, '{}'))).toEqual({ status: 1, passes: [] })
})

test('an operation that answers 501 beside others is tested as planned, and leaves nothing inconclusive', async () => {
  const server = await startReferenceServer({ faults: ['images-variation-501'] })
  const { rulings } = await recordedRun({ url: server.url, areas: ['images'] })
  await server.close()
  const verdicts = (verdict: string) =>
    rulings.filter((one) => one.verdict === verdict).map(({ requirement }) => requirement.id)
  expect(verdicts('fail')).toEqual(['images.variation-plain-request-accepted'])
  expect(verdicts('inconclusive')).toEqual([])
})

test('an operation that redirects every request is not sent its whole plan, and its results are blocked by that', async () => {
  const behaviour: Behaviour = async (request, forward) =>
    request.operation === 'messages.create'
      ? { status: 307, type: 'text/plain', body: '', headers: { location: 'https://gateway.test/v1/messages' } }
      : forward(request)
  const { url } = await untilTestEnds(startInFront(behaviour))
  const { report, rulings, exchanges } = await recordedRun({ url, areas: ['messages'] })
  const redirected = exchanges.filter(({ response }) => response?.status === 307)
  expect(redirected.length * 2).toBeLessThan(exchanges.length)
  expect(report.limits).toContainEqual(expect.stringContaining('their operation redirects every request'))
  const own = rulings.filter(({ operation }) => operation === 'messages.create')
  const failed = own.filter(({ verdict }) => verdict === 'fail').map(({ requirement }) => requirement.id)
  expect(failed).toEqual(['messages.plain-request-accepted'])
  expect(own.filter(({ verdict }) => verdict === 'inconclusive')).toEqual([])
  const [cause] = report.causes
  expect(cause?.blocks.length).toBeGreaterThan(own.length * 0.9)
})

test('a server that is not there makes the run inconclusive, with advice and reports', async () => {
  const url = await urlOfNobody()
  const out = mkdtempSync(join(tmpdir(), 'mgi-absent-'))
  onTestFinished(() => rmSync(out, { recursive: true, force: true }))
  const io = capturedIo({ cwd: out })
  const options = ['--key', 'canary', '--out', out, '--quiet', '--profile', 'smoke']
  expect(await runCli(['run', url, ...options], io)).toBe(3)
  const report = JSON.parse(readFileSync(join(out, 'results.json'), 'utf8')) as Report
  expect(report.summary.verdict).toBe('inconclusive')
  expect(passesOf(report)).toEqual([])
  expect(io.err()).toContain('nothing listens there')
})
