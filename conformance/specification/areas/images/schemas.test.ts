import { expect, test } from 'vitest'
import { rootNode, validate } from '../../../../schemas/index.ts'
import type { Operation } from '../../../core/model/operation.ts'
import type { Requirement } from '../../../core/model/requirement.ts'
import { requestsSentBy } from '../../../core/model/steps.fixture.ts'
import { endpoints } from '../../../core/model/vocabulary.ts'
import suite from './index.ts'

const requirements: readonly Requirement[] = suite.requirements

test('ids are unique and start with the area', () => {
  const ids = requirements.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.filter((id) => !/^images\.[a-z0-9-]+$/.test(id))).toEqual([])
})

test('every requirement that another depends on exists', () => {
  const ids = new Set(requirements.map(({ id }) => id))
  const needed = requirements.flatMap((one) => (one.kind === 'acceptance' ? (one.dependsOn ?? []) : []))
  expect(needed.filter((id) => !ids.has(id))).toEqual([])
})

test.each(suite.templates)('$operation $id is valid without unspecified features', ({ operation, value }) => {
  const { violations, open } = validate(operationWith(operation).schemas.request as string, value)
  expect({ violations, open }).toEqual({ violations: [], open: [] })
})

test.each(suite.operations)('$id: the plain request uses no features', ({ id, schemas }) => {
  const [plain] = suite.templates.filter(({ operation }) => operation === id)
  expect(validate(schemas.request as string, plain?.value).uses).toEqual([])
})

test.each(suite.operations)('$id: the examples of its schema are valid and can be sent', ({ schemas, read, write }) => {
  const examples = rootNode(schemas.request as string).schema['examples'] as readonly object[]
  for (const example of examples) {
    expect(validate(schemas.request as string, example)).toMatchObject({ violations: [], open: [] })
    expect(read(write(example))).toEqual(example)
  }
})

test('the examples of replies are valid', () => {
  const examples = rootNode('images/reply').schema['examples'] as readonly unknown[]
  for (const example of examples) expect(validate('images/reply', example).violations).toEqual([])
})

test.each(
  suite.probes,
)('$id sends its stated number of requests, each showing one of its aims or serving as control request', (probe) => {
  const requests = requestsSentBy(probe, { seed: 1, profile: 'thorough', operations: endpoints })
  expect(requests).toHaveLength(probe.requests)
  for (const request of requests.filter(({ headers }) => headers.some(([, value]) => value.includes('«key:valid»')))) {
    const { id: operation, read, schemas } = suite.operations.find((one) => one.matches(request)) as Operation
    const { violations, open, uses } = validate(schemas.request as string, read(request))
    const broken = [...new Set(violations.map(({ requirement }) => requirement))]
    // A probe without aims sends what the specification leaves open.
    expect(open.length > 0).toBe(probe.aims.length === 0)
    const used = uses.length > 0 ? uses.map(({ requirement }) => requirement) : [`${operation}-plain-request-accepted`]
    const isControl = broken.length === 0 && probe.aims.every((id) => id.endsWith('-rejected'))
    const shown = broken.length > 0 ? broken : used
    expect(isControl || shown.some((id) => id !== undefined && probe.aims.includes(id)), shown.join()).toBe(true)
    expect(broken.length).toBeLessThanOrEqual(1)
  }
})

test('every aim of a probe is a requirement', () => {
  const ids = new Set(requirements.map(({ id }) => id))
  expect(suite.probes.flatMap(({ aims }) => aims).filter((aim) => !ids.has(aim))).toEqual([])
})

function operationWith(id: string): Operation {
  return suite.operations.find((one) => one.id === id) as Operation
}
