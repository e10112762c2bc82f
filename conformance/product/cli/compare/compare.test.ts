import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { examples } from '../../../../reports/examples.fixture.ts'
import { renderers } from '../../../../reports/index.ts'
import { capturedIo } from '../captured-io.fixture.ts'
import { runCli } from '../run-cli.ts'

const folder = mkdtempSync(join(tmpdir(), 'mgi-compare-'))
for (const name of ['conforming', 'nonconforming'] as const) {
  mkdirSync(join(folder, name))
  writeFileSync(join(folder, name, 'results.json'), renderers.json(examples[name]()))
}
writeFileSync(join(folder, 'nonconforming', 'report.html'), '')
afterAll(() => rmSync(folder, { recursive: true }))

test('the operations of each implementation and the number of differences are printed', async () => {
  const io = capturedIo({ cwd: folder })
  expect(await runCli(['compare', 'conforming', 'nonconforming'], io)).toBe(0)
  expect(io.out()).toMatch(/^A {3}✓ conforming: conforming/m)
  expect(io.out()).toMatch(/^messages\.create +✓ \d+ of \d+ passed +✗ \d+ of \d+ failed$/m)
  expect(io.out()).toMatch(/results? different among those tested on the operation/)
})

test('the HTML page links reports next to the results, and the overview is printed as well', async () => {
  mkdirSync(join(folder, 'public'))
  const io = capturedIo({ cwd: folder })
  await runCli(['compare', 'conforming', 'nonconforming', '--reporter', 'html=public/matrix.html'], io)
  const page = readFileSync(join(folder, 'public', 'matrix.html'), 'utf8')
  expect(page).toContain('<a href="../nonconforming/report.html">nonconforming</a>')
  expect(page).not.toContain('../conforming/report.html')
  expect(io.out()).toMatch(/^2 implementations side by side$/m)
})
