import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import type { Requirement } from '../conformance/core/model/requirement.ts'
import { verdicts } from '../conformance/core/model/vocabulary.ts'
import { startJudge } from '../conformance/engine/judge/index.ts'
import { catalogue } from '../conformance/specification/catalogue.ts'
import { type CorpusLine, readCorpus } from './corpus.ts'

const corpus = new URL('../fixtures/corpus/', import.meta.url)
const lines = readCorpus()
const byId = new Map(catalogue.requirements.map((requirement) => [requirement.id, requirement]))

test.each([...new Set(lines.map(({ file }) => file))])('%s: every line has its verdict', (file) => {
  expect(wrongAmong(lines.filter((line) => line.file === file))).toEqual([])
})

test('the example of the README is a file of the corpus, and every line of it has its verdict', () => {
  const folder = mkdtempSync(join(tmpdir(), 'corpus-'))
  const example = /```json\n(.*?)```/s.exec(readFileSync(new URL('README.md', corpus), 'utf8'))?.[1] ?? ''
  mkdirSync(join(folder, 'messages'))
  copyFileSync(new URL('messages/bases.json', corpus), join(folder, 'messages', 'bases.json'))
  writeFileSync(join(folder, 'messages', 'example.json'), example)
  const read = readCorpus(pathToFileURL(`${folder}/`))
  rmSync(folder, { recursive: true })
  expect(read.map(({ verdict }) => verdict)).toEqual(['pass', 'fail', 'inapplicable'])
  expect(wrongAmong(read)).toEqual([])
})

/** Returns the lines whose verdict is not the judge's, in words. */
function wrongAmong(some: readonly CorpusLine[]): readonly string[] {
  return some.flatMap((line) => {
    const verdict = verdictOf(line)
    return verdict === line.verdict
      ? []
      : [`${line.requirement}: ${line.description} → ${line.verdict}, judged ${verdict}`]
  })
}

/** Returns the worst verdict of the operations that a line names, or of all operations. */
function verdictOf({ requirement, operation, exchanges }: CorpusLine): string {
  const subject = byId.get(requirement)
  if (subject === undefined) throw new Error(`the catalogue has no requirement ${requirement}`)
  const judge = startJudge({ ...catalogue, requirements: [subject, ...acceptancesBeside(subject)] })
  for (const exchange of exchanges) judge.see(exchange)
  const found = judge
    .conclude()
    .filter((ruling) => ruling.requirement === subject && (operation ?? ruling.operation) === ruling.operation)
    .map(({ verdict }) => verdicts.indexOf(verdict))
  const verdict = verdicts[Math.max(0, ...found)]
  return verdict === 'untested' ? 'inapplicable' : String(verdict)
}

/**
 * Returns the other acceptance requirements, which an acceptance requirement is judged with because they may depend on
 * each other.
 */
function acceptancesBeside(subject: Requirement): readonly Requirement[] {
  return subject.kind === 'acceptance'
    ? catalogue.requirements.filter(({ kind, id }) => kind === 'acceptance' && id !== subject.id)
    : []
}

const addLines =
  'add lines by hand, one for each verdict, to a new or existing file in fixtures/corpus/<area>/ (fixtures/corpus/README.md)'

test('every requirement has a line that passes, one that fails and one that does not apply', () => {
  const found = new Set(lines.map(({ requirement, verdict }) => `${requirement} ${verdict}`))
  const missing = catalogue.requirements.flatMap(({ id, level }) => {
    const wanted = level === 'unspecified' ? ['fail', 'inapplicable'] : ['pass', 'fail', 'inapplicable']
    const lacking = wanted.filter((verdict) => !found.has(`${id} ${verdict}`))
    return lacking.length === 0 ? [] : [`${id}: ${lacking.join(', ')}`]
  })
  expect(missing, addLines).toEqual([])
})
