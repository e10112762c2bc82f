import { expect, test } from 'vitest'
import { held, openInWords } from '../../bundle/judge-again.ts'
import { takenOut } from '../../model/exchange.ts'
import type { Report, RequirementResult } from '../../model/report.ts'

type Verdict = RequirementResult['verdict']

function result(id: string, verdict: Verdict, message?: string, exchange = 'altered'): RequirementResult {
  const findings = message === undefined ? [] : [{ message, exchange }]
  const own = {
    operation: 'usage.token',
    verdict,
    reason: message ?? verdict,
    findings,
    findingsTotal: findings.length,
  }
  return { id, verdict, operations: [own] } as unknown as RequirementResult
}

function report(verdict: Report['summary']['verdict'], ...requirements: readonly RequirementResult[]): Report {
  return { seed: 1, summary: { verdict, reason: '' }, requirements, causes: [], exchanges: [] } as unknown as Report
}

const notCaptured = `not captured: response-body (${takenOut})`
const again = (found: Report, altered: readonly string[] = ['altered']) => ({
  report: found,
  altered: new Set(altered),
})

test.each<[string, Verdict, string | undefined]>([
  ['passed', 'pass', undefined],
  ['failed', 'fail', 'the type is wrong'],
])('what %s where labels stand for credentials is open, and nobody is accused', (_, verdict, message) => {
  const said = report(verdict === 'pass' ? 'conforming' : 'nonconforming', result('a.b', verdict, message))
  const found = report('inconclusive', result('a.b', 'inconclusive', notCaptured))
  expect(held(said, again(found))).toEqual({ open: ['a.b on usage.token'] })
  expect(openInWords(['a.b'])).toContain('1 result depends on responses that contained a credential')
})

test('a violation that the evidence shows follows in any case', () => {
  const said = report('conforming', result('a.b', 'pass'))
  const found = report('nonconforming', result('a.b', 'fail', notCaptured))
  expect(held(said, again(found)).wrong).toBe(
    'a.b on usage.token is "pass" in the results, and the evidence gives "fail"',
  )
})

test('what does not rest on credentials must follow, and so must what is said beside the requirements', () => {
  const open = result('a.b', 'inconclusive', notCaptured)
  const found = report('inconclusive', open, result('c.d', 'pass'))
  const invented = report('nonconforming', result('a.b', 'pass'), result('c.d', 'fail', 'made up', 'other'))
  expect(held(invented, again(found)).wrong).toContain('c.d on usage.token is "fail" in the results')
  const other = { ...report('conforming', result('a.b', 'pass'), result('c.d', 'pass')), seed: 2 }
  expect(held(other, again(found)).wrong).toBe('"seed" of the results does not follow from the evidence')
})

test('without any label in the evidence every difference is one', () => {
  const said = report('conforming', result('a.b', 'pass'))
  const found = report('inconclusive', result('a.b', 'inconclusive', notCaptured))
  expect(held(said, again(found, [])).wrong).toContain('a.b on usage.token is "pass"')
})

test('words quoted of a reply that held a credential may be cut off elsewhere', () => {
  const said = report('nonconforming', result('a.b', 'fail', 'it said: "no «key:va…"'))
  const found = report('nonconforming', result('a.b', 'fail', 'it said: "no «key:valid»"'))
  expect(held(said, again(found))).toEqual({ open: [] })
  expect(held(said, again(found, ['other'])).wrong).toContain('other findings')
})
