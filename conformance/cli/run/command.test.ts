import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { catalogue } from '../../catalogue.ts'
import type { Report } from '../../model/report.ts'
import { areas } from '../../model/vocabulary.ts'
import { capturedIo } from '../captured-io.golden.ts'
import { runCli } from '../run-cli.ts'
import { plainRequestsAlone } from './first-look.ts'
import { planFor } from './plan-for.ts'

const folder = mkdtempSync(join(tmpdir(), 'run-command-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function mgi(...args: readonly string[]) {
  const io = capturedIo({ cwd: folder })
  return { status: await runCli(args, io), out: io.out(), err: io.err() }
}

test('--plan says what would be sent, sends nothing and writes nothing', async () => {
  const { status, out, err } = await mgi('run', 'http://127.0.0.1:1', '--plan', '--area', 'token-usage')
  expect({ status, err }).toEqual({ status: 0, err: '' })
  expect(out).toMatch(
    /usage\.token +\d+ +0 +0\nat most +\d+ +0 +0\n\nThis sets out to exercise \d+ requirements\. Nothing was sent\.\n$/,
  )
  expect(existsSync(join(folder, 'mgi-report'))).toBe(false)
})

test('without a URL the reference server is judged, and conforms', async () => {
  const { status, out } = await mgi('run', '--area', 'token-usage', '--reporter', 'json,terminal', '--quiet')
  expect(status).toBe(0)
  expect(out).toContain('CONFORMING')
  const report = JSON.parse(readFileSync(join(folder, 'mgi-report/results.json'), 'utf8')) as Report
  expect(report.target.embedded).toBe(true)
  expect(existsSync(join(folder, 'mgi-report/report.html'))).toBe(false)
})

test('a bound that cuts the plan short is said, and leaves the run inconclusive', async () => {
  const { status } = await mgi('run', '--area', 'token-usage', '--max-requests', '1', '--quiet')
  expect(status).toBe(3)
  const { limits } = JSON.parse(readFileSync(join(folder, 'mgi-report/results.json'), 'utf8')) as Report
  expect(limits).toContain('at most 1 request')
  expect(limits.join()).toContain('not sent: the most requests allowed were sent')
})

test('a case of the embedded run is sent again to the reference server', async () => {
  await mgi('run', '--area', 'token-usage', '--quiet')
  const lines = readFileSync(join(folder, 'mgi-report/exchanges.ndjson'), 'utf8').split('\n')
  const { id } = JSON.parse(lines[1]!) as { id: string }
  const { status, out } = await mgi('run', '--replay', id)
  expect(status).toBe(0)
  expect(out).toBe(`${id}: nothing was broken\n  answer: 200, now 200\n`)
})

test('a target that cannot be reached is told before anything is planned, with reports and evidence', async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  const { status, err } = await mgi('run', `http://127.0.0.1:${port}`, '--key', 'a-key', '--out', 'nobody')
  expect(status).toBe(3)
  expect(err).toContain('sending at most 8 requests')
  expect(err).toContain('nothing listens there; is the server running, and is the port right?')
  const report = JSON.parse(readFileSync(join(folder, 'nobody/results.json'), 'utf8')) as Report
  expect(report.summary).toMatchObject({ verdict: 'inconclusive', counts: { pass: 0, fail: 0, warn: 0 } })
  expect(report.summary.requests).toBeGreaterThan(0)
})

test('plain requests alone prove nothing: they owe what a whole plan owes', () => {
  const selection = { areas, requirements: [], unsupported: ['images.edit'] }
  const { cases, aims } = plainRequestsAlone(selection, catalogue)
  const { aims: owed } = planFor({ selection, profile: 'standard', seed: 1, betas: [], speech: undefined }, catalogue)
  expect(cases.map(({ operation }) => operation)).not.toContain('images.edit')
  expect([...owed].filter((id) => !aims.has(id))).toEqual([])
})
