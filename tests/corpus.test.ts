import { expect, test } from 'vitest'
import { catalogue } from '../conformance/catalogue.ts'
import { startJudge } from '../conformance/judge/index.ts'
import type { Requirement } from '../conformance/model/requirement.ts'
import { type CorpusLine, readCorpus } from './corpus.ts'

const lines = readCorpus()
const byId = new Map(catalogue.requirements.map((requirement) => [requirement.id, requirement]))

test.each(
  lines.map((line) => [`${line.requirement}: ${line.description} → ${line.verdict}`, line] as const),
)('%s', (_, line) => {
  expect(verdictOf(line)).toBe(line.verdict)
})

function verdictOf({ requirement, exchanges }: CorpusLine): string {
  const subject = byId.get(requirement)
  if (subject === undefined) throw new Error(`the catalogue has no requirement ${requirement}`)
  const judge = startJudge({ ...catalogue, requirements: [subject, ...acceptancesBeside(subject)] })
  for (const exchange of exchanges) judge.see(exchange)
  const verdict = judge.conclude()[0]?.verdict ?? 'untested'
  return verdict === 'untested' ? 'inapplicable' : verdict
}

/** An acceptance is judged with the others at hand: which of them depend on which is part of the sentence. */
function acceptancesBeside(subject: Requirement): readonly Requirement[] {
  return subject.kind === 'acceptance'
    ? catalogue.requirements.filter(({ kind, id }) => kind === 'acceptance' && id !== subject.id)
    : []
}

test('every requirement has a line that passes, one that fails and one that does not apply', () => {
  const verdicts = new Set(lines.map(({ requirement, verdict }) => `${requirement} ${verdict}`))
  const wanted = catalogue.requirements.flatMap(({ id, level }) =>
    (level === 'unspecified' ? ['fail', 'inapplicable'] : ['pass', 'fail', 'inapplicable']).map(
      (verdict) => `${id} ${verdict}`,
    ),
  )
  expect(wanted.filter((one) => !verdicts.has(one))).toEqual([])
})
