import { expect, test } from 'vitest'
import { bodyWithheld, credentialReplaced } from '../../../core/model/exchange.ts'
import type { Report, RequirementResult } from '../../../core/model/report.ts'
import type { Endpoint } from '../../../core/model/vocabulary.ts'
import { catalogue } from '../../../specification/catalogue.ts'
import { compareWithEvidence, openInWords } from '../../bundle/judge-again.ts'

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

const notCaptured = `not captured: response body (${credentialReplaced})`
const again = (found: Report, altered: readonly string[] = ['altered'], operation: Endpoint = 'usage.token') => ({
  report: found,
  altered: new Map(altered.map((id) => [id, operation])),
  catalogue,
})

test.each<[string, Verdict, string | undefined]>([
  ['passed', 'pass', undefined],
  ['failed', 'fail', 'the type is wrong'],
])('a result that %s is open if its response contained a redacted credential', (_, verdict, message) => {
  const said = report(verdict === 'pass' ? 'conforming' : 'nonconforming', result('a.b', verdict, message))
  const found = report('inconclusive', result('a.b', 'inconclusive', notCaptured))
  expect(compareWithEvidence(said, again(found))).toEqual({ open: ['a.b on usage.token'] })
  expect(openInWords(['a.b'])).toContain('1 result depends on exchanges that contained a credential')
})

test('a result is open if its response was withheld', () => {
  const said = report('nonconforming', result('a.b', 'fail', 'content-encoding is zstd'))
  const found = report('inconclusive', result('a.b', 'inconclusive', `not captured: response body (${bodyWithheld})`))
  expect(compareWithEvidence(said, again(found))).toEqual({ open: ['a.b on usage.token'] })
})

test('a violation that the evidence shows is reported in spite of redaction', () => {
  const said = report('conforming', result('a.b', 'pass'))
  const found = report('nonconforming', result('a.b', 'fail', notCaptured))
  expect(compareWithEvidence(said, again(found)).wrong).toBe(
    'a.b on usage.token is "pass" in the results, and the evidence gives "fail"',
  )
})

test('results without redaction must follow from the evidence, as must the rest of the report', () => {
  const open = result('a.b', 'inconclusive', notCaptured)
  const found = report('inconclusive', open, result('c.d', 'pass'))
  const invented = report('nonconforming', result('a.b', 'pass'), result('c.d', 'fail', 'made up', 'other'))
  expect(compareWithEvidence(invented, again(found)).wrong).toContain('c.d on usage.token is "fail" in the results')
  const other = { ...report('conforming', result('a.b', 'pass'), result('c.d', 'pass')), seed: 2 }
  expect(compareWithEvidence(other, again(found)).wrong).toBe('"seed" in the results does not follow from the evidence')
})

test('every difference is reported if the evidence has no redacted response', () => {
  const said = report('conforming', result('a.b', 'pass'))
  const found = report('inconclusive', result('a.b', 'inconclusive', notCaptured))
  expect(compareWithEvidence(said, again(found, [])).wrong).toContain('a.b on usage.token is "pass"')
})

test('quotes of a response with a credential may be truncated elsewhere', () => {
  const said = report('nonconforming', result('a.b', 'fail', 'it said: "no «key:va…"'))
  const found = report('nonconforming', result('a.b', 'fail', 'it said: "no «key:valid»"'))
  expect(compareWithEvidence(said, again(found))).toEqual({ open: [] })
  expect(compareWithEvidence(said, again(found, ['other'])).wrong).toContain('other findings')
})

function counted(exchanges: number, id = 'a.b'): Report {
  const { operations, ...rest } = result(id, 'pass')
  return report('conforming', { ...rest, operations: operations.map((one) => ({ ...one, exchanges })) })
}

test('a result is open if a label takes exchanges from it, but no more than its operation has labels', () => {
  expect(compareWithEvidence(counted(3), again(counted(2)))).toEqual({ open: ['a.b on usage.token'] })
  expect(compareWithEvidence(counted(4), again(counted(2))).wrong).toContain('the evidence gives other findings')
  expect(compareWithEvidence(counted(3), again(counted(2), [])).wrong).toContain('the evidence gives other findings')
  const elsewhere = again(counted(2), ['altered'], 'messages.create')
  expect(compareWithEvidence(counted(3), elsewhere).wrong).toContain('the evidence gives other findings')
})

test('a result that compares exchanges is open if one label takes all of them', () => {
  const { id } = catalogue.requirements.find(({ kind }) => kind === 'transcript')!
  expect(compareWithEvidence(counted(4, id), again(counted(0, id)))).toEqual({ open: [`${id} on usage.token`] })
  expect(compareWithEvidence(counted(4, id), again(counted(0, id), [])).wrong).toContain('other findings')
})
