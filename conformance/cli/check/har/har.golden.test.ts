import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, test } from 'vitest'
import { expectGolden } from '../../../../tests/golden-file.ts'
import type { Report } from '../../../model/report.ts'
import { capturedIo } from '../../captured-io.golden.ts'
import { runCli } from '../../run-cli.ts'

const fixtures = fileURLToPath(new URL('../../../../fixtures/har/', import.meta.url))
const golden = new URL('./golden/', import.meta.url)
const folder = mkdtempSync(join(tmpdir(), 'har-golden-'))
afterAll(() => rmSync(folder, { recursive: true }))

test.each(readdirSync(fixtures).filter((name) => name.endsWith('.har')))('what comes of %s', async (name) => {
  const io = capturedIo({ cwd: folder })
  const status = await runCli(['check', join(fixtures, name), '--quiet', '--reporter', 'json=results.json'], io)
  const said = `${io.out()}${io.err()}`.replaceAll(fixtures, '')
  const told = status === 2 ? '' : inWords(JSON.parse(readFileSync(join(folder, 'results.json'), 'utf8')) as Report)
  expectGolden(new URL(name.replace('.har', '.txt'), golden), `[${status}]\n${said}${told.replaceAll(fixtures, '')}`)
})

function inWords({ summary, limits, requirements, exchanges }: Report): string {
  const judged = requirements.filter(({ verdict }) => verdict !== 'skipped')
  return [
    `${summary.verdict}: ${summary.reason}`,
    ...limits,
    ...judged.map(({ id, verdict, reason }) => `${verdict} ${id}: ${reason}`),
    ...exchanges.map(({ id, purpose }) => `shown: ${id}, ${purpose}`),
    '',
  ].join('\n')
}
