import { expect, test } from 'vitest'
import type { Requirement } from '../../../core/model/requirement.ts'
import type { DecidingRequest, Ruling } from '../ruling.ts'
import { explanations, isExpectedFrom } from './blocked.ts'

type Traits = {
  readonly [Name in
    | 'kind'
    | 'speaksOf'
    | 'section'
    | 'level'
    | 'needsControlRequest'
    | 'dimension'
    | 'explainsDenials'
    | 'appliesTo'
    | 'isOfReplies'
    | 'leafPlaces'
    | 'ofRejections'
    | 'presupposes'
    | 'conditional']?: unknown
}

/** A request whose reply was read, and could have decided a result. */
const read: DecidingRequest = { caseId: 'reply', uses: new Set(), outcome: 'read' }

/** Returns a ruling on a requirement on replies, with other traits if given. */
function ruling(id: string, verdict: Ruling['verdict'], traits: Traits = {}, more: Partial<Ruling> = {}): Ruling {
  const requirement = { id, kind: 'exchange', section: '2.9', level: 'stated', dimension: 'field', ...traits }
  const nothing = { exchanges: 0, violating: 0, findings: [], findingsTotal: 0 }
  const isRead = verdict === 'untested' && traits.kind === undefined ? { deciding: [read] } : {}
  const isBroken = verdict === 'fail' && more.findings === undefined ? { violatingCases: new Set(['reply']) } : {}
  return {
    requirement: requirement as unknown as Requirement,
    operation: 'messages.create',
    verdict,
    ...nothing,
    ...isRead,
    ...isBroken,
    ...more,
  }
}

/** Returns the requirements that block the first of some rulings. */
function blockersOf(first: Ruling, ...others: readonly Ruling[]): readonly string[] {
  const { ids, isCertain } = explanations([first, ...others], () => true).get(first) ?? { ids: [], isCertain: true }
  return isCertain ? ids : []
}

const acceptance = { kind: 'acceptance', speaksOf: 'use' }
const rejection = { kind: 'rejection' }
const ofError = { section: '7' }
/** An untested ruling whose control request uses a feature and was rejected. */
const untested: Partial<Ruling> = {
  untested: 'not tested: the same request without the violation was not accepted',
  deciding: [{ caseId: 'control', uses: new Set(['failed']), outcome: 'unserved' }],
}

/** The same, but the control request got a 2xx with an invalid reply. */
const unread: Partial<Ruling> = { ...untested, deciding: [{ caseId: 'control', uses: new Set(), outcome: 'unread' }] }

test.each<[string, Ruling, Ruling]>([
  ['a reply requirement by a failed reply requirement', ruling('open', 'untested'), ruling('failed', 'fail')],
  [
    'a reply requirement by the rejected feature of every request that could show it',
    ruling('open', 'untested', {}, untested),
    ruling('failed', 'fail', acceptance),
  ],
  [
    'an error body requirement by a failed error body requirement',
    ruling('open', 'untested', ofError),
    ruling('failed', 'fail', ofError),
  ],
  [
    'an error body requirement by an accepted invalid request',
    ruling('open', 'untested', ofError),
    ruling('failed', 'fail', rejection),
  ],
  [
    'a rejection by an invalid reply to its control request',
    ruling('open', 'untested', rejection, unread),
    ruling('failed', 'fail', {}, { findings: [{ message: 'm', exchange: 'control' }] }),
  ],
  [
    'an acceptance by another rejected request',
    ruling('open', 'untested', acceptance, untested),
    ruling('failed', 'fail', acceptance),
  ],
  [
    'a credential requirement by a failed reply requirement',
    ruling('open', 'untested', { section: '5', explainsDenials: true }),
    ruling('failed', 'fail'),
  ],
  [
    'a reply requirement of section 7 by a failed reply requirement',
    ruling('open', 'untested', { section: '7', isOfReplies: true }),
    ruling('failed', 'fail'),
  ],
  [
    'a stream requirement by a failed stream requirement of section 7',
    ruling('open', 'untested', { dimension: 'stream' }),
    ruling('failed', 'fail', { section: '7', dimension: 'stream' }),
  ],
  [
    'a reply requirement by an implied failure',
    ruling('open', 'untested'),
    ruling('failed', 'fail', { level: 'implied' }),
  ],
])('a ruling is blocked: %s', (_, open, failed) => {
  expect(blockersOf(open, failed)).toEqual(['failed'])
})

test.each<[string, Ruling, Ruling]>([
  [
    'a reply requirement by an informational failure',
    ruling('open', 'untested'),
    ruling('failed', 'fail', { level: 'unspecified' }),
  ],
  [
    'a reply requirement by an accepted invalid request',
    ruling('open', 'untested'),
    ruling('failed', 'fail', rejection),
  ],
  [
    'a reply requirement by a wrong status of a rejection',
    ruling('open', 'untested'),
    ruling('failed', 'fail', { needsControlRequest: true, dimension: 'status' }),
  ],
  ['a reply requirement by an invalid error body', ruling('open', 'untested'), ruling('failed', 'fail', ofError)],
  ['an error body requirement by an invalid reply', ruling('open', 'untested', ofError), ruling('failed', 'fail')],
  ['an acceptance by an invalid reply', ruling('open', 'untested', acceptance, untested), ruling('failed', 'fail')],
  ['a rejection without a violating request', ruling('open', 'untested', rejection), ruling('failed', 'fail')],
  [
    'an acceptance without a request for its feature',
    ruling('open', 'untested', acceptance),
    ruling('failed', 'fail', acceptance),
  ],
  [
    'an acceptance by a rejected request with another feature',
    ruling('open', 'untested', acceptance, untested),
    ruling('other', 'fail', { ...acceptance, speaksOf: 'use' }),
  ],
  [
    'a rejection by an invalid reply to another request',
    ruling('open', 'untested', rejection, untested),
    ruling('failed', 'fail', {}, { findings: [{ message: 'm', exchange: 'other' }] }),
  ],
  [
    'a requirement by a failure on another operation',
    ruling('open', 'untested'),
    ruling('failed', 'fail', {}, { operation: 'messages.stream' }),
  ],
  ['a requirement by a passed one', ruling('open', 'untested'), ruling('kept', 'pass')],
  [
    'a reply requirement by a rejected feature, while replies were read',
    ruling('open', 'untested'),
    ruling('failed', 'fail', acceptance),
  ],
  [
    'a reply requirement by a failure that no reply shows which could decide it',
    ruling('open', 'untested'),
    ruling('failed', 'fail', {}, { violatingCases: new Set(['other']) }),
  ],
  [
    'a reply requirement without any request that could decide it',
    ruling('open', 'untested', {}, { deciding: [] }),
    ruling('failed', 'fail'),
  ],
  [
    'a rejection by the invalid body of the rejection of its control request',
    ruling('open', 'untested', rejection, untested),
    ruling('failed', 'fail', ofError, { violatingCases: new Set(['control']) }),
  ],
  [
    'a rejection by a feature that its control request does not use',
    ruling('open', 'untested', rejection, untested),
    ruling('other', 'fail', acceptance),
  ],
])('a ruling is not blocked: %s', (_, open, failed) => {
  expect(blockersOf(open, failed)).toEqual([])
})

test('a ruling is not blocked if a target without defects would not have tested it either', () => {
  const failed = ruling('failed', 'fail', acceptance)
  for (const open of [ruling('open', 'untested'), ruling('open', 'untested', rejection, untested)])
    expect(explanations([open, failed], () => false).size).toBe(0)
})

test('without a plan only a request with an incomparable control request is blocked', () => {
  const [open, failed] = [ruling('open', 'untested', rejection, untested), ruling('failed', 'fail', acceptance)]
  const unsent = { ...open, deciding: [] }
  const blocked = (first: Ruling) => explanations([first, failed], () => undefined).has(first)
  expect(blocked(open)).toBe(true)
  expect(blocked(unsent)).toBe(false)
  expect(blocked(ruling('open', 'untested'))).toBe(false)
})

test('a planned requirement is owed by a target without defects, unless it is conditional', () => {
  const isOwed = isExpectedFrom(new Set(['open@messages.create']))
  expect(isOwed(ruling('open', 'untested'))).toBe(true)
  expect(isOwed(ruling('open', 'untested', { conditional: true }))).toBe(false)
  expect(isOwed(ruling('other', 'untested'))).toBe(false)
  expect(isExpectedFrom(undefined)(ruling('open', 'untested'))).toBeUndefined()
})

test('a failed leaf value blocks requirements on that value, but not schema requirements on other values', () => {
  const at = (...leafPlaces: readonly string[]): Traits => ({ leafPlaces })
  const failed = ruling('failed', 'fail', at('usage#/tokens'))
  expect(blockersOf(ruling('open', 'untested', at('usage#/tokens')), failed)).toEqual(['failed'])
  expect(blockersOf(ruling('open', 'untested', { appliesTo: () => true }), failed)).toEqual(['failed'])
  expect(blockersOf(ruling('open', 'untested', at('usage#/other')), failed)).toEqual([])
  expect(blockersOf(ruling('open', 'untested'), failed)).toEqual([])
  expect(blockersOf(ruling('open', 'untested', at('usage#/other')), ruling('failed', 'fail'))).toEqual(['failed'])
})

test('error body requirements are not blocked if any request was rejected', () => {
  const [open, failed] = [ruling('open', 'untested', ofError), ruling('failed', 'fail', rejection)]
  expect(blockersOf(open, failed, ruling('kept', 'pass', rejection))).toEqual([])
})

test('of accepted invalid requests and the wrong body of one rejection, none is named', () => {
  const open = ruling('open', 'untested', ofError)
  expect(blockersOf(open, ruling('accepted', 'fail', rejection), ruling('body', 'fail', ofError))).toEqual([])
})

test('a requirement on one rejection is blocked if that request is accepted, even if others are rejected', () => {
  const open = ruling('open', 'untested', { ...ofError, ofRejections: 'failed' })
  const kept = ruling('kept', 'pass', rejection)
  expect(blockersOf(open, ruling('failed', 'fail', rejection), kept)).toEqual(['failed'])
  expect(blockersOf(open, ruling('other', 'fail', rejection), kept)).toEqual([])
})

test('an inconclusive exchange is blocked by violations of the same case', () => {
  const doubt = { message: 'm', doubt: true } as const
  const open = ruling('open', 'inconclusive', {}, { findings: [{ ...doubt, exchange: 'case~2', caseId: 'case' }] })
  const failed = ruling('failed', 'fail', {}, { findings: [{ message: 'm', exchange: 'case' }] })
  const other = ruling('other', 'fail', {}, { findings: [{ message: 'm', exchange: 'other' }] })
  expect(blockersOf(open, failed, other)).toEqual(['failed'])
})

test('the body of a rejection leaves only what is said of such bodies inconclusive', () => {
  const denied = { findings: [{ message: 'm', doubt: true, exchange: 'case', actual: 401 } as const] }
  const failed = ruling('failed', 'fail', ofError, { findings: [{ message: 'm', exchange: 'case' }] })
  expect(blockersOf(ruling('open', 'inconclusive', acceptance, denied), failed)).toEqual([])
  expect(blockersOf(ruling('open', 'inconclusive', rejection, denied), failed)).toEqual([])
  expect(blockersOf(ruling('open', 'inconclusive', {}, denied), failed)).toEqual([])
  expect(blockersOf(ruling('open', 'inconclusive', ofError, denied), failed)).toEqual(['failed'])
})

test('an inconclusive exchange is blocked by a violation beyond the kept findings', () => {
  const open = ruling('open', 'inconclusive', {}, { findings: [{ message: 'm', doubt: true, exchange: 'last' }] })
  const findings = [{ message: 'm', exchange: 'first' }]
  const failed = ruling('failed', 'fail', {}, { findings, violatingCases: new Set(['first', 'last']) })
  expect(blockersOf(open, failed)).toEqual(['failed'])
})

test('an inconclusive response is blocked by a plain request rejected with the same status', () => {
  const plain = { kind: 'acceptance', speaksOf: 'plain' }
  const open = ruling(
    'open',
    'inconclusive',
    {},
    { findings: [{ message: 'm', doubt: true, exchange: 'a', actual: 400 }] },
  )
  const rejected = (actual: number) =>
    ruling('failed', 'fail', plain, { findings: [{ message: 'm', exchange: 'b', actual }] })
  expect(blockersOf(open, rejected(400))).toEqual(['failed'])
  expect(blockersOf(open, rejected(404))).toEqual([])
})

test('the rejected plain request blocks what was rejected with it, unless another valid request is accepted', () => {
  const plain = ruling('plain', 'fail', { kind: 'acceptance', speaksOf: 'plain' })
  const open = ruling('open', 'untested', rejection, untested)
  expect(blockersOf(open, plain)).toEqual(['plain'])
  expect(blockersOf(open, plain, ruling('kept', 'pass', acceptance))).toEqual([])
})

test('a request that two failures left undecided blames neither if another one needs one repair only', () => {
  const requests: readonly DecidingRequest[] = [
    { caseId: 'one', uses: new Set(), outcome: 'unserved' },
    { caseId: 'two', uses: new Set(), outcome: 'unserved' },
  ]
  const open = ruling('open', 'untested', rejection, { deciding: requests })
  const often = ruling('often', 'fail', acceptance, { violatingCases: new Set(['one', 'two']) })
  const seldom = ruling('seldom', 'fail', acceptance, { violatingCases: new Set(['one']) })
  expect(blockersOf(open, often, seldom)).toEqual(['often'])
})

test('a rejected feature blocks no request with another member that no request is accepted with', () => {
  const rejecting = { violatingCases: new Set(['control', 'small']), violatingExchanges: new Set(['control', 'small']) }
  const failed = ruling('failed', 'fail', acceptance, rejecting)
  const open = ruling('open', 'untested', acceptance, untested)
  const blockers = (members: Readonly<Record<string, readonly string[]>>) => {
    const unserved = (exchange: string) => new Set(members[exchange])
    const { ids, isCertain } = explanations([open, failed], () => true, unserved).get(open)!
    return { ids, isCertain }
  }
  expect(blockers({})).toEqual({ ids: ['failed'], isCertain: true })
  expect(blockers({ control: ['safety'], small: ['safety'] })).toEqual({ ids: ['failed'], isCertain: true })
  expect(blockers({ control: ['safety'] })).toEqual({ ids: ['failed'], isCertain: false })
})

test('if several failures of the same replies may hide a result, none is named', () => {
  const open = ruling('open', 'untested')
  const failures = [ruling('one', 'fail'), ruling('two', 'fail')]
  expect(blockersOf(open, ...failures)).toEqual([])
  expect(explanations([open, ...failures], () => true).get(open)).toEqual({ ids: ['one', 'two'], isCertain: false })
})

test('a requirement that presupposes a failed one is blocked by it, even if the run does not aim at it', () => {
  const notAimed = isExpectedFrom(new Set())
  const failed = ruling('failed', 'fail')
  const open = ruling('open', 'untested', { presupposes: 'failed' })
  expect(explanations([open, failed], notAimed).get(open)).toEqual({ ids: ['failed'], isCertain: true })
  const other = ruling('open', 'untested')
  expect(explanations([other, failed], notAimed).get(other)).toBeUndefined()
  const kept = ruling('failed', 'pass')
  expect(explanations([open, kept], notAimed).get(open)).toBeUndefined()
})

test('the rejected plain request may be why a request is rejected that lacks something of each accepted request', () => {
  const plain = ruling('plain', 'fail', { kind: 'acceptance', speaksOf: 'plain' })
  const kept = ruling('kept', 'pass', acceptance)
  const reasons = (uses: readonly string[], accepted: readonly string[]) => {
    const request = (caseId: string, features: readonly string[], outcome: DecidingRequest['outcome']) =>
      ({ caseId, uses: new Set(features), outcome }) as const
    const deciding = [request('rejected', uses, 'unserved'), request('accepted', accepted, 'read')]
    const open = ruling('open', 'untested', {}, { deciding: [deciding[0]!] })
    const other = ruling('other', 'untested', {}, { deciding })
    return explanations([open, other, plain, kept], () => true).get(open)?.ids
  }
  expect(reasons(['url'], ['model'])).toEqual(['plain'])
  expect(reasons(['url', 'model'], ['model'])).toBeUndefined()
})

test('a rejected combination may be why a request is rejected that has all of its features', () => {
  const violating = { violatingCases: new Set(['both']), deciding: [] }
  const failed = ruling('failed', 'fail', { kind: 'acceptance', speaksOf: 'combination' }, violating)
  const reasons = (uses: readonly string[]) => {
    const rejected = (caseId: string, features: readonly string[]) =>
      ({ caseId, uses: new Set(features), outcome: 'unserved' }) as const
    const open = ruling('open', 'untested', {}, { deciding: [rejected('open', uses)] })
    const other = ruling('other', 'untested', {}, { deciding: [rejected('both', ['one', 'two'])] })
    return explanations([open, other, failed], () => true).get(open)?.ids
  }
  expect(reasons(['one', 'two', 'three'])).toEqual(['failed'])
  expect(reasons(['one'])).toBeUndefined()
})

test('a failure of the replies that could not be read may be why the others did not show a result', () => {
  const deciding: readonly DecidingRequest[] = [
    { caseId: 'reply', uses: new Set(), outcome: 'read' },
    { caseId: 'broken', uses: new Set(), outcome: 'unread' },
  ]
  const open = ruling('open', 'untested', {}, { deciding })
  const failed = (violating: string) =>
    ruling('failed', 'fail', {}, { exchanges: 2, violating: 1, violatingCases: new Set([violating]) })
  expect(explanations([open, failed('broken')], () => true).get(open)).toEqual({ ids: ['failed'], isCertain: false })
  expect(explanations([open, failed('other')], () => true).get(open)).toBeUndefined()
})

test('of two failures in the one reply that could not be read, none is named', () => {
  const open = ruling('open', 'untested', rejection, unread)
  const failed = (id: string, ...violating: readonly string[]) =>
    ruling(id, 'fail', {}, { violatingCases: new Set(violating) })
  expect(blockersOf(open, failed('one', 'control'), failed('other', 'control'))).toEqual([])
  expect(blockersOf(open, failed('one', 'control'), failed('other', 'reply'))).toEqual(['one'])
})

test('a failure of some replies is not named if others violate something else', () => {
  const deciding: readonly DecidingRequest[] = ['one', 'two', 'three'].map((caseId) => ({ ...read, caseId }))
  const open = ruling('open', 'untested', {}, { deciding })
  // Violated by each reply to which it applies.
  const own = ruling('own', 'fail', {}, { exchanges: 1, violating: 1, violatingCases: new Set(['one']) })
  const other = ruling('other', 'fail', {}, { exchanges: 3, violating: 2, violatingCases: new Set(['two', 'three']) })
  const wide = ruling(
    'wide',
    'fail',
    {},
    { exchanges: 3, violating: 3, violatingCases: new Set(['one', 'two', 'three']) },
  )
  expect(blockersOf(open, own)).toEqual(['own'])
  expect(blockersOf(open, own, other)).toEqual([])
  expect(blockersOf(open, wide)).toEqual(['wide'])
  // A wrong value in each stream does not hide the input of a tool that is cut in some.
  expect(blockersOf(open, own, wide)).toEqual([])
})

test('what accepted replies violate does not block how rejections look', () => {
  const open = ruling('open', 'untested', { ...ofError, needsControlRequest: true }, { deciding: [read] })
  expect(blockersOf(open, ruling('failed', 'fail'))).toEqual([])
  expect(blockersOf(open, ruling('failed', 'fail', ofError))).toEqual(['failed'])
})

test('wrong error bodies block nothing for certain where a valid key is denied', () => {
  const open = ruling('open', 'untested', ofError)
  const bodies = ruling('bodies', 'fail', ofError)
  const denying = ruling('denying', 'fail', { section: '5', explainsDenials: true })
  expect(blockersOf(open, bodies)).toEqual(['bodies'])
  expect(blockersOf(open, bodies, denying)).toEqual([])
})
