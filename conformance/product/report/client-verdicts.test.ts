import { expect, test } from 'vitest'
import { clientVerdictText } from '../../../reports/clients.ts'
import type { ClientEffect, Effect } from '../../core/model/client-effect.ts'
import type { Cause, Report } from '../../core/model/report.ts'
import type { ClientTable } from '../../specification/traceability/client-impact.ts'
import { withClientVerdicts } from './client-verdicts.ts'
import { exitCode, gatedExitCode } from './exit-code.ts'

const table: ClientTable = {
  clients: [
    { name: 'a', packages: ['a 1.0.0'], operations: ['messages.create'] },
    { name: 'b', packages: ['b 2.0.0'], operations: ['images.edit'] },
  ],
  faults: [],
}

/** Returns a cause with one failed result and an effect on the client `a`. */
function cause(effect: Effect): Cause {
  const clients: readonly ClientEffect[] = [{ client: 'a', packages: ['a 1.0.0'], effect }]
  const requirements = [{ requirement: effect, operation: 'messages.create' as const }]
  return { id: effect, title: effect, requirements, blocks: [], clients }
}

function judged(effects: readonly Effect[], known: readonly Effect[] = [], names = ['a', 'b']): Report {
  const requirements = effects.map((id) => {
    return { id, operations: [{ operation: 'messages.create', ...(known.includes(id) ? { known: 'k' } : {}) }] }
  })
  const counts = { pass: 1, fail: effects.length, warn: 0 }
  const operations = [
    { operation: 'messages.create', counts },
    { operation: 'images.edit', counts: { pass: 0, fail: 0, warn: 0 } },
  ]
  const summary = { verdict: effects.length === 0 ? 'conforming' : 'nonconforming' }
  const report = { causes: effects.map(cause), requirements, operations, summary, limits: [] } as unknown as Report
  return withClientVerdicts(report, names, table)
}

test.each<[string, readonly Effect[], string]>([
  ['a broken client with the numbers of the causes', ['wrong', 'breaks', 'may-break'], 'breaks: a 1.0.0 (cause 2, 3)'],
  ['a client that gets wrong values', ['may-be-wrong'], 'silently wrong: a 1.0.0 (cause 1)'],
  ['a client without known failures', [], 'no failure of this run is known to break: a 1.0.0'],
  ['a client whose operations were not tested', [], 'not tested by this run: b 2.0.0'],
])('the client text names %s', (_, effects, words) => {
  expect(clientVerdictText(judged(effects))).toContain(words)
})

test.each<[readonly Effect[], number]>([
  [['breaks'], exitCode.nonconforming],
  [['may-break'], exitCode.nonconforming],
  [['wrong', 'may-be-wrong'], exitCode.conforming],
])('--gate-on clients with causes that are %s ends with %i', (effects, status) => {
  expect(gatedExitCode(judged(effects, [], ['a']), 'clients')).toBe(status)
  expect(gatedExitCode(judged(effects), 'verdict')).toBe(exitCode.nonconforming)
})

test('an excused cause does not count', () => {
  expect(judged(['breaks'], ['breaks']).clients?.[0]?.causes).toEqual([])
  expect(gatedExitCode(judged(['breaks'], ['breaks'], ['a']), 'clients')).toBe(exitCode.conforming)
})

test('an inconclusive run stays inconclusive', () => {
  const report = { ...judged([]), summary: { verdict: 'inconclusive' } } as Report
  expect(gatedExitCode(report, 'clients')).toBe(exitCode.inconclusive)
})

test('--gate-on clients is inconclusive if a client was not tested, or the run was broken off, unless one breaks', () => {
  const whole = judged(['wrong'], [], ['a'])
  const cut: Report = { ...whole, limits: ['9 planned cases were not sent'], limitKinds: ['cut'] }
  expect(gatedExitCode(judged(['wrong']), 'clients')).toBe(exitCode.inconclusive)
  expect(gatedExitCode(cut, 'clients')).toBe(exitCode.inconclusive)
  expect(gatedExitCode(whole, 'clients', true)).toBe(exitCode.inconclusive)
  expect(gatedExitCode(whole, 'verdict', true)).toBe(exitCode.nonconforming)
  expect(gatedExitCode(judged(['breaks']), 'clients', true)).toBe(exitCode.nonconforming)
})
