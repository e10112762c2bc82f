import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Report } from '../conformance/model/report.ts'
import { type Outcome, outcomes } from '../conformance/model/vocabulary.ts'
import { validate } from '../schemas/index.ts'
import { expectGolden } from '../tests/golden-file.ts'
import { difference, diffFormats, diffRenderers, kinds } from './diff/index.ts'
import { examples } from './examples.golden.ts'
import { poisoned, poisons } from './hostile.golden.ts'
import { matrix, matrixFormats, matrixRenderers } from './matrix/index.ts'

const extensions = { terminal: 'txt', markdown: 'md', html: 'html', json: 'json' } as const
const folder = new URL('./golden/', import.meta.url)

/** The same run with other outcomes that nothing excuses, each for the requirement in its place; `undefined` leaves it out. */
function withOutcomes(report: Report, verdicts: readonly (Outcome | undefined)[]): Report {
  const requirements = report.requirements.flatMap((requirement, index) => {
    const verdict = verdicts[index % verdicts.length]
    const { known: _known, ...rest } = requirement
    return verdict === undefined ? [] : [{ ...rest, verdict }]
  })
  return { ...report, requirements }
}

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
  const { document: _same, ...rest } = withOutcomes(examples.nonconforming(), verdicts)
  return { ...rest, document: { digest: `sha256:${'f'.repeat(64)}` }, limits: [] }
}

describe('a difference', () => {
  test('of a run from itself is none', () => {
    fc.assert(
      fc.property(anyRun, (report) => {
        const { changes, unchanged } = difference({ name: 'a', report }, { name: 'b', report })
        expect(kinds.flatMap((kind) => changes[kind])).toEqual([])
        expect(unchanged).toBe(report.requirements.length)
      }),
    )
  })

  test('puts every requirement into one place, and each new failure into the first', () => {
    fc.assert(
      fc.property(anyRun, anyRun, (one, other) => {
        const { changes, unchanged, stillFailing } = difference(
          { name: 'a', report: one },
          { name: 'b', report: other },
        )
        const listed = kinds.flatMap((kind) => changes[kind].map(({ id }) => id))
        const all = new Set([...one.requirements, ...other.requirements].map(({ id }) => id))
        expect(new Set(listed).size).toBe(listed.length)
        expect(listed.length + unchanged).toBe(all.size)
        const failing = other.requirements.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)
        const isNew = new Set(changes['newly-failing'].map(({ id }) => id))
        expect(failing.filter((id) => !isNew.has(id))).toEqual(stillFailing)
      }),
    )
  })

  test('the other way round turns new failures into what is fixed or no longer exercised', () => {
    fc.assert(
      fc.property(anyRun, anyRun, (one, other) => {
        const there = difference({ name: 'a', report: one }, { name: 'b', report: other }).changes
        const back = difference({ name: 'b', report: other }, { name: 'a', report: one }).changes
        const ids = (changes: readonly { id: string }[]) => changes.map(({ id }) => id).sort()
        const known = new Set(one.requirements.map(({ id }) => id))
        expect(ids([...back.fixed, ...back['no-longer-exercised'].filter(({ before }) => before === 'fail')])).toEqual(
          ids(there['newly-failing'].filter(({ id }) => known.has(id))),
        )
      }),
    )
  })

  test('a failure that is excused is no new one', () => {
    const [excused] = [examples.excused()]
    const { changes } = difference({ name: 'a', report: examples.conforming() }, { name: 'b', report: excused })
    expect(changes['newly-failing']).toEqual([])
  })

  test.each(diffFormats)('looks as in the golden file as %s', (format) => {
    const found = difference(before(), { name: 'after', report: mixed() })
    expectGolden(new URL(`difference.${extensions[format]}`, folder), diffRenderers[format](found))
  })
})

describe('a matrix', () => {
  const sides = () => Object.entries(examples).map(([name, example]) => ({ name, report: example() }))

  test('has a cell for each requirement and side, and it says what the side says', () => {
    const reports = [...sides(), { name: 'mixed', report: mixed() }]
    const { rows } = matrix(reports)
    for (const { id, cells } of rows)
      expect(cells.map((cell) => cell?.verdict)).toEqual(
        reports.map(({ report }) => report.requirements.find((result) => result.id === id)?.verdict),
      )
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
  })

  test.each(matrixFormats)('looks as in the golden file as %s', (format) => {
    expectGolden(
      new URL(`matrix.${extensions[format]}`, folder),
      matrixRenderers[format](matrix([...sides(), { name: 'mixed', report: mixed() }])),
    )
  })
})

test('as JSON, a difference and a matrix are valid, and what is none is not', () => {
  const report = mixed()
  const found = JSON.parse(diffRenderers.json(difference(before(), { name: 'after', report }))) as object
  const beside = JSON.parse(matrixRenderers.json(matrix([before(), { name: 'after', report }]))) as object
  expect(validate('results/difference', found).violations).toEqual([])
  expect(validate('results/matrix', beside).violations).toEqual([])
  expect(validate('results/difference', { ...found, more: 1 }).violations).not.toEqual([])
  expect(validate('results/matrix', { ...beside, rows: [{}] }).violations).not.toEqual([])
})

describe('whatever was written into the results', () => {
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
  }

  test.each(Object.entries(pages))('the page of a %s has the structure of one with harmless text', (_name, page) => {
    fc.assert(
      fc.property(poison, (text) => {
        expect(skeleton(page(text))).toBe(skeleton(page('harmless')))
      }),
    )
  })

  test.each(Object.entries({ ...pages, ...texts }))('%s holds no character that acts', (_name, render) => {
    fc.assert(
      fc.property(poison, (text) => {
        expect(render(text)).not.toMatch(/[\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\p{Cs}\ufffe\uffff]/u)
      }),
    )
  })

  test.each(Object.entries(texts))('%s holds no command for a log of GitHub Actions', (_name, render) => {
    fc.assert(
      fc.property(poison, (text) => {
        expect(render(`::error::${text}##[`)).not.toMatch(/^\s*::|##\[/m)
      }),
    )
  })

  test('no bar makes another cell', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('|', '\\', '`', 'a') }), (text) => {
        for (const line of texts
          .table(text)
          .split('\n')
          .filter((row) => row.startsWith('| A |')))
          expect(line.split(/(?<!\\)\|/)).toHaveLength(12)
      }),
    )
  })
})
