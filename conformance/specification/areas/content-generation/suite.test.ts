import { expect, test } from 'vitest'
import { validate } from '../../../../schemas/index.ts'
import type { Requirement } from '../../../core/model/requirement.ts'
import suite from './index.ts'

const requirements: readonly Requirement[] = suite.requirements
const byId = new Map(requirements.map((one) => [one.id, one]))

test('ids are unique and start with the area', () => {
  expect(byId.size).toBe(requirements.length)
  for (const id of byId.keys()) expect(id).toMatch(/^content\.[a-z0-9-]+$/)
})

test('dependsOn and aims name existing requirements', () => {
  for (const one of requirements) {
    if (one.kind === 'acceptance')
      for (const id of one.dependsOn ?? []) expect(byId.has(id), `${one.id}: ${id}`).toBe(true)
  }
  for (const { aims, id } of suite.probes) for (const aim of aims) expect(byId.has(aim), `${id}: ${aim}`).toBe(true)
})

test.each(suite.templates)('the template $operation $id is valid without unspecified features', ({ value }) => {
  const { violations, open } = validate('content-generation/request', value)
  expect({ violations, open }).toEqual({ violations: [], open: [] })
})

test('the first template of each operation uses no features', () => {
  for (const { id } of suite.operations) {
    const first = suite.templates.find(({ operation }) => operation === id)
    expect(validate('content-generation/request', first?.value).uses).toEqual([])
  }
})

test('a template declares the capabilities that its features need', () => {
  for (const { id, value, capabilities = [] } of suite.templates) {
    const uses = validate('content-generation/request', value).uses
    const needed = uses.map(({ requirement }) => byId.get(requirement)?.capability).filter((one) => one !== undefined)
    expect([...new Set(needed)], id).toEqual(capabilities)
  }
})
