import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FeatureState, Report } from '../../conformance/core/model/report.ts'
import type { Outcome } from '../../conformance/core/model/vocabulary.ts'
import { examples } from '../examples.fixture.ts'
import { allResults } from '../result.ts'
import { comparedFeatures, type MatrixFeature } from './features.ts'
import { matrixHtml } from './html.ts'
import { matrixMarkdown } from './markdown.ts'
import { labelsOf, matrix, sorted } from './matrix.ts'
import { shareText } from './operations.ts'
import { matrixTerminal } from './terminal.ts'

const whole = examples.nonconforming()

/** Returns the same run with another outcome for all requirements except the first ones. */
function withVerdict(report: Report, verdict: Outcome, kept = 0): Report {
  const requirements = report.requirements.map((one, index) =>
    index < kept ? one : { ...one, verdict, operations: one.operations.map((result) => ({ ...result, verdict })) },
  )
  return { ...report, requirements }
}

const named = (report: Report, name: string) => ({ name, report })

test('each row belongs to exactly one kind', () => {
  const both = matrix([named(whole, 'whole'), named(examples.conforming(), 'other')])
  const all = Object.values(sorted(both)).flat()
  expect(all.length).toBe(both.rows.length)
  expect(new Set(all)).toEqual(new Set(both.rows))
})

test('a limited run adds no differences', () => {
  fc.assert(
    fc.property(fc.nat({ max: whole.requirements.length }), (tested) => {
      const both = matrix([named(whole, 'whole'), named(withVerdict(whole, 'skipped', tested), 'limited')])
      expect(sorted(both).differing).toEqual([])
    }),
  )
})

test('a run of another operation hides no differences', () => {
  const pair = [named(whole, 'whole'), named(withVerdict(whole, 'pass'), 'passing')]
  const other = { ...whole, requirements: [], operations: [] }
  const differing = (reports: typeof pair) => sorted(matrix(reports)).differing.map(({ id }) => id)
  expect(differing(pair).length).toBeGreaterThan(0)
  expect(differing([...pair, named(other, 'other')])).toEqual(differing(pair))
})

test('an operation has the counts of each run that tested it', () => {
  const { operations } = matrix([named(whole, 'whole'), named(examples.truncated(), 'cut')])
  const seen = new Set(allResults(whole).map(({ operation }) => operation))
  for (const { operation, cells } of operations)
    if (seen.has(operation))
      expect(cells[0]?.counts).toEqual(whole.operations.find((one) => one.operation === operation)?.counts)
})

test('the share counts only tested requirements', () => {
  const counts = { pass: 70, fail: 3, warn: 2, observed: 4, inconclusive: 1, skipped: 9 }
  expect(shareText({ verdict: 'nonconforming', counts })).toBe('3 of 75 failed')
  expect(shareText({ verdict: 'conforming', counts: { ...counts, fail: 0 } })).toBe('70 of 72 passed, 2 warned')
  expect(shareText({ verdict: 'conforming', counts })).toBe('3 of 75 failed (known)')
  expect(shareText(null)).toBe('not tested')
})

describe('the features of several implementations', () => {
  const cell = (state: FeatureState) => ({ state, tested: 4, failed: state === 'broken' ? 2 : 0, warned: 0 })
  const feature = (name: string, ...states: readonly (FeatureState | null)[]): MatrixFeature => ({
    id: name,
    name,
    area: 'messages',
    cells: states.map((state) => (state === null ? null : cell(state))),
  })
  const namesOf = (list: readonly MatrixFeature[]) => list.map(({ name }) => name)

  test('differ if their states do, and those that broke come first', () => {
    const compared = comparedFeatures([
      feature('warned', 'warned', 'works'),
      feature('same', 'works', 'works'),
      feature('broken', 'works', 'broken'),
      feature('broken for all', 'broken', 'broken'),
    ])
    expect(namesOf(compared.differing)).toEqual(['broken', 'warned'])
    expect(namesOf(compared.same)).toEqual(['same', 'broken for all'])
    expect(namesOf(compared.brokenForAll)).toEqual(['broken for all'])
  })

  test('do not differ where a limited run tested nothing, unless another broke', () => {
    const compared = comparedFeatures([
      feature('works', 'works', 'not-tested'),
      feature('not selected', 'works', null),
      feature('broken', 'broken', null),
    ])
    expect(namesOf(compared.same)).toEqual(['works', 'not selected'])
    expect(namesOf(compared.differing)).toEqual(['broken'])
  })

  const sided = (count: number) => {
    const reports = Array.from({ length: count }, (_, index) => named(whole, `run-${index}`))
    const states = (last: FeatureState) => [...Array.from({ length: count - 1 }, () => 'works' as const), last]
    return {
      ...matrix(reports),
      features: [feature('Streaming', ...states('broken')), feature('Text', ...states('works'))],
    }
  }

  test.each([
    [5, /^feature {2,}A {2,}B .*\nStreaming, messages {2,}✓ works .*✗ broken$/m],
    [6, /^messages {2,}Streaming\nA run-0 {2,}✓ works\n(?:.*\n){4}F run-5 {2,}✗ broken$/m],
  ])('with %i implementations are a table with the broken one', (count, expected) => {
    const told = matrixTerminal(sided(count))
    expect(told).toMatch(expected)
    expect(told).toContain('1 feature is the same for all\n')
    expect(told).toContain('    broken: Streaming (messages)\n')
  })

  test('are named in the open if they are broken for all', () => {
    const all = { ...sided(2), features: [feature('Streaming', 'broken', 'broken')] }
    expect(matrixTerminal(all)).toContain('1 feature is the same for all; broken for all: Streaming (messages)\n')
    expect(matrixMarkdown(all)).toContain('</details>\n\n**✗** broken for all: Streaming \\(messages\\)\n')
    expect(matrixHtml(all)).toContain(
      '<summary>1 feature is the same for all; <strong class="fail">broken for all: Streaming (messages)</strong></summary>',
    )
  })

  test('have implementations as rows from six on, in HTML and Markdown', () => {
    const heads = (count: number) => [
      matrixHtml(sided(count)).includes('<th scope="col">Streaming</th>'),
      matrixMarkdown(sided(count)).includes('| messages | Streaming |'),
    ]
    expect(heads(5)).toEqual([false, false])
    expect(heads(6)).toEqual([true, true])
  })

  test('come after the verdicts and dates, and before the folded ones that are the same', () => {
    for (const told of [matrixHtml(sided(3)), matrixMarkdown(sided(3))]) {
      const places = ['2026', 'Features', '✗ broken', '<details', '1 feature is the same for all']
      const found = places.map((words) => told.indexOf(words))
      expect(found).toEqual(found.toSorted((one, other) => one - other))
      expect(found[0]).toBeGreaterThan(0)
    }
    expect(matrixHtml(sided(3))).toContain('<td class="fail" data-name="run-2"><span>✗ broken</span>')
  })
})

describe('equal names of implementations', () => {
  const side = (name: string, label?: string, target = 'http://one.example') => ({
    name,
    target,
    ...(label === undefined ? {} : { label }),
  })

  test('are told apart by the folder of the results', () => {
    expect(labelsOf([side('runs/monday/out', 'acme'), side('runs/friday/out', 'acme'), side('x', 'other')])).toEqual([
      'acme (monday)',
      'acme (friday)',
      'other',
    ])
  })

  test('are told apart by the address of the target if the folders do not suffice', () => {
    const labels = labelsOf([side('a', 'acme'), side('a', 'acme', 'http://two.example')])
    expect(labels).toEqual(['acme (http://one.example)', 'acme (http://two.example)'])
  })

  test('are told apart by letters if nothing else does', () => {
    expect(labelsOf([side('a'), side('a')])).toEqual(['a (A)', 'a (B)'])
  })

  test('are always different', () => {
    const names = fc.constantFrom('a', 'a/b', 'a/b/c', 'c', 'b/a')
    fc.assert(
      fc.property(fc.array(names, { maxLength: 8 }), (list) => {
        const labels = labelsOf(list.map((name) => side(name, 'acme')))
        expect(new Set(labels).size).toBe(labels.length)
      }),
    )
  })
})
