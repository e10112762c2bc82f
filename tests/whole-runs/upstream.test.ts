import { expect, test } from 'vitest'
import { startConverting } from '../../conformance/laboratory/selftest/upstream/converting.ts'
import { faithfulVariants, faultyGateways } from '../../conformance/laboratory/selftest/upstream/gateways.ts'
import { startEnding } from '../../conformance/laboratory/selftest/upstream/pass-through.ts'
import { resultsWith, tryGateway } from '../../conformance/laboratory/selftest/upstream/try-gateway.ts'
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

test('a gateway that loses the places of clients that left ends the experiment, and that is said', async () => {
  const gateway = faultyGateways.find(({ id }) => id === 'upstream-loses-places')!
  const { report } = await gateway.try(gateway.areas)
  const limit = 'the gateway served nothing any more after content.stream/client-goes-away-4'
  expect(report.upstream?.limits).toContain(limit)
  expect(report.upstream?.reason).toContain(limit)
})

test.concurrent.each([
  20, 60, 110, 150,
])('a gateway that ends after %i requests is blamed for nothing', async (after) => {
  const { report } = await tryGateway(startEnding(after), ['content-generation', 'messages'])
  expect(resultsWith(report, 'fail')).toEqual([])
  expect(report.upstream).toMatchObject({
    verdict: 'inconclusive',
    reason: expect.stringMatching(/^the gateway no longer accepted connections since \w+\.\w+\/[\w-]+$/),
  })
  expect(report.upstream?.limits).toContain(report.upstream?.reason)
})

const obeyed = [
  'content.candidate-count',
  'content.json-mode-parses',
  'content.json-mode-fits-schema',
  'messages.tool-choice-any-single-obeyed',
  'messages.tool-choice-auto-single-obeyed',
  'messages.tool-choice-tool-single-obeyed',
]

test('a gateway that converts to chat completions passes what depends on the members of that format', async () => {
  const areas = ['content-generation', 'messages'] as const
  const { report } = await tryGateway(startConverting, areas, { requirements: obeyed })
  const results = report.requirements.filter(({ id }) => obeyed.includes(id)).flatMap(({ operations }) => operations)
  expect(new Set(results.map(({ verdict }) => verdict))).toEqual(new Set(['pass']))
  expect(report.summary.verdict).toBe('conforming')
})

test('every requirement behind the gateway has a gateway that fails it, unless it is only observed', () => {
  const broken = new Set(faultyGateways.flatMap(({ breaks }) => breaks.map((one) => one.split('@')[0])))
  const binding = behindRequirements.filter(({ level }) => level !== 'unspecified')
  expect(binding.map(({ id }) => id).filter((id) => !broken.has(id))).toEqual([])
})
