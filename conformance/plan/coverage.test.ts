import { expect, test } from 'vitest'
import { catalogueFor, jsonOperation, languageOf, messagesCatalogue } from '../explore/one-schema.fixture.ts'
import { additionsFor } from './coverage.ts'
import { type Pack, packed } from './pack.ts'
import { documentLanguage, isSound } from './schema/language.ts'
import { type Subject, subjectOf } from './subject.ts'

const [operation] = messagesCatalogue.operations
if (operation === undefined) throw new Error('the test catalogue has an operation')
const messages = subjectOf(documentLanguage, operation, messagesCatalogue, new Set())
const additions = additionsFor(messages)
const packs = packed(messages, additions)

function subjectFor(schema: Record<string, unknown>, body: unknown): Subject {
  const language = languageOf({ type: 'object', properties: { body: schema } })
  const catalogue = catalogueFor(language, jsonOperation(), [{ body }])
  return subjectOf(language, jsonOperation(), catalogue, new Set())
}

test('every addition is certainly valid and says the same on the wire', () => {
  for (const { value, proved } of additions) {
    expect(isSound(documentLanguage.validate('messages/request', value))).toBe(true)
    expect(messages.operation.read(proved.request)).toEqual(value)
  }
  expect(additions.length).toBeGreaterThan(20)
})

test('planning twice gives the same additions and packs', () => {
  const again = additionsFor(messages)
  expect(again).toEqual(additions)
  expect(packed(messages, again)).toEqual(packs)
})

test('every pack is certainly valid and still makes use of all that its additions brought', () => {
  for (const { additions: held, proved } of packs) {
    expect(isSound(documentLanguage.validate('messages/request', proved.value))).toBe(true)
    for (const { news } of held) expect(proved.uses).toEqual(expect.arrayContaining([...news]))
  }
  expect(packs.length).toBeLessThan(additions.length / 2)
})

test('a pack divides into halves and in the end into each of its additions alone', () => {
  const leaves = ({ additions: held, parts }: Pack): readonly unknown[] => {
    return parts.length === 0 ? held.map(({ shows, value }) => [shows, value]) : parts.flatMap(leaves)
  }
  for (const pack of packs) expect(leaves(pack)).toEqual(pack.additions.map(({ shows, value }) => [shows, value]))
})

test('values that exclude one another stand beside one another where a list takes them, of other templates too', () => {
  const color = { enum: ['red', 'green', 'blue'] }
  const item = { type: 'object', required: ['color'], properties: { color } }
  const schema = {
    type: 'object',
    properties: { list: { type: 'array', items: item }, flag: { type: 'boolean' } },
  }
  const language = languageOf({ type: 'object', properties: { body: schema } })
  const templates = [{ body: {} }, { body: { list: [{ color: 'red' }] } }]
  const catalogue = catalogueFor(language, jsonOperation(), templates)
  const subject = subjectOf(language, jsonOperation(), catalogue, new Set())
  const [first, ...others] = packed(subject, additionsFor(subject)).map(({ proved }) => proved.value.body)
  expect(first).toMatchObject({ flag: true, list: [{ color: 'green' }, { color: 'blue' }] })
  expect(others).toEqual([{ flag: false }])
})

test('listed values, limits, lengths, counts, booleans and types are each shown once', () => {
  const schema = {
    type: 'object',
    required: ['size'],
    properties: {
      size: { enum: ['small', 'large'] },
      n: { type: ['integer', 'null'], minimum: 1, maximum: 10 },
      name: { type: 'string', minLength: 2, maxLength: 9 },
      list: { type: 'array', minItems: 1, maxItems: 3, items: { type: 'string' } },
      flag: { type: 'boolean' },
    },
  }
  const shown = additionsFor(subjectFor(schema, { size: 'small' })).map(
    ({ value }) => value.body as Record<string, unknown>,
  )
  const valuesOf = (name: string) => new Set(shown.map((body) => JSON.stringify(body[name])))
  expect(valuesOf('size')).toEqual(new Set(['"small"', '"large"']))
  expect([...valuesOf('n')]).toEqual(expect.arrayContaining(['1', '10', 'null']))
  const lengths = shown.map(({ name }) => String(name ?? '').length)
  expect(lengths).toEqual(expect.arrayContaining([2, 9]))
  expect(shown.map(({ list }) => (list as unknown[] | undefined)?.length)).toEqual(expect.arrayContaining([1, 3]))
  expect([...valuesOf('flag')]).toEqual(expect.arrayContaining(['true', 'false']))
  expect(new Set(shown.map((body) => JSON.stringify(body))).size).toBe(shown.length)
})

test('a place that is open is never part of an addition', () => {
  const schema = {
    type: 'object',
    properties: { n: { type: 'integer', minimum: 0, maximum: 5, 'x-unspecified': { when: { const: 5 } } } },
  }
  const shown = additionsFor(subjectFor(schema, {})).map(({ value }) => (value.body as { n: number }).n)
  expect(shown).toContain(0)
  expect(shown).not.toContain(5)
})

test('each branch of a oneOf is shown', () => {
  const branch = (kind: string) => ({ type: 'object', required: ['kind'], properties: { kind: { const: kind } } })
  const schema = {
    type: 'object',
    discriminator: { propertyName: 'kind' },
    oneOf: [branch('a'), branch('b'), branch('c')],
  }
  const shown = additionsFor(subjectFor(schema, { kind: 'a' })).map(({ value }) => value.body)
  expect(shown).toEqual(expect.arrayContaining([{ kind: 'b' }, { kind: 'c' }]))
})

test('a schema that refers to itself is explored to an end', () => {
  const language = languageOf({
    type: 'object',
    properties: { body: { $ref: '#/$defs/tree' } },
    $defs: {
      tree: { type: 'object', properties: { left: { $ref: '#/$defs/tree' }, right: { $ref: '#/$defs/tree' } } },
    },
  })
  const catalogue = catalogueFor(language, jsonOperation(), [{ body: {} }])
  expect(additionsFor(subjectOf(language, jsonOperation(), catalogue, new Set()))).toHaveLength(2)
})

test('an ability that the vendor declares absent is not made use of', () => {
  const language = languageOf({
    type: 'object',
    properties: { body: { type: 'object', properties: { deep: { type: 'boolean', 'x-feature': 'a.deep' } } } },
  })
  const catalogue = catalogueFor(language, jsonOperation(), [{ body: {} }])
  const requirements = catalogue.requirements.map((one) => ({ ...one, capability: 'thinking' as const }))
  const subject = subjectOf(language, jsonOperation(), { ...catalogue, requirements }, new Set(['thinking'] as const))
  expect(additionsFor(subject)).toEqual([])
})
