import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FeatureState, Report } from '../conformance/core/model/report.ts'
import { type Outcome, outcomes } from '../conformance/core/model/vocabulary.ts'
import { validate } from '../schemas/index.ts'
import { expectGolden } from '../tests/golden-file.ts'
import { difference, diffFormats, diffRenderers, kinds } from './diff/index.ts'
import { byCause, differenceInOneLine, failureSections, untestedText } from './diff/words.ts'
import { worst } from './example-result.fixture.ts'
import { examples } from './examples.fixture.ts'
import { poisoned, poisons } from './hostile.fixture.ts'
import { matrix, matrixFormats, matrixRenderers } from './matrix/index.ts'
import { allResults } from './result.ts'

const extensions = { terminal: 'txt', markdown: 'md', html: 'html', json: 'json' } as const
const folder = new URL('./golden/', import.meta.url)

/**
 * Returns the same run with other outcomes, in the order of the results; `undefined` removes a result. Known failures
 * and blocks are removed.
 */
function withOutcomes(report: Report, verdicts: readonly (Outcome | undefined)[]): Report {
  let place = 0
  const requirements = report.requirements.flatMap((requirement) => {
    const operations = requirement.operations.flatMap(({ known: _known, blockedBy: _blockedBy, ...rest }) => {
      const verdict = verdicts[place++ % verdicts.length]
      return verdict === undefined ? [] : [{ ...rest, verdict }]
    })
    return operations.length === 0 ? [] : [{ ...requirement, verdict: worst(operations.map(verdictOf)), operations }]
  })
  return { ...report, requirements }
}

function verdictOf({ verdict }: { readonly verdict: Outcome }): Outcome {
  return verdict
}

const keyOf = ({ id, operation }: { readonly id: string; readonly operation: string }) => `${id}@${operation}`
const keysOf = (report: Report) => allResults(report).map(keyOf)

const anyRun = fc
  .array(fc.constantFrom(...outcomes, undefined), { minLength: 1, maxLength: 10 })
  .map((verdicts) => withOutcomes(examples.nonconforming(), verdicts))
const before = () => ({ name: 'before', report: examples.nonconforming() })
const mixed = (): Report => {
  const verdicts: (Outcome | undefined)[] = [
    'fail',
    'pass',
    'skipped',
    'fail',
    'pass',
    'pass',
    undefined,
    'pass',
    'skipped',
    'skipped',
  ]
  const { catalogue: _same, ...rest } = withOutcomes(examples.nonconforming(), verdicts)
  const features = rest.features?.map((one) => ({ ...one, state: changedState[one.state] ?? one.state }))
  return { ...rest, features, catalogue: { digest: `sha256:${'f'.repeat(64)}` }, limits: [] }
}

const changedState: Partial<Record<FeatureState, FeatureState>> = {
  broken: 'works',
  accepted: 'broken',
  warned: 'works',
}

describe('a difference', () => {
  test('from adding known failures has changed results, but no fixed ones', () => {
    const report = examples.nonconforming()
    const listed = {
      ...report,
      requirements: report.requirements.map((requirement) => ({
        ...requirement,
        operations: requirement.operations.map((result) =>
          result.verdict === 'fail' ? { ...result, known: requirement.id } : result,
        ),
      })),
    }
    const { changes } = difference({ name: 'before', report }, { name: 'after', report: listed })
    expect(changes.fixed).toEqual([])
    expect(changes.changed.length).toBeGreaterThan(0)
  })

  test('between a run and itself is empty', () => {
    fc.assert(
      fc.property(anyRun, (report) => {
        const { changes, unchanged } = difference({ name: 'a', report }, { name: 'b', report })
        expect(kinds.flatMap((kind) => changes[kind])).toEqual([])
        expect(unchanged).toBe(allResults(report).length)
      }),
    )
  })

  test('assigns every result to one group, and every failure to newly or still failing', () => {
    fc.assert(
      fc.property(anyRun, anyRun, (one, other) => {
        const { changes, unchanged, stillFailing } = difference(
          { name: 'a', report: one },
          { name: 'b', report: other },
        )
        const listed = kinds.flatMap((kind) => changes[kind].map(keyOf))
        const all = new Set([...keysOf(one), ...keysOf(other)])
        expect(new Set(listed).size).toBe(listed.length)
        expect(listed.length + unchanged).toBe(all.size)
        const failing = allResults(other).filter(({ verdict }) => verdict === 'fail')
        const isNew = new Set(changes['newly-failing'].map(keyOf))
        const still = stillFailing.map(({ requirement: id, operation }) => keyOf({ id, operation }))
        expect(failing.map(keyOf).filter((key) => !isNew.has(key))).toEqual(still)
      }),
    )
  })

  test('in the other direction turns new failures into fixed or no longer exercised ones', () => {
    fc.assert(
      fc.property(anyRun, anyRun, (one, other) => {
        const there = difference({ name: 'a', report: one }, { name: 'b', report: other }).changes
        const back = difference({ name: 'b', report: other }, { name: 'a', report: one }).changes
        const ids = (changes: readonly { id: string; operation: string }[]) => changes.map(keyOf).sort()
        const known = new Set(keysOf(one))
        expect(ids([...back.fixed, ...back['no-longer-exercised'].filter(({ before }) => before === 'fail')])).toEqual(
          ids(there['newly-failing'].filter((change) => known.has(keyOf(change)))),
        )
      }),
    )
  })

  test('explains the numbers of undecided results by its changes', () => {
    fc.assert(
      fc.property(anyRun, anyRun, (one, other) => {
        const found = difference({ name: 'a', report: one }, { name: 'b', report: other })
        const signs = { '+': 1, '−': -1 }
        const steps = [...untestedText(found).matchAll(/([+−])(\d+)/g)]
        const sum = steps.reduce((total, [, sign, number]) => total + signs[sign as '+' | '−'] * Number(number), 0)
        expect(found.untested.before + sum).toBe(found.untested.after)
      }),
    )
  })

  test('groups every new failure once, by its cause', () => {
    const report = examples.nonconforming()
    const passing = withOutcomes(report, ['pass'])
    const found = difference({ name: 'a', report: passing }, { name: 'b', report })
    const groups = failureSections(found).flatMap(byCause)
    expect(groups.map(({ cause }) => cause?.id)).toEqual([report.causes[0]!.id, undefined])
    expect(groups.flatMap(({ changes }) => changes.map(keyOf)).sort()).toEqual(
      found.changes['newly-failing'].map(keyOf).sort(),
    )
    const told = diffRenderers.terminal(found)
    expect(told.indexOf('Causes of new failures')).toBeLessThan(told.indexOf('New failures ('))
  })

  test('tells failures that were not tested before from new ones, in every format for people', () => {
    const report = examples.nonconforming()
    const untested = withOutcomes(report, ['skipped', 'inconclusive'])
    const passing = withOutcomes(report, ['pass'])
    const of = (earlier: Report) => difference({ name: 'a', report: earlier }, { name: 'b', report })
    const [opened, regressed] = [of(untested), of(passing)]
    const count = regressed.changes['newly-failing'].length
    expect(opened.changes['newly-failing']).toHaveLength(count)
    expect(differenceInOneLine(opened)).toMatch(`no new failure, ${count} failing that were not tested before`)
    expect(differenceInOneLine(regressed)).toMatch(new RegExp(`^${count} new failures, \\d`))
    for (const format of ['terminal', 'markdown', 'html'] as const) {
      const [told, ofRegressed] = [opened, regressed].map((found) => diffRenderers[format](found))
      expect(told).toContain(`Newly tested, failing (${count})`)
      expect(told).toContain('Causes of newly tested failures')
      expect(told).not.toMatch(/New failures \(|Causes of new failures|\d new failure/)
      expect(ofRegressed).toContain(`New failures (${count})`)
      expect(ofRegressed).not.toMatch(/newly tested failure|Newly tested, failing/)
    }
  })

  test('counts the results of a cause apart, for new failures and for newly tested ones', () => {
    fc.assert(
      fc.property(anyRun, (earlier) => {
        const found = difference({ name: 'a', report: earlier }, { name: 'b', report: examples.nonconforming() })
        const sections = failureSections(found)
        expect(sections.flatMap(({ changes }) => changes.map(keyOf)).sort()).toEqual(
          found.changes['newly-failing'].map(keyOf).sort(),
        )
        expect(sections.flatMap(({ causes }) => causes.flatMap(({ results }) => results))).toHaveLength(
          found.causes.flatMap(({ results }) => results).length,
        )
      }),
    )
  })

  test('has one line for all failures that are excused now', () => {
    const report = examples.nonconforming()
    const requirements = report.requirements.map((one) => ({
      ...one,
      operations: one.operations.map((own) => (own.verdict === 'fail' ? { ...own, known: one.id } : own)),
    }))
    const found = difference({ name: 'a', report }, { name: 'b', report: { ...report, requirements } })
    const told = diffRenderers.terminal(found)
    expect(told).not.toContain('✗ fail → ✗ fail')
    const count = found.changes.changed.length
    expect(told).toContain(
      `${count} failures are excused by the list of known failures now; ${count} of ${count} failed before.`,
    )
  })

  test('does not list an excused failure as new', () => {
    const [excused] = [examples.excused()]
    const { changes } = difference({ name: 'a', report: examples.conforming() }, { name: 'b', report: excused })
    expect(changes['newly-failing']).toEqual([])
  })

  test('does not list a failure as fixed if only one run excuses it', () => {
    const [excused] = [examples.excused()]
    const requirements = excused.requirements.map((one) => ({
      ...one,
      operations: one.operations.map(({ known: _known, ...rest }) => rest),
    }))
    const { changes } = difference({ name: 'a', report: { ...excused, requirements } }, { name: 'b', report: excused })
    expect(changes.fixed).toEqual([])
    expect(changes.changed.map(keyOf)).toEqual(
      allResults(excused)
        .filter(({ known }) => known !== undefined)
        .map(keyOf),
    )
  })

  test('groups untested results by their blocking cause', () => {
    const broken = examples.nonconforming()
    const passing = withOutcomes(broken, ['pass'])
    const found = difference({ name: 'a', report: passing }, { name: 'b', report: broken })
    const [blocked] = allResults(broken).filter(
      ({ blockedBy = [], verdict }) => blockedBy.length > 0 && verdict !== 'fail',
    )
    const change = found.changes['no-longer-exercised'].find((one) => keyOf(one) === keyOf(blocked!))
    const [cause] = broken.causes
    expect(change?.reason).toBe(
      `blocked by ${blocked!.blockedBy!.join(', ')} on ${blocked!.operation}: ${cause!.title}`,
    )
    const lines = diffRenderers.terminal(found).replace(/\s+/g, ' ')
    expect(lines.split(change!.reason)).toHaveLength(2)
  })

  test('tells which features broke, which work again, and what else changed, in every format', () => {
    const report = examples.nonconforming()
    const found = difference({ name: 'a', report }, { name: 'b', report: mixed() })
    expect(found.features.map(({ name, area, before, after }) => [name, area, before, after])).toEqual([
      ['Text', 'messages', 'warned', 'works'],
      ['Pictures in', 'messages', 'accepted', 'broken'],
      ['Streaming', 'messages', 'broken', 'works'],
      ['Counts', 'messages', 'broken', 'works'],
    ])
    for (const format of ['terminal', 'markdown', 'html'] as const) {
      const told = diffRenderers[format](found)
      const places = ['Features broken now (1)', 'Features that work again (2)', 'Other changes of features (1)']
      const at = places.map((title) => told.indexOf(title))
      expect(at[0], format).toBeGreaterThan(0)
      expect(at).toEqual(at.toSorted((one, other) => one - other))
    }
    expect(diffRenderers.terminal(found)).toContain('○ accepted → ✗ broken: Pictures in (messages)')
  })

  test('says nothing about features that did not change, or that one report does not have', () => {
    const report = examples.nonconforming()
    const { features: _features, ...without } = report
    for (const other of [report, without]) {
      const found = difference({ name: 'a', report: other }, { name: 'b', report })
      expect(found.features).toEqual([])
      expect(diffRenderers.terminal(found)).not.toContain('feature')
    }
  })

  test('has a tick only if nothing is missing', () => {
    const [report, thin] = [examples.conforming(), examples.thin()]
    const [first, ...others] = report.requirements
    const untested = first?.operations.map((result) => ({ ...result, verdict: 'skipped' as const }))
    const withoutFirst = { ...report, requirements: others }
    const firstUntested = { ...report, requirements: [{ ...first!, operations: untested! }, ...others] }
    const heading = (before: Report, after: Report) =>
      diffRenderers.markdown(difference({ name: 'a', report: before }, { name: 'b', report: after }))
    expect(heading(report, report)).toMatch(/^## ✓ /)
    expect(heading(withoutFirst, report)).toMatch(/^## ✓ /)
    expect(heading(report, withoutFirst)).toMatch(/^## \? /)
    expect(heading(report, firstUntested)).toMatch(/^## \? /)
    expect(heading(thin, report)).toMatch(/^## \? /)
  })

  test.each(diffFormats)('matches the golden file as %s', (format) => {
    const found = difference(before(), { name: 'after', report: mixed() })
    expectGolden(new URL(`difference.${extensions[format]}`, folder), diffRenderers[format](found))
  })
})

describe('a matrix', () => {
  const sides = () => Object.entries(examples).map(([name, example]) => ({ name, report: example() }))

  test('has a cell for each result and report, with the verdict of that report', () => {
    const reports = [...sides(), { name: 'mixed', report: mixed() }]
    const { rows } = matrix(reports)
    for (const row of rows)
      expect(row.cells.map((cell) => cell?.verdict)).toEqual(
        reports.map(({ report }) => allResults(report).find((result) => keyOf(result) === keyOf(row))?.verdict),
      )
    expect(new Set(rows.map(keyOf)).size).toBe(rows.length)
  })

  test.each(matrixFormats)('matches the golden file as %s', (format) => {
    expectGolden(
      new URL(`matrix.${extensions[format]}`, folder),
      matrixRenderers[format](matrix([...sides(), { name: 'mixed', report: mixed() }])),
    )
  })
})

test('the JSON of differences and matrices is validated by its schema', () => {
  const report = mixed()
  const found = JSON.parse(diffRenderers.json(difference(before(), { name: 'after', report }))) as object
  const beside = JSON.parse(matrixRenderers.json(matrix([before(), { name: 'after', report }]))) as object
  expect(validate('results/difference', found).violations).toEqual([])
  expect(validate('results/matrix', beside).violations).toEqual([])
  expect(validate('results/difference', { ...found, more: 1 }).violations).not.toEqual([])
  expect(validate('results/matrix', { ...beside, rows: [{}] }).violations).not.toEqual([])
})

describe('hostile text in results', () => {
  const skeleton = (markup: string): string => markup.replace(/[^<>"']/g, '')
  const poison = fc
    .oneof(fc.constantFrom(...poisons), fc.string({ unit: 'binary' }))
    .map((text) => text.replaceAll('`', ''))
  const twice = (text: string) => [
    { name: text, report: poisoned(examples.nonconforming(), text) },
    { name: text, report: poisoned(examples.excused(), text) },
  ]
  const pages = {
    difference: (text: string) => diffRenderers.html(difference(twice(text)[0]!, twice(text)[1]!)),
    matrix: (text: string) => matrixRenderers.html(matrix(twice(text))),
  }
  const texts = {
    terminal: (text: string) => diffRenderers.terminal(difference(twice(text)[0]!, twice(text)[1]!)),
    markdown: (text: string) => diffRenderers.markdown(difference(twice(text)[0]!, twice(text)[1]!)),
    table: (text: string) => matrixRenderers.markdown(matrix(twice(text))),
    overview: (text: string) => matrixRenderers.terminal(matrix(twice(text))),
  }

  test.each(Object.entries(pages))('does not change the structure of the %s page', (_name, page) => {
    fc.assert(
      fc.property(poison, (text) => {
        expect(skeleton(page(text))).toBe(skeleton(page('harmless')))
      }),
    )
  })

  test.each(Object.entries({ ...pages, ...texts }))('adds no control characters to the %s', (_name, render) => {
    fc.assert(
      fc.property(poison, (text) => {
        expect(render(text)).not.toMatch(/[\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\p{Cs}\ufffe\uffff]/u)
      }),
    )
  })

  test.each(Object.entries(texts))('adds no workflow commands to the %s', (_name, render) => {
    fc.assert(
      fc.property(poison, (text) => {
        expect(render(`::error::${text}##[`)).not.toMatch(/^\s*::|##\[/m)
      }),
    )
  })

  test('adds no table cells', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('|', '\\', '`', 'a') }), (text) => {
        const lines = texts.table(text).split('\n')
        const row = lines[lines.findIndex((line) => line.startsWith('|---|')) + 1]
        expect(row?.split(/(?<!\\)\|/)).toHaveLength(13)
      }),
    )
  })
})

test('a comparison names the requirements that only one side has, unless the versions of the suite differ', () => {
  const report = examples.nonconforming()
  const [first] = report.requirements
  const plugged: Report = {
    ...report,
    catalogue: { digest: `sha256:${'f'.repeat(64)}` },
    requirements: [...report.requirements, { ...first!, id: 'acme.request-id' }],
  }
  const cautionsOf = (after: Report) => difference(before(), { name: 'after', report: after }).cautions.join('\n')
  expect(cautionsOf(plugged)).toContain(
    'not all results were judged by acme.request-id (only after); give all runs the same plugins (--plugin of mgi run, mgi check or mgi merge)',
  )
  expect(cautionsOf({ ...plugged, tool: { ...report.tool, version: '0.0.1' } })).toContain(
    'different catalogues of requirements; judge the older evidence again with mgi check',
  )
})
