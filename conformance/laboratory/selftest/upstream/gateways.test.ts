import { expect, test } from 'vitest'
import { readUpstreamLines } from '../../../product/upstream/evidence.ts'
import { judgeUpstream } from '../../../product/upstream/judge-upstream.ts'
import { startConverting } from './converting.ts'
import { startPassThrough } from './pass-through.ts'
import { resultsWith, tryGateway } from './try-gateway.ts'

test('a gateway that passes everything on is faithful, and its evidence is judged the same', async () => {
  const { section, lines } = await tryGateway(startPassThrough, ['images', 'content-generation', 'messages'])
  expect(section.results.filter(({ outcome }) => outcome !== 'pass')).toEqual([])
  expect(section.verdict).toBe('faithful')
  const again = readUpstreamLines(lines)
  expect(typeof again === 'string' ? again : judgeUpstream(again)).toEqual(section)
})

test('a gateway that converts is faithful, and what the other format cannot carry is observed', async () => {
  const { section } = await tryGateway(startConverting, ['messages'])
  expect(section.results.filter(({ outcome }) => outcome === 'fail' || outcome === 'inconclusive')).toEqual([])
  expect(section.verdict).toBe('faithful')
  expect(resultsWith(section, 'observed')).toEqual([
    'upstream.request-complete@messages.create',
    'upstream.request-complete@messages.stream',
  ])
})
