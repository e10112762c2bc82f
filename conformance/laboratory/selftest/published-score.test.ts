import { expect, test } from 'vitest'
import type { SelftestDocument } from './document.ts'
import { markedIn, publishedScore, scoreInMarkdown, withdrawnInMarkdown, withMarked } from './published-score.ts'

const whole = {
  formatVersion: 1,
  tool: { name: 'test', version: '0' },
  digests: { catalogue: 'sha256:a', faults: 'sha256:b' },
  profile: 'standard',
  seeds: [1, 2, 3],
  limits: [],
  verdict: 'exact',
  score: {
    faults: { tested: 5, exact: 4, unprovoked: [] },
    requirements: { total: 3, killed: 2, unkilled: ['usage.x'] },
    results: { total: 4, killed: 3, unkilled: ['usage.x@usage.token'] },
    variants: { tested: 2, unaccused: 2, unprovoked: [] },
  },
  planned: 0,
  cpuSeconds: 12,
  trials: [],
} as const satisfies SelftestDocument

const limited: SelftestDocument = {
  ...whole,
  on: 'each',
  seeds: [1],
  score: { ...whole.score, faults: { tested: 4, exact: 3, unprovoked: ['one'] } },
}

test('the README states faults, requirements, variants and faults limited to an operation', () => {
  expect(scoreInMarkdown(publishedScore([limited, whole]))).toBe(`## How well it tells right from wrong

\`npx mgi selftest\` runs the suite against every deliberate fault of its reference server, and against servers that
conform in unusual ways (profile standard, seeds 1 to 3):

- 4 of 5 faults are detected: exactly the requirements that they violate fail, on exactly their operations, and nothing stays undecided that these do not explain;
- 2 of 3 requirements are violated by such a fault (not \`usage.x\`), 3 of 4 counted on each of their operations;
- 3 of 4 faults limited to one of their operations fail on that operation, and nowhere else;
- 2 of 2 conforming variants have no failure.
`)
})

test('trigger results are published by class, without the missed faults', () => {
  const missed = { class: 'pair', words: 'x', effect: 'reject', id: 'trigger:1:1', seed: 1, met: 0, shown: 0 } as const
  const drawn: SelftestDocument = {
    ...whole,
    seeds: [1],
    triggers: {
      ...{ count: 4, tested: 4, triggered: 3, detected: 3 },
      classes: [{ class: 'pair', tested: 4, triggered: 3, detected: 3 }],
      ...{ missed: [missed], accused: [] },
    },
  }
  const score = publishedScore([whole, drawn])
  expect(Object.keys(score.triggers ?? {})).not.toContain('missed')
  expect(
    scoreInMarkdown(score),
  ).toContain(`- 3 of 4 faults that show only under a trigger drawn at random are detected (75.0 %)
  (\`mgi selftest --triggers\`, seed 1; 3 were triggered; by class: pair 3 of 4);
`)
})

test('the duration of a selftest does not change its score', () => {
  expect(publishedScore([{ ...whole, cpuSeconds: 99 }])).toEqual(publishedScore([whole]))
})

test('all other measurements are published', () => {
  const limited: SelftestDocument = {
    ...whole,
    on: 'each',
    score: { ...whole.score, faults: { tested: 7, exact: 7, unprovoked: [] } },
  }
  const together: SelftestDocument = {
    ...whole,
    seeds: [1],
    together: { size: 5, rounds: 60, shown: 290, detected: 288, covered: 10 },
  }
  const known: SelftestDocument = { ...whole, knownFailures: { tested: 20, passed: 19 } }
  const lines = scoreInMarkdown(publishedScore([whole, limited, together, known])).split('\n')
  expect(lines.slice(7, -2)).toEqual([
    '- 7 of 7 faults limited to one of their operations fail on that operation, and nowhere else;',
    '- 288 of 290 faults (99.3 %) are found in gateways that have 5 faults of one area at once',
    '  (60 gateways, seed 1; not counted: 10 that the others left no answer to show in);',
    '- 19 of 20 faulty gateways pass once what failed is listed as known failures, reasons filled in;',
  ])
})

test.each<[string, readonly SelftestDocument[], string]>([
  ['a partial selftest', [{ ...whole, limits: ['only the areas images'] }], 'only the areas images'],
  ['an interrupted selftest', [{ ...whole, planned: 7 }], 'only 0 of 7 trials'],
  ['limited faults alone', [limited], 'one selftest must be of single faults'],
  ['the same selftest twice', [whole, whole], 'two selftests measured the same (single)'],
  [
    'two catalogues',
    [whole, { ...limited, digests: { catalogue: 'sha256:c', faults: 'sha256:b' } }],
    'of different catalogues',
  ],
])('a score is rejected for %s', (_, documents, message) => {
  expect(() => publishedScore(documents)).toThrow(message)
})

test('earlier measurements are kept unless they are of another catalogue', () => {
  const before = publishedScore([whole, limited])
  expect(publishedScore([whole], before)).toEqual(before)
  const other = { catalogue: 'sha256:c', faults: 'sha256:b' }
  expect(publishedScore([whole], { ...before, digests: other })).toEqual(publishedScore([whole]))
})

test('only the text between the marks is replaced', () => {
  const text =
    'before\n<!-- selftest-score: written by npm run selftest:score -->\nold\n<!-- /selftest-score -->\nafter\n'
  expect(markedIn(withMarked(text, 'new\n'))).toBe('new\n')
  expect(withMarked(withMarked(text, 'new\n'), 'old\n')).toBe(text)
  expect(() => markedIn('no marks')).toThrow('are missing')
  expect(markedIn(withMarked(text, withdrawnInMarkdown))).toBe(withdrawnInMarkdown)
})
