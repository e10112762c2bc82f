import { expect, test } from 'vitest'
import { validate } from '../../../schemas/index.ts'
import suite from './index.ts'

const named = suite.templates.map((template) => [`${template.operation} ${template.id}`, template] as const)

test.each(named)('%s breaks nothing, leaves nothing open and is meant for its operation', (_, template) => {
  expect(validate('messages/request', template.value)).toMatchObject({ violations: [], open: [] })
  const operation = suite.operations.find(({ id }) => id === template.operation)
  const request = operation?.write(template.value)
  expect(request && suite.operations.filter((one) => one.matches(request)).map(({ id }) => id)).toEqual([
    template.operation,
  ])
})

test('templates are told apart by their ids, and the first of an operation is plain', () => {
  expect(new Set(named.map(([name]) => name)).size).toBe(named.length)
  for (const { id } of suite.operations) {
    const first = suite.templates.find(({ operation }) => operation === id)
    expect(validate('messages/request', first?.value).uses).toEqual([])
  }
})
