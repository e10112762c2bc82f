import fc from 'fast-check'
import { expect, test } from 'vitest'
import { examples } from './examples.golden.ts'
import { folded } from './fold.ts'
import { markdown } from './markdown/markdown.ts'
import { terminal } from './terminal/terminal.ts'

const finding = fc.record({
  message: fc.constantFrom('a', 'b', '["a",null]'),
  exchange: fc.string(),
  path: fc.constantFrom('/x', '/y', 'null'),
})

test('folding loses no finding, and folds exactly those of the same message and place', () => {
  fc.assert(
    fc.property(fc.array(finding), (findings) => {
      const folds = folded(findings)
      expect(folds.reduce((sum, { count }) => sum + count, 0)).toBe(findings.length)
      const said = folds.map(({ finding: { message, path } }) => `${message}\n${path}`)
      expect(said).toEqual([...new Set(findings.map(({ message, path }) => `${message}\n${path}`))])
    }),
  )
})

test.each(
  Object.entries({ terminal, markdown }),
)('%s says once what was found often, and how often', (_name, render) => {
  const report = examples.excused()
  const requirements = report.requirements.map(({ known: _excuse, ...rest }) => rest)
  const text = render({ ...report, requirements })
  expect(text.match(/expected content_block_delta/g)).toHaveLength(1)
  expect(text.replace(/\s+/g, ' ')).toContain('got message_stop (event 3)')
  expect(text).toContain('(5 times)')
  expect(text).toContain('and 34 more')
})
