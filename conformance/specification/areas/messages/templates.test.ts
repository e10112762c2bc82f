import { expect, test } from 'vitest'
import { validate } from '../../../../schemas/index.ts'
import suite from './index.ts'

const named = suite.templates.map((template) => [`${template.operation} ${template.id}`, template] as const)

test.each(named)('%s is valid without unspecified features and matches only its operation', (_, template) => {
  expect(validate('messages/request', template.value)).toMatchObject({ violations: [], open: [] })
  const operation = suite.operations.find(({ id }) => id === template.operation)
  const request = operation?.write(template.value)
  expect(request && suite.operations.filter((one) => one.matches(request)).map(({ id }) => id)).toEqual([
    template.operation,
  ])
})

test('template ids are unique, and the first template of each operation is plain', () => {
  expect(new Set(named.map(([name]) => name)).size).toBe(named.length)
  for (const { id } of suite.operations) {
    const first = suite.templates.find(({ operation }) => operation === id)
    expect(validate('messages/request', first?.value).uses).toEqual([])
  }
})
