import { expect, test } from 'vitest'
import { type PublishedScore, scoreInMarkdown } from './published-score.ts'
import { currentScoreBasis, type ScoreBasis, stalenessOf } from './stale-score.ts'

const now: ScoreBasis = {
  digests: { catalogue: 'sha256:a', faults: 'sha256:b' },
  faults: 5,
  variants: 2,
  requirements: 3,
}
const score: PublishedScore = {
  formatVersion: 1,
  digests: now.digests,
  profile: 'standard',
  seeds: [1],
  faults: { tested: 5, exact: 4 },
  requirements: { total: 3, killed: 3, unkilled: [] },
  results: { total: 4, killed: 4 },
  variants: { tested: 2, unaccused: 2 },
}
const readmeOf = (of: PublishedScore) =>
  `<!-- selftest-score: written by npm run selftest:score -->\n${scoreInMarkdown(of)}<!-- /selftest-score -->\n`

test('a score is not stale if the README states it and the catalogue is the same', () => {
  expect(stalenessOf(score, readmeOf(score), now)).toEqual([])
})

test.each<[string, PublishedScore, string]>([
  [
    'another catalogue',
    { ...score, digests: { ...now.digests, catalogue: 'sha256:c' } },
    'the requirements have changed',
  ],
  ['other faults', { ...score, digests: { ...now.digests, faults: 'sha256:c' } }, 'the faults have changed'],
  ['fewer faults', { ...score, faults: { tested: 4, exact: 4 } }, 'the score is of 4 faults, and there are 5'],
  ['more variants', { ...score, variants: { tested: 3, unaccused: 2 } }, 'the score is of 3 variants, and there are 2'],
])('a score with %s is stale', (_, stale, reason) => {
  expect(stalenessOf(stale, readmeOf(stale), now)).toEqual([expect.stringContaining(reason)])
})

test('a README with another score is stale', () => {
  const another = { ...score, faults: { tested: 5, exact: 5 } }
  expect(stalenessOf(score, readmeOf(another), now)).toEqual(['README.md states another score than the one measured'])
})

test('the current catalogue and faults are counted and have digests', () => {
  const { digests, faults } = currentScoreBasis()
  expect(Object.values(digests)).toEqual([expect.stringMatching(/^sha256:/), expect.stringMatching(/^sha256:/)])
  expect(faults).toBeGreaterThan(800)
})
