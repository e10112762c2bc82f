import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { catalogue } from '../conformance/catalogue.ts'
import { markedIn, type PublishedScore, scoreInMarkdown } from '../conformance/cli/selftest/published-score.ts'
import { catalogueDigest } from '../conformance/judge/index.ts'
import { faultsDigest } from '../conformance/selftest/faults-digest.ts'
import { faults } from '../reference-server/index.ts'
import { variants } from '../reference-server/variants/index.ts'

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
const score = JSON.parse(read('docs/selftest-score.json')) as PublishedScore

test('the score was measured with these requirements, faults and variants (npm run selftest:score)', () => {
  const { digests, faults: caught, variants: legal, requirements } = score
  expect([caught.tested, legal.tested, requirements.total]).toEqual([
    faults.size,
    variants.length,
    catalogue.requirements.length,
  ])
  expect(digests).toEqual({
    catalogue: catalogueDigest(catalogue.requirements),
    faults: faultsDigest([...faults.values()]),
  })
})

test('README.md states the score that was measured (npm run selftest:score)', () => {
  expect(markedIn(read('README.md'))).toBe(scoreInMarkdown(score))
})
