import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { UpstreamEvidence } from '../../core/model/upstream.ts'
import { readUpstreamLines, upstreamLines } from './evidence.ts'
import { judgeUpstream } from './judge-upstream.ts'

const header: UpstreamEvidence['header'] = {
  formatVersion: 1,
  tool: { name: 'model-gateway-conformance', version: '0.1.0' },
  adds: [],
  startedAt: '2026-11-21T10:00:00.000Z',
  url: 'http://127.0.0.1:9100',
  isSharedKey: false,
  operations: ['messages.create'],
}
const first = JSON.stringify({ kind: 'upstream', ...header })

test('any lines are either evidence or a sentence that names the line', () => {
  const line = fc.oneof(
    fc.string(),
    fc.json(),
    fc
      .record({ kind: fc.constantFrom('upstream', 'trial', 'sent', 'received', 'footer'), exchange: fc.json() })
      .map((one) => JSON.stringify(one)),
  )
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      const read = readUpstreamLines([first, ...lines])
      if (typeof read === 'string') expect(read).toMatch(/^line \d+/)
      else expect(judgeUpstream(read).verdict).toBe('inconclusive')
    }),
  )
})

test('evidence without requests is inconclusive', () => {
  const evidence = { header, trials: [], sent: new Map(), received: [], footer: undefined }
  const read = readUpstreamLines(upstreamLines(evidence))
  expect(typeof read === 'string' ? read : judgeUpstream(read)).toEqual({
    verdict: 'inconclusive',
    reason: 'no request was sent',
    sent: 0,
    arrived: 0,
    results: [],
  })
})

test('lines without a header are no evidence', () => {
  expect(readUpstreamLines([])).toBe('it has no header')
})
