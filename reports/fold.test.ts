import fc from 'fast-check'
import { expect, test } from 'vitest'
import { examples } from './examples.fixture.ts'
import { folded } from './fold.ts'
import { markdown } from './markdown/markdown.ts'
import { text } from './terminal/text.ts'

const finding = fc.record({
  message: fc.constantFrom('a', 'b', '["a",null]'),
  exchange: fc.string(),
  path: fc.constantFrom('/x', '/y', 'null'),
})

test('findings are folded by message and place, without losing any', () => {
  fc.assert(
    fc.property(fc.array(finding), (findings) => {
      const folds = folded(findings)
      expect(folds.reduce((sum, { count }) => sum + count, 0)).toBe(findings.length)
      const said = folds.map(({ finding: { message, path } }) => `${message}\n${path}`)
      expect(said).toEqual([...new Set(findings.map(({ message, path }) => `${message}\n${path}`))])
    }),
  )
})

test.each(Object.entries({ text, markdown }))('%s reports a repeated finding once, with its count', (_name, render) => {
  const report = examples.excused()
  const requirements = report.requirements.map((requirement) => ({
    ...requirement,
    operations: requirement.operations.map(({ known: _excuse, ...rest }) => rest),
  }))
  const told = render({ ...report, requirements })
  expect(told.match(/expected content_block_delta/g)).toHaveLength(1)
  expect(told.replace(/\s+/g, ' ')).toContain('event 3 is message_stop')
  expect(told).toContain('(5 times)')
  expect(told).toContain('and 34 more')
})
