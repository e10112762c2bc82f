import { expect, test } from 'vitest'
import { catalogueFor, jsonOperation, languageOf } from './one-schema.fixture.ts'
import { planRun, wholePlan } from './plan.ts'

const operation = jsonOperation()

/** Returns the bodies that a plan sends for a schema with these members. */
async function plannedWith(properties: Record<string, unknown>) {
  const body = { type: 'object', required: ['size'], properties: { size: { enum: ['small', 'large'] }, ...properties } }
  const language = languageOf({ type: 'object', required: ['body'], properties: { body } })
  const catalogue = catalogueFor(language, operation, [{ body: { size: 'small' } }])
  const options = { catalogue, operations: [operation.id], profile: 'standard', seed: 1, language } as const
  const { cases } = await wholePlan(await planRun(options))
  return cases.map(({ id, request, aims }) => {
    return { kind: id.split('/')[1], aims, body: operation.read(request).body as Record<string, unknown> }
  })
}

test('a new optional member of a schema is drawn and violated', async () => {
  const limits = { minimum: 'a.age-from', maximum: 'a.age-to' }
  const age = { type: 'integer', minimum: 3, maximum: 90, 'x-feature': 'a.age', 'x-requirement': limits }
  expect((await plannedWith({})).filter(({ body }) => 'age' in body)).toEqual([])
  const cases = await plannedWith({ age })
  const ages = cases.filter(({ kind }) => kind === 'drawn').map(({ body }) => body['age'])
  expect(ages).toEqual(expect.arrayContaining([3, 90, undefined]))
  const wrong = cases.filter(({ kind, body }) => kind === 'violation' && 'age' in body)
  expect(new Set(wrong.flatMap(({ aims }) => aims))).toEqual(new Set(Object.values(limits)))
  expect(cases.filter(({ aims }) => aims.includes('a.age'))).not.toEqual([])
})

test('enum values, limits, lengths, counts, booleans and types are all sent', async () => {
  const cases = await plannedWith({
    n: { type: ['integer', 'null'], minimum: 1, maximum: 10 },
    name: { type: 'string', minLength: 2, maxLength: 9 },
    list: { type: 'array', minItems: 1, maxItems: 3, items: { type: 'string' } },
    flag: { type: 'boolean' },
  })
  const shown = (name: string) => cases.map(({ body }) => body[name])
  expect(shown('size')).toEqual(expect.arrayContaining(['small', 'large']))
  expect(shown('n')).toEqual(expect.arrayContaining([10, null]))
  expect(shown('name').map((name) => [...String(name ?? '')].length)).toEqual(expect.arrayContaining([2, 9]))
  expect(shown('list').map((list) => (list as unknown[] | undefined)?.length)).toEqual(expect.arrayContaining([1, 3]))
  expect(shown('flag')).toEqual(expect.arrayContaining([true, false]))
})

test('an unspecified value is not sent', async () => {
  const cases = await plannedWith({
    n: { type: 'integer', minimum: 0, maximum: 5, 'x-unspecified': { when: { const: 5 } } },
  })
  const shown = cases.map(({ body }) => body['n'])
  expect(shown).toContain(0)
  expect(shown).not.toContain(5)
})

test('each oneOf branch is sent, and a recursive schema is drawn to a finite depth', async () => {
  const branch = (kind: string) => ({ type: 'object', required: ['kind'], properties: { kind: { const: kind } } })
  const discriminator = { propertyName: 'kind' }
  const tree = { type: 'object', properties: { left: { $ref: '#/properties/body/properties/tree' } } }
  const cases = await plannedWith({
    one: { type: 'object', discriminator, oneOf: [branch('a'), branch('b'), branch('c')] },
    tree,
  })
  expect(cases.map(({ body }) => body['one'])).toEqual(
    expect.arrayContaining([{ kind: 'a' }, { kind: 'b' }, { kind: 'c' }]),
  )
  expect(cases.map(({ body }) => body['tree'])).toContainEqual({ left: {} })
})

test('a feature that is declared absent, or is not in the edition, is not used', async () => {
  const deep = { type: 'boolean', 'x-feature': 'a.deep' }
  const language = languageOf({
    type: 'object',
    properties: { body: { type: 'object', properties: { deep, wide: { type: 'boolean' } } } },
  })
  const catalogue = catalogueFor(language, operation, [{ body: {} }])
  const requirements = catalogue.requirements.map((one) => ({ ...one, capability: 'thinking' as const }))
  const common = { operations: [operation.id], profile: 'standard', seed: 1, language } as const
  const later = catalogue.requirements.map((one) => (one.id === 'a.deep' ? { ...one, notInEdition: '2026-12' } : one))
  const bodiesOf = async (unsupported: readonly 'thinking'[], judged = requirements as typeof later) => {
    const { cases } = await wholePlan(
      await planRun({ ...common, catalogue: { ...catalogue, requirements: judged }, unsupported }),
    )
    return cases.flatMap(({ request }) => Object.keys(operation.read(request).body ?? {}))
  }
  expect(await bodiesOf([])).toEqual(expect.arrayContaining(['deep', 'wide']))
  expect(new Set(await bodiesOf(['thinking']))).toEqual(new Set(['wide']))
  expect(new Set(await bodiesOf([], later))).toEqual(new Set(['wide']))
})
