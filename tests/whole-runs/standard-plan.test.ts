import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { catalogue } from '../../conformance/catalogue.ts'
import { freshPlanText } from '../../conformance/plan/committed.ts'

/** Making it takes seconds; `tests/generated.test.ts` compares that of smoke. */
test('fixtures/plans/standard.json is fresh (npm run generate)', () => {
  const committed = readFileSync(new URL('../../fixtures/plans/standard.json', import.meta.url), 'utf8')
  expect(committed === freshPlanText('standard', catalogue)).toBe(true)
})
