import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, test } from 'vitest'
import { allResults } from '../../../../reports/result.ts'
import { expectGolden } from '../../../../tests/golden-file.ts'
import type { Report } from '../../../core/model/report.ts'
import { capturedIo } from '../../cli/captured-io.fixture.ts'
import { runCli } from '../../cli/run-cli.ts'

const fixtures = fileURLToPath(new URL('../../../../fixtures/har/', import.meta.url))
const golden = new URL('./golden/', import.meta.url)
const place = mkdtempSync(join(tmpdir(), 'har-golden-'))
afterAll(() => rmSync(place, { recursive: true }))

test.each(
  readdirSync(fixtures).filter((name) => name.endsWith('.har')),
)('the result of %s matches its golden file', async (name) => {
  const folder = mkdtempSync(join(place, 'of-'))
  const io = capturedIo({ cwd: folder })
  const status = await runCli(['check', join(fixtures, name), '--quiet', '--reporter', 'json=results.json'], io)
  const said = `${io.out()}${io.err()}`.replaceAll(fixtures, '')
  const reports = readdirSync(folder).map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Report)
  const told = reports.map(inWords).join('\n')
  expectGolden(new URL(name.replace('.har', '.txt'), golden), `[${status}]\n${said}${told.replaceAll(fixtures, '')}`)
})

function inWords(report: Report): string {
  const { summary, limits, exchanges } = report
  const judged = allResults(report).filter(({ verdict }) => verdict !== 'skipped')
  return [
    `${summary.verdict}: ${summary.reason}`,
    ...limits,
    ...judged.map(({ id, operation, verdict, reason }) => `${verdict} ${id} on ${operation}: ${reason}`),
    ...exchanges.map(({ id, purpose }) => `shown: ${id}, ${purpose}`),
    '',
  ].join('\n')
}
