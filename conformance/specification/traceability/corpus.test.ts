import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { tallyCorpus, writtenCorpus } from './corpus.ts'

const folder = mkdtempSync(join(tmpdir(), 'corpus-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('lines are counted by requirement and verdict, without the bases', () => {
  const lines = (...verdicts: string[]) =>
    JSON.stringify(verdicts.map((verdict) => ({ requirement: 'usage.a', verdict, exchanges: [] })))
  mkdirSync(join(folder, 'token-usage'))
  writeFileSync(join(folder, 'token-usage', 'bases.json'), '{"plain":{}}')
  writeFileSync(join(folder, 'token-usage', 'one.json'), lines('pass', 'fail'))
  writeFileSync(join(folder, 'token-usage', 'two.json'), lines('fail', 'inapplicable'))
  const tally = { pass: 1, fail: 2, inapplicable: 1, inconclusive: 0 }
  expect([...tallyCorpus(writtenCorpus(pathToFileURL(`${folder}/`)))]).toEqual([['usage.a', tally]])
})
