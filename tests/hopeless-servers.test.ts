import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { capturedIo } from '../conformance/cli/captured-io.golden.ts'
import { runCli } from '../conformance/cli/run-cli.ts'
import type { Report, RequirementResult } from '../conformance/model/report.ts'

const cleanUp: (() => void)[] = []
afterEach(() => {
  for (const one of cleanUp.splice(0)) one()
})

/** A server that says the same to everything; gives its URL. */
async function serverThatSays(status: number, body: string): Promise<string> {
  const server: Server = createServer((request, response) => {
    request.resume()
    request.on('end', () => response.writeHead(status, { 'content-type': 'application/json' }).end(body))
  })
  cleanUp.push(() => server.close().closeAllConnections())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function runAgainst(url: string): Promise<{ status: number; report: Report; err: string }> {
  const out = mkdtempSync(join(tmpdir(), 'mgi-hopeless-'))
  cleanUp.push(() => rmSync(out, { recursive: true, force: true }))
  const io = capturedIo({ cwd: out })
  const status = await runCli(['run', url, '--key', 'k', '--out', out, '--quiet', '--concurrency', '8'], io)
  return { status, report: JSON.parse(readFileSync(join(out, 'results.json'), 'utf8')) as Report, err: io.err() }
}

/** The passes that speak about more than the outer form of an answer. */
function passesOf({ requirements }: Report): readonly RequirementResult[] {
  return requirements.filter(({ verdict }) => verdict === 'pass')
}

test('a server that answers 200 {} to everything passes nothing but the form of its JSON', async () => {
  const { status, report } = await runAgainst(await serverThatSays(200, '{}'))
  expect(status).toBe(1)
  expect(passesOf(report).map(({ id }) => id)).toEqual(formOfJson)
}, 60_000)

test('a server that answers 400 to everything has no refusal to its credit, and no acceptance', async () => {
  const { status, report } = await runAgainst(await serverThatSays(400, '{}'))
  expect(status).toBe(1)
  expect(passesOf(report).map(({ id }) => id)).toEqual([])
}, 60_000)

test('a server that answers 500 to everything passes nothing', async () => {
  const { status, report } = await runAgainst(await serverThatSays(500, '{}'))
  expect([1, 3]).toContain(status)
  expect(passesOf(report).map(({ id }) => id)).toEqual([])
}, 60_000)

test('a server that is not there makes the run inconclusive, with advice and reports', async () => {
  const url = await serverThatSays(200, '{}')
  for (const one of cleanUp.splice(0)) one()
  const { status, report, err } = await runAgainst(url)
  expect(status).toBe(3)
  expect(report.summary.verdict).toBe('inconclusive')
  expect(passesOf(report)).toEqual([])
  expect(err).toContain('nothing listens there')
})

const formOfJson: readonly string[] = []
