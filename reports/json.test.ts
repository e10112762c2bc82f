import { expect, test } from 'vitest'
import { examples } from './examples.fixture.ts'
import { renderJson } from './json.ts'

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, inner]) => [name, reversed(inner)]),
  )
}

test('the member order of a report does not change its JSON', () => {
  const report = examples.nonconforming()
  expect(renderJson(reversed(report) as typeof report)).toBe(renderJson(report))
})

test('values of the target keep their member order', () => {
  const report = examples.nonconforming()
  const [first] = report.requirements
  const actual = { zebra: 1, id: 2, actual: { b: 1, a: 2 } }
  const findings = [{ message: 'm', exchange: 'e', actual }]
  expect(
    renderJson({
      ...report,
      requirements: [{ ...first!, operations: [{ ...first!.operations[0]!, findings }] }],
    }).replace(/\s/g, ''),
  ).toContain('"actual":{"zebra":1,"id":2,"actual":{"b":1,"a":2}}')
})
