import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Report } from '../../model/report.ts'
import { capturedIo } from '../captured-io.golden.ts'
import { runCli } from '../run-cli.ts'

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
