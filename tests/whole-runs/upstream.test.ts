import { expect, test } from 'vitest'
import { upstreamIds } from '../../conformance/core/model/upstream.ts'
import { faithfulVariants, faultyGateways } from '../../conformance/laboratory/selftest/upstream/gateways.ts'
import { resultsWith } from '../../conformance/laboratory/selftest/upstream/try-gateway.ts'

test.concurrent.each(faultyGateways)('a gateway that $name fails exactly that', async ({
  breaks,
  areas,
  try: tryIt,
}) => {
  const { section } = await tryIt(areas)
  expect(resultsWith(section, 'fail').toSorted()).toEqual([...breaks].sort())
  expect(section.verdict).toBe('unfaithful')
})

test.concurrent.each(faithfulVariants)('a gateway that $name is faithful', async ({ areas, try: tryIt }) => {
  const { section } = await tryIt(areas)
  expect(section.results.filter(({ outcome }) => outcome !== 'pass')).toEqual([])
  expect(section.verdict).toBe('faithful')
})

test('every id has a gateway that fails it', () => {
  const broken = new Set(faultyGateways.flatMap(({ breaks }) => breaks.map((one) => one.split('@')[0])))
  expect(upstreamIds.filter((id) => !broken.has(id))).toEqual([])
})
