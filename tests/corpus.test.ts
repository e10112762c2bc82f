import { expect, test } from 'vitest'
import type { Requirement } from '../conformance/core/model/requirement.ts'
import { verdicts } from '../conformance/core/model/vocabulary.ts'
import { startJudge } from '../conformance/engine/judge/index.ts'
import { catalogue } from '../conformance/specification/catalogue.ts'
import { type CorpusLine, readCorpus } from './corpus.ts'

const lines = readCorpus()
const byId = new Map(catalogue.requirements.map((requirement) => [requirement.id, requirement]))

test.each([...new Set(lines.map(({ file }) => file))])('%s: every line has its verdict', (file) => {
  const wrong = lines.flatMap((line) => {
    const verdict = line.file === file ? verdictOf(line) : line.verdict
    return verdict === line.verdict
      ? []
      : [`${line.requirement}: ${line.description} → ${line.verdict}, judged ${verdict}`]
  })
  expect(wrong).toEqual([])
})

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
