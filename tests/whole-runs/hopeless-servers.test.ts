import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Report } from '../../conformance/core/model/report.ts'
import { capturedIo } from '../../conformance/product/cli/captured-io.fixture.ts'
import { runCli } from '../../conformance/product/cli/run-cli.ts'
import { exitCodeOf } from '../../conformance/product/report/exit-code.ts'
import { startReferenceServer } from '../../reference-server/index.ts'
import { recordedRun } from '../recorded-run.ts'
import { runRegardless } from '../run-regardless.ts'
import { serve, urlOfNobody } from '../serve.ts'

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
