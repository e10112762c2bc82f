import { expect, test } from 'vitest'
import { startConverting } from '../../conformance/laboratory/selftest/upstream/converting.ts'
import { startPassThrough } from '../../conformance/laboratory/selftest/upstream/pass-through.ts'
import { resultsWith, tryGateway } from '../../conformance/laboratory/selftest/upstream/try-gateway.ts'

test('a gateway that passes everything on is faithful, and its evidence is judged the same', async () => {
  const { report, again } = await tryGateway(startPassThrough, ['images', 'content-generation', 'messages'])
  expect([resultsWith(report, 'fail'), resultsWith(report, 'inconclusive')]).toEqual([[], []])
  expect(report.upstream).toMatchObject({ verdict: 'faithful' })
  expect(again.upstream).toEqual(report.upstream)
})

test('a gateway that converts is faithful, and what the other format cannot carry is observed', async () => {
  const { report } = await tryGateway(startConverting, ['content-generation', 'messages'])
  expect([resultsWith(report, 'fail'), resultsWith(report, 'inconclusive')]).toEqual([[], []])
  expect(report.upstream?.verdict).toBe('faithful')
  expect(resultsWith(report, 'observed')).toContain('upstream.parts-without-member@messages.create')
})
