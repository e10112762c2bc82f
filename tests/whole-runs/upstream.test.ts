import { expect, test } from 'vitest'
import { faithfulVariants, faultyGateways } from '../../conformance/laboratory/selftest/upstream/gateways.ts'
import { resultsWith } from '../../conformance/laboratory/selftest/upstream/try-gateway.ts'
import { behindRequirements } from '../../conformance/specification/behind/index.ts'

test.concurrent.each(faultyGateways)('a gateway that $name fails exactly that', async ({
  breaks,
  areas,
  try: tryIt,
}) => {
  const { report } = await tryIt(areas)
  expect(resultsWith(report, 'fail').toSorted()).toEqual([...breaks].sort())
  expect(report.upstream?.verdict).toBe('unfaithful')
})

test.concurrent.each(faithfulVariants)('a gateway that $name is faithful', async ({ areas, try: tryIt }) => {
  const { report } = await tryIt(areas)
  expect([resultsWith(report, 'fail'), resultsWith(report, 'inconclusive')]).toEqual([[], []])
  expect(report.upstream).toMatchObject({ verdict: 'faithful' })
})

test('every requirement behind the gateway has a gateway that fails it, unless it is only observed', () => {
  const broken = new Set(faultyGateways.flatMap(({ breaks }) => breaks.map((one) => one.split('@')[0])))
  const binding = behindRequirements.filter(({ level }) => level !== 'unspecified')
  expect(binding.map(({ id }) => id).filter((id) => !broken.has(id))).toEqual([])
})
