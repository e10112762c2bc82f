import { expect, test } from 'vitest'
import { defectsNamed } from '../conformance/engine/judge/summary/causes/kinds.ts'
import { knownDefects } from '../conformance/specification/traceability/known-defects.ts'

test('every known defect that a cause names is in the list', () => {
  const numbers = new Set(knownDefects().map(({ number }) => number))
  expect(defectsNamed.filter((number) => !numbers.has(number))).toEqual([])
})
