import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { expectGolden } from '../../../tests/golden-file.ts'
import { capturedIo } from '../../product/cli/captured-io.fixture.ts'
import { runCli } from '../../product/cli/run-cli.ts'
import { catalogueOf } from '../../specification/catalogue.ts'
import type { SelftestDocument } from '../selftest/document.ts'

const folder = mkdtempSync(join(tmpdir(), 'selftest-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function selftest(line: string, signal?: AbortSignal) {
  const io = capturedIo({ cwd: folder, signal })
  const status = await runCli(['selftest', ...line.split(' ')], io)
  const document = JSON.parse(readFileSync(join(folder, 'mgi-selftest/selftest.json'), 'utf8')) as SelftestDocument
  return { status, out: io.out(), err: io.err(), document }
}

const lines = [
  '--fault usage-201 --fault usage-expires-* --seeds 2',
  '--area token-usage --variant usage-* --variant busy',
  '--triggers 30 --fault trigger:1:24 --profile smoke',
  '--fault overlook:messages.document-source-type-rejected --profile smoke',
]

test('the score is printed, and inexact trials with their replay command', async () => {
  const transcripts: string[] = []
  for (const line of lines) {
    const { out, status, document } = await selftest(line)
    transcripts.push(`$ mgi selftest ${line}\n${out}[${status}]\n\n`)
    expect(out).toContain(`\n${document.verdict}\n`)
  }
  expectGolden(new URL('./golden/selftest.txt', import.meta.url), transcripts.join(''))
})

test('faults under triggers are counted by class, with the exchanges that triggered them', async () => {
  const { document } = await selftest('--triggers 3 --profile smoke')
  const { tested, classes, missed, accused } = document.triggers!
  expect([tested, classes.map((one) => one.class), accused]).toEqual([3, ['count', 'depth', 'position'], []])
  expect(document.trials.map(({ id }) => id).sort()).toEqual(['trigger:1:1', 'trigger:1:2', 'trigger:1:3'])
  for (const { shown = 0, isDetected, trigger } of document.trials) {
    expect(trigger?.words).toMatch(/^[a-z]+\.[a-z]+: /)
    expect(isDetected).toBe(missed.every(({ words }) => words !== trigger?.words))
    if (isDetected) expect(shown).toBeGreaterThan(0)
  }
})

test('selftest.json lists every trial in order', async () => {
  const { status, document, err } = await selftest('--area token-usage --fault usage-html --fault usage-201 --seeds 2')
  expect(status).toBe(0)
  expect(err).toMatch(/^4 trials, \d+ at a time\n/)
  expect(err).toMatch(/\nwrote selftest\.json to mgi-selftest\n$/)
  expect(document).toMatchObject({ verdict: 'exact', seeds: [1, 2], planned: 4, profile: 'standard' })
  expect(document.limits).toEqual(['only the areas token-usage', 'only the faults usage-html, usage-201'])
  expect(document.trials.map(({ id, seed }) => `${id} ${seed}`)).toEqual([
    'usage-html 1',
    'usage-201 1',
    'usage-html 2',
    'usage-201 2',
  ])
  expect(document.score.requirements).toMatchObject({
    total: catalogueOf(['token-usage']).requirements.length,
    killed: 2,
  })
})

test('an interrupted selftest ends with 130 and writes the trials so far', async () => {
  const interruption = new AbortController()
  interruption.abort()
  const { status, document, out } = await selftest('--fault usage-201', interruption.signal)
  expect(status).toBe(130)
  expect(document).toMatchObject({ verdict: 'inconclusive', planned: 1, trials: [] })
  expect(out).toContain('interrupted: 0 of 1 trials were run\n')
})

test('quiet prints nothing, and a missing output folder is created', async () => {
  const io = capturedIo({ cwd: folder })
  expect(await runCli(['selftest', '--fault', 'usage-201', '--quiet', '--out', 'a/b'], io)).toBe(0)
  expect({ out: io.out(), err: io.err() }).toEqual({ out: '', err: '' })
  expect(existsSync(join(folder, 'a/b/selftest.json'))).toBe(true)
})
