import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allResults } from '../../../../reports/result.ts'
import { urlOfNobody } from '../../../../tests/serve.ts'
import { withoutPauses } from '../../../../tests/without-pauses.ts'
import type { Report } from '../../../core/model/report.ts'
import { catalogue } from '../../../specification/catalogue.ts'
import { capturedIo } from '../captured-io.fixture.ts'
import { runCli } from '../run-cli.ts'

const folder = mkdtempSync(join(tmpdir(), 'dead-target-'))
afterAll(() => rmSync(folder, { recursive: true }))
const io = capturedIo({ cwd: folder })
const read = (name: string) => readFileSync(join(folder, 'mgi-report', name), 'utf8')

let [url, status] = ['', 0]
beforeAll(async () => {
  url = await urlOfNobody()
  const reporters = 'json,html,junit,markdown=mgi-report/summary.md'
  status = await withoutPauses(() =>
    runCli([...['run', url, '--key', 'a-key-of-length', '--profile', 'smoke'], '--reporter', reporters], io),
  )
})

const total = catalogue.requirements.filter(({ behind }) => behind !== true).length
const cause = 'cannot be reached (ECONNREFUSED): nothing listens there; is the server running, and is the port right?'

test('every result has the same reason, which blames no requirement', () => {
  const report = JSON.parse(read('results.json')) as Report
  expect([status, report.summary.reason]).toEqual([3, `${url} ${cause}`])
  const inEdition = new Set(report.requirements.flatMap(({ id, notInEdition }) => (notInEdition === true ? [] : [id])))
  const reasons = allResults(report).flatMap(({ id, reason }) => (inEdition.has(id) ? [reason] : []))
  expect(new Set(reasons)).toEqual(new Set(['not tested: the run ended before anything could be tested']))
})

test('the terminal report says that nothing was tested and ends with the cause', () => {
  const lines = io.out().trimEnd().split('\n')
  expect(lines.at(-1)).toBe(`? INCONCLUSIVE  ${url} ${cause}`)
  expect(lines.length).toBeLessThan(13)
  expect(io.out()).toContain(`Nothing was tested: no verdict on any of ${total} requirements.`)
})

test('the Markdown report has the cause as its heading and no tables', () => {
  const text = read('summary.md')
  expect(text.split('\n')[0]).toContain('nothing listens there')
  expect(text).not.toMatch(/^\|/m)
  expect(text).toContain('start `mgi run` again')
})

test('the HTML report shows the cause and folds the untested requirements', () => {
  const page = read('report.html')
  expect(page).toContain('nothing listens there')
  expect(page).toContain(`Nothing was tested: no verdict on any of ${total} requirements.`)
  expect(page).toContain(`<summary>${total} requirements of the specification, none of them tested</summary>`)
  expect(page).not.toMatch(/id="(compliance|fail|warn)"|href="#(compliance|fail|warn|inconclusive|observed)"/)
})

test('the evidence alone gives the same report', async () => {
  const again = capturedIo({ cwd: folder })
  expect(await runCli(['check', 'mgi-report/exchanges.ndjson'], again)).toBe(3)
  expect(again.out()).toContain('Nothing was tested')
  expect(again.out().trimEnd().split('\n').at(-1)).toContain(cause)
})
