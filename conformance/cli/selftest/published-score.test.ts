import { expect, test } from 'vitest'
import type { SelftestDocument } from './document.ts'
import { markedIn, publishedScore, scoreInMarkdown, withMarked } from './published-score.ts'

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
    variants: { tested: 2, unaccused: 2, unprovoked: [] },
  },
  planned: 0,
  cpuSeconds: 12,
  trials: [],
} as const satisfies SelftestDocument

const sometimes: SelftestDocument = {
  ...whole,
  every: 5,
  seeds: [1],
  score: { ...whole.score, faults: { tested: 4, exact: 3, unprovoked: ['one'] } },
}

test('the README tells of faults, requirements and variants, and of faults that show now and then', () => {
  expect(scoreInMarkdown(publishedScore(whole, sometimes))).toBe(`## How well it tells right from wrong

\`npx mgi selftest\` runs the suite against every deliberate fault of its reference server, and against servers that keep
the document in unusual ways (profile standard, seeds 1 to 3):

- 4 of 5 faults are caught, each by exactly the requirements that it breaks;
- 2 of 3 requirements are broken by such a fault (not \`usage.x\`);
- 3 of 4 faults that show in one of 5 requests they can break are found in at least 9 of 10 runs
  (seed 1; not counted: 1 with fewer than 5 such requests);
- 2 of 2 conforming servers are not accused of anything.
`)
})

test('two selftests with the same result have the same score, however long they took', () => {
  expect(publishedScore({ ...whole, cpuSeconds: 99 })).toEqual(publishedScore(whole))
})

test.each([
  ['a part', { ...whole, limits: ['only the areas images'] }, undefined, 'only the areas images'],
  ['an interrupted one', { ...whole, planned: 7 }, undefined, 'only 0 of 7 trials'],
  ['one now and then in the place of the first', sometimes, undefined, 'faults always show'],
  ['one that always shows in the place of the second', whole, whole, '--every'],
])('%s is no score', (_, always, second, message) => {
  expect(() => publishedScore(always, second)).toThrow(message)
})

test('what stands between the marks is replaced, and nothing else', () => {
  const text =
    'before\n<!-- selftest-score: written by npm run selftest:score -->\nold\n<!-- /selftest-score -->\nafter\n'
  expect(markedIn(withMarked(text, 'new\n'))).toBe('new\n')
  expect(withMarked(withMarked(text, 'new\n'), 'old\n')).toBe(text)
  expect(() => markedIn('no marks')).toThrow('are missing')
})
