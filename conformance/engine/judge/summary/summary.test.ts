import { expect, test } from 'vitest'
import type { Cause, RequirementResult } from '../../../core/model/report.ts'
import type { Requirement } from '../../../core/model/requirement.ts'
import type { Ruling } from '../ruling.ts'
import type { RunContext } from './run-context.ts'
import { summaryOf } from './summary.ts'

const operation = 'messages.create'

interface Drawn {
  readonly verdict: Ruling['verdict']
  readonly level?: Requirement['level']
  readonly isConditional?: boolean
  readonly isKnown?: boolean
  readonly notInEdition?: string
}

function summaryFor(
  all: Readonly<Record<string, Drawn>>,
  more: Partial<RunContext & { causes: readonly Cause[] }> = {},
) {
  const named = Object.entries(all)
  const rulings = named.map(([id, { verdict, level = 'stated', isConditional, notInEdition }]) => {
    const requirement = { id, level, dimension: 'field', notInEdition, ...(isConditional ? { conditional: true } : {}) }
    return { requirement, operation, verdict, exchanges: 1, violating: 0, findings: [], findingsTotal: 0 }
  }) as unknown as readonly Ruling[]
  const results = named.map(([id, { verdict, level = 'stated', isKnown }]) => {
    const outcome = verdict === 'untested' ? 'skipped' : verdict
    const one = { operation, verdict: outcome, reason: 'r', findings: [], ...(isKnown ? { known: id } : {}) }
    return { id, level, dimension: 'field', verdict: outcome, operations: [one] }
  }) as unknown as readonly RequirementResult[]
  const context = {
    aims: undefined,
    exclusion: () => undefined,
    strict: false,
    requests: 1,
    billed: { calls: 0, images: 0 },
    knownFailures: undefined,
    causes: [],
    limits: [],
    ...more,
  } as unknown as Parameters<typeof summaryOf>[2]
  return summaryOf(results, rulings, context)
}

function many(count: number, drawn: Drawn, prefix: string): Readonly<Record<string, Drawn>> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`${prefix}.${index}`, drawn]))
}

const passing = { verdict: 'pass' } as const
const untested = { verdict: 'untested' } as const

test('a run is conforming only if it tested at least 90% of the selected mandatory requirements', () => {
  const thin = summaryFor({ ...many(89, passing, 'a'), ...many(11, untested, 'b') })
  expect(thin).toMatchObject({
    verdict: 'no-new-failure',
    reason: '89 of 100 mandatory requirements tested',
    mandatory: { tested: 89, selected: 100 },
  })
  const enough = summaryFor({ ...many(90, passing, 'a'), ...many(10, untested, 'b') })
  expect(enough).toMatchObject({ verdict: 'conforming', mandatory: { tested: 90, selected: 100 } })
})

test('a run that selected only requirements that came after its edition names the edition', () => {
  const later = { verdict: 'untested', level: 'unspecified', notInEdition: '2026-12' } as const
  expect(summaryFor({ 'a.later': later }).reason).toMatch(/^none of the selected requirements is in edition 2026-12/)
  expect(summaryFor({ 'a.later': later, 'a.now': untested }).reason).toMatch(/^nothing was tested/)
})

test('a run is conforming only if at most 10% of the selected mandatory requirements are known to fail', () => {
  const known = { verdict: 'fail', isKnown: true } as const
  expect(summaryFor({ ...many(90, passing, 'a'), ...many(10, known, 'b') }).verdict).toBe('conforming')
  const listed = { ...many(89, passing, 'a'), ...many(11, known, 'b') }
  expect(summaryFor(listed)).toMatchObject({
    verdict: 'no-new-failure',
    reason: '11 of 100 mandatory requirements are known to fail',
  })
  expect(summaryFor({ ...listed, 'c.fails': { verdict: 'fail' } }).verdict).toBe('nonconforming')
})

test('implied requirements that are known to fail count only in strict runs', () => {
  const known = { verdict: 'fail', level: 'implied', isKnown: true } as const
  const all = { ...many(10, passing, 'a'), ...many(10, known, 'b') }
  expect(summaryFor(all).verdict).toBe('conforming')
  expect(summaryFor(all, { strict: true }).verdict).toBe('no-new-failure')
})

test('a run that tested no mandatory requirement is not conforming', () => {
  const implied = { level: 'implied' } as const
  const warned = { 'a.implied': { ...implied, verdict: 'warn' as never } }
  expect(summaryFor(warned)).toMatchObject({
    verdict: 'inconclusive',
    reason: 'no mandatory requirement was tested, and no other one passed',
    mandatory: { tested: 0, selected: 0 },
  })
  expect(summaryFor({ ...warned, 'a.open': untested }).verdict).toBe('inconclusive')
  const passed = { 'b.implied': { ...passing, ...implied } }
  for (const all of [passed, { ...passed, ...warned }])
    expect(summaryFor(all)).toMatchObject({ verdict: 'no-new-failure', reason: 'no mandatory requirement was tested' })
})

test('a failure outranks low coverage, and a known failure counts as tested', () => {
  expect(summaryFor({ 'a.fails': { verdict: 'fail' }, ...many(9, untested, 'b') }).verdict).toBe('nonconforming')
  const known = summaryFor({ 'a.fails': { verdict: 'fail', isKnown: true }, ...many(9, untested, 'b') })
  expect(known).toMatchObject({ verdict: 'no-new-failure', mandatory: { tested: 1, selected: 10 } })
})

test('only selected mandatory requirements count, and conditional ones only if they were tested', () => {
  const all = {
    'a.passes': passing,
    'a.excluded': untested,
    'a.beyond-the-plan': untested,
    'a.conditional': { ...untested, isConditional: true },
    'a.implied': { ...untested, level: 'implied' },
    'a.occurred': { ...passing, isConditional: true },
  } as const
  const context = {
    aims: new Set(['a.passes', 'a.excluded', 'a.implied'].map((id) => `${id}@${operation}`)),
    exclusion: ({ id }: Requirement) =>
      id === 'a.excluded' ? ({ by: 'absent', reason: 'not here' } as const) : undefined,
  }
  expect(summaryFor(all, context).mandatory).toEqual({ tested: 2, selected: 2 })
  expect(summaryFor(all, { ...context, strict: true }).mandatory).toEqual({ tested: 2, selected: 3 })
  expect(summaryFor(all).mandatory).toEqual({ tested: 2, selected: 4 })
})

function cause(title: string, ...ids: readonly string[]): Cause {
  return { id: title, title, requirements: ids.map((requirement) => ({ requirement, operation })), blocks: [] }
}

const causes = [
  cause('ids are numbers', 'a.one', 'b.known'),
  cause('replies lack `usage`', 'a.two'),
  cause('errors are HTML', 'a.three'),
  cause('streams end early', 'a.four'),
]

test('the reason counts failed requirements and names their causes', () => {
  const failing = { verdict: 'fail' } as const
  const two = { 'a.one': failing, 'a.two': failing, 'b.known': { ...failing, isKnown: true } }
  expect(summaryFor(two, { causes }).reason).toBe(
    '2 requirements failed in addition to 1 known to fail: ids are numbers; replies lack `usage`',
  )
  const four = { ...two, 'a.three': failing, 'a.four': failing }
  expect(summaryFor(four, { causes }).reason).toBe(
    '4 requirements failed in addition to 1 known to fail: ids are numbers; replies lack `usage`; errors are HTML; and 1 more cause',
  )
})

const longest =
  'On `content.generate`, an optional member that most clients send with each request `n` has no effect at all, in '
const everywhere = ['images.generate', 'content.generate', 'content.stream', 'messages.create'] as const

/** Returns a cause on several operations, with a title as the judge makes it. */
function causeOn(sentence: string, ...ids: readonly string[]): Cause {
  const requirements = ids.flatMap((requirement) => everywhere.map((one) => ({ requirement, operation: one })))
  return { ...cause(`${sentence} [${everywhere.join(', ')}]`), requirements }
}

test('a long title is shortened before its operations, of which the number remains', () => {
  const failing = { 'a.one': { verdict: 'fail' } } as const
  const { reason } = summaryFor(failing, { causes: [causeOn(longest.repeat(3), 'a.one')] })
  expect(reason).toMatch(/^1 requirement failed: On `content\.generate`, .*… \[4 operations\]$/)
})

test('the last line of a run stays below 200 characters, and names in it are whole', () => {
  const failing = { 'a.one': { verdict: 'fail' }, 'b.known': { verdict: 'fail', isKnown: true } } as const
  for (let length = 1; length < longest.length * 2; length += 1)
    for (const others of [0, 1, 12]) {
      const sentence = longest.repeat(2).slice(0, length).trimEnd()
      const more = Array.from({ length: others }, () => causeOn(sentence, 'a.one'))
      const { reason } = summaryFor(failing, { strict: true, causes: [causeOn(sentence, 'a.one'), ...more] })
      expect(`✗ NONCONFORMING (limited run)  ${reason}`.length).toBeLessThan(200)
      expect(reason).toMatch(/: (?:.+ \[(?:4 operations|images.*create)\](?:; and \d+ more causes?)?|\d+ causes?)$/)
    }
})

test('the reason of a conforming run has no room for causes if it says much else', () => {
  const known = { 'b.known': { verdict: 'fail', isKnown: true } } as const
  const implied = many(4, { verdict: 'warn' as never, level: 'implied' }, 'w')
  const all = { ...known, ...many(30, passing, 'a'), ...many(3, untested, 'c'), ...implied }
  const { reason } = summaryFor(all, { causes: [causeOn(longest, 'b.known')] })
  expect(reason).toMatch(/1 requirement is known to fail \(1 cause\); 4 requirements that/)
})

test('the reason names the causes of known failures', () => {
  const known = { 'b.known': { verdict: 'fail', isKnown: true } } as const
  expect(summaryFor({ ...known, ...many(9, passing, 'a') }, { causes }).reason).toBe(
    'All 9 other mandatory requirements that were tested passed; 1 requirement is known to fail (ids are numbers)',
  )
  expect(summaryFor({ ...known, 'a.passes': passing }, { causes }).reason).toBe(
    '1 of 2 mandatory requirements is known to fail (ids are numbers)',
  )
})

test('the reason gives the most frequent reason instead of naming many undecided requirements', () => {
  const open = many(4, untested, 'a')
  const aims = new Set(Object.keys(open).map((id) => `${id}@${operation}`))
  expect(summaryFor({ ...open, 'b.passes': passing }, { aims }).reason).toBe(
    '4 planned requirements were not tested on at least one operation; most frequent reason: r',
  )
  expect(
    summaryFor({ 'a.open': untested, 'b.passes': passing }, { aims: new Set([`a.open@${operation}`]) }).reason,
  ).toBe('1 planned requirement was not tested on at least one operation: a.open')
})

test('the reason counts what was not tested apart from what is inconclusive', () => {
  const all = { ...many(3, untested, 'a'), ...many(2, { verdict: 'inconclusive' }, 'c') }
  const reasonOf = (open: typeof all) => {
    const aims = new Set(Object.keys(open).map((id) => `${id}@${operation}`))
    return summaryFor({ ...open, 'b.passes': passing }, { aims }).reason
  }
  expect(reasonOf(all)).toMatch(
    /^5 planned requirements were not decided on at least one operation \(3 not tested, 2 inconclusive\); /,
  )
  expect(reasonOf(many(1, { verdict: 'inconclusive' }, 'c'))).toMatch(
    /^1 planned requirement was inconclusive on at least one operation: /,
  )
})

test('the reason for undecided requirements is the limit that cut the run short', () => {
  const open = many(4, untested, 'a')
  const aims = new Set(Object.keys(open).map((id) => `${id}@${operation}`))
  const text = '570 planned cases were not sent: the time limit was reached (--max-time allows more)'
  const limits = [{ kind: 'most', text: 'at most 9 s' } as const, { kind: 'cut', text } as const]
  expect(summaryFor({ ...open, 'b.passes': passing }, { aims, limits }).reason).toBe(
    `4 planned requirements were not tested on at least one operation; ${text}`,
  )
})
