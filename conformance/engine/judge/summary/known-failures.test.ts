import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { KnownFailure, RequirementResult, ResultName } from '../../../core/model/report.ts'
import { type Outcome, outcomes } from '../../../core/model/vocabulary.ts'
import { excused, type KnownGroup, knownFailureStates, staleInWords } from './known-failures.ts'

const day = '2026-05-10'

const operation = 'messages.create'

function result(id: string, verdict: Outcome): RequirementResult {
  return { id, verdict, operations: [{ operation, verdict }] } as unknown as RequirementResult
}

function names(ids: readonly string[]): readonly ResultName[] {
  return ids.map((requirement) => ({ requirement, operation }))
}

const results = [
  result('a.fails', 'fail'),
  result('a.passes', 'pass'),
  result('a.warns', 'warn'),
  result('a.skipped', 'skipped'),
]

function state(requirements: readonly string[], more: object = {}, isPartial = false) {
  const groups: readonly KnownGroup[] = [{ entry: { pattern: 'x', reason: 'r', ...more }, names: names(requirements) }]
  const [known] = knownFailureStates({ groups, day, isPartial }, results)
  return [known?.state, known?.results.map(({ requirement }) => requirement)]
}

test.each([
  ['a failure', ['a.fails'], {}, ['excuses', ['a.fails']]],
  ['a failure of an implied requirement', ['a.warns'], {}, ['excuses', ['a.warns']]],
  ['a passed requirement', ['a.passes'], {}, ['passes', ['a.passes']]],
  ['a failure and a passed requirement', ['a.fails', 'a.passes'], {}, ['passes', ['a.passes']]],
  ['an untested requirement', ['a.skipped'], {}, ['untested', ['a.skipped']]],
  ['no requirement', [], {}, ['unmatched', []]],
  ['a failure, on its last day', ['a.fails'], { expires: day }, ['excuses', ['a.fails']]],
  ['a failure, on the day after', ['a.fails'], { expires: '2026-05-09' }, ['expired', ['a.fails']]],
])('the state of a known-failures entry that names %s', (_, requirements, more, expected) => {
  expect(state(requirements, more)).toEqual(expected)
})

test('a partial run does not mark an entry as passing', () => {
  expect(state(['a.passes'], {}, true)).toEqual(['untested', ['a.passes']])
  expect(state(['a.fails', 'a.passes'], {}, true)).toEqual(['excuses', ['a.fails']])
})

test('an intermittent failure does not become stale by passing', () => {
  expect(state(['a.passes'], { intermittent: true })).toEqual(['untested', ['a.passes']])
  expect(state(['a.fails', 'a.passes'], { intermittent: true })).toEqual(['excuses', ['a.fails']])
})

test('an expired entry excuses nothing, and a stale glob still excuses failures', () => {
  const groups = [
    { entry: { pattern: 'old', reason: 'r', expires: '2026-05-09' }, names: names(['a.fails']) },
    { entry: { pattern: 'a.*', reason: 'r' }, names: names(['a.passes', 'a.warns']) },
  ]
  const known = excused(results, { groups, day, isPartial: false }).map(({ id, operations }) => [
    id,
    operations[0]?.known,
  ])
  expect(known).toEqual([
    ['a.fails', undefined],
    ['a.passes', undefined],
    ['a.warns', 'a.*'],
    ['a.skipped', undefined],
  ])
})

test('known failures change no verdict and excuse only the failures they name', () => {
  const drawn = fc.array(fc.constantFrom(...outcomes), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(drawn, fc.infiniteStream(fc.boolean()), (verdicts, listed) => {
      const all = verdicts.map((verdict, index) => result(`a.${index}`, verdict))
      const groups = all
        .filter(() => listed.next().value)
        .map(({ id }) => ({ entry: { pattern: id, reason: 'r' }, names: names([id]) }))
      const after = excused(all, { groups, day, isPartial: false })
      const named = new Set(groups.map(({ entry }) => entry.pattern))
      expect(after.map(({ verdict }) => verdict)).toEqual(verdicts)
      for (const { id, verdict, operations } of after) {
        const isBroken = verdict === 'fail' || verdict === 'warn'
        expect(operations[0]?.known).toBe(isBroken && named.has(id) ? id : undefined)
      }
    }),
  )
})

test('a stale list of known failures is reported with the remedy', () => {
  const known = (['excuses', 'passes', 'unmatched', 'expired', 'untested'] as const).map((one) => ({
    pattern: one,
    reason: 'r',
    state: one,
    results: [],
  }))
  expect(staleInWords(known, [])).toBe(
    'the list of known failures is out of date: passes passes now, so remove it from the list (and 2 more)',
  )
  expect(
    staleInWords(
      known.filter(({ state: one }) => one === 'excuses' || one === 'untested'),
      [],
    ),
  ).toBeUndefined()
})

test('the remedy for an entry fits what is wrong with it', () => {
  const remedyFor = (entry: Partial<KnownFailure>) =>
    staleInWords([{ pattern: 'a.*', reason: 'r', state: 'unmatched', results: [], ...entry }], [{ id: 'a.1' }])
  const start = 'the list of known failures is out of date: a.* '
  expect(remedyFor({ operations: ['images.edit'] })).toBe(
    `${start}is not judged on images.edit, so correct it or remove it from the list`,
  )
  expect(remedyFor({ pattern: 'b.*', operations: ['images.edit'] })).toContain('b.* matches no requirement, ')
  expect(remedyFor({ state: 'expired', results: [{ requirement: 'a.1', operation: 'images.edit' }] })).toBe(
    `${start}has expired, so fix the failure or set a new date`,
  )
  expect(remedyFor({ state: 'expired' })).toBe(
    `${start}has expired, and nothing that it lists failed, so remove it from the list`,
  )
})
