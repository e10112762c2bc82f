import { expect, test } from 'vitest'
import { get, remove } from '../../../schemas/json-pointer.ts'
import type { RequestValue } from '../../core/model/operation.ts'
import { documentLanguage } from '../plan/schema/language.ts'
import { type Subject, subjectOf } from '../plan/subject.ts'
import { firstOf } from './drawn.fixture.ts'
import { catalogueFor, jsonOperation, languageOf, messagesCatalogue } from './one-schema.fixture.ts'
import { randomFrom } from './random.ts'
import { violations } from './violate.ts'

const [operation] = messagesCatalogue.operations
if (operation === undefined) throw new Error('the test catalogue has an operation')
const messages = subjectOf(documentLanguage, operation, messagesCatalogue, new Set())

function first(subject: Subject, values: readonly RequestValue[], count: number) {
  const controls = values.map((value, index) => ({
    id: `control ${index}`,
    value,
    isAsWritten: true,
    price: 0,
    size: index,
  }))
  return firstOf(violations(subject, controls, randomFrom(1)), count)
}

const all = first(
  messages,
  messages.templates.map(({ value }) => value),
  200,
)

test('every violation violates exactly one requirement and has no unspecified features', () => {
  for (const { broken } of all) {
    const validation = documentLanguage.validate('messages/request', messages.operation.read(broken.request))
    expect(new Set(validation.violations.map(({ requirement }) => requirement))).toEqual(new Set([broken.requirement]))
    expect(validation.open).toEqual([])
  }
  expect(new Set(all.map(({ broken }) => broken.requirement)).size).toBeGreaterThan(25)
})

test('every violation equals its control request apart from the violated place', () => {
  for (const { control, broken } of all) {
    const value = messages.operation.read(broken.request)
    const validation = documentLanguage.validate('messages/request', value)
    const without = (one: unknown) => validation.violations.reduce((at, { pointer }) => remove(at, pointer), one)
    expect(without(value)).toEqual(without(control.value))
  }
})

test('the first round has one violation per requirement, and the same seed gives the same violations', () => {
  const early = all.filter(({ round }) => round === 0).map(({ broken }) => broken.requirement)
  expect(new Set(early).size).toBe(early.length)
  const again = first(
    messages,
    messages.templates.map(({ value }) => value),
    200,
  )
  expect(again).toEqual(all)
})

test('a wrong type is 7 for an object or a list, an object for a scalar, n.5 for an integer, and null for a required member; other outsiders are words (interpretation G16)', () => {
  for (const { broken } of all) {
    const value = get(messages.operation.read(broken.request), broken.pointer)
    const isBetweenIntegers = typeof value === 'number' && !Number.isInteger(value)
    if (broken.keyword === 'type' && !isBetweenIntegers)
      expect(typeof value, broken.pointer).toBe(value === 7 ? 'number' : 'object')
    if (broken.keyword === 'enum') expect(typeof value, broken.pointer).toBe('string')
    if (broken.keyword === 'type' || broken.keyword === 'enum') expect(value).not.toEqual([])
  }
  const ofBody = all.find(({ broken }) => broken.pointer === '/body' && broken.keyword === 'type')
  expect(messages.operation.read(ofBody!.broken.request).body).toBe(7)
})

test('a value that becomes valid when written is not a violation', () => {
  const language = languageOf({
    type: 'object',
    properties: {
      body: {
        type: 'object',
        properties: {
          n: { type: ['integer', 'string'], 'x-requirement': 'a.n' },
          user: { type: 'string', 'x-requirement': 'a.user' },
        },
      },
    },
  })
  const asForm = { ...jsonOperation(), read: readForm }
  const subject = subjectOf(
    language,
    asForm,
    catalogueFor(language, asForm, [{ body: { n: 1, user: 'apple' } }]),
    new Set(),
  )
  expect(first(subject, [{ body: { n: 1, user: 'apple' } }], 20)).toEqual([])
})

/** Reads a body like a form, in which every value is a text. */
function readForm({ body }: { readonly body: Uint8Array }) {
  const { body: members } = JSON.parse(new TextDecoder().decode(body)) as { body: Record<string, unknown> }
  return { body: Object.fromEntries(Object.entries(members).map(([name, member]) => [name, String(member)])) }
}

test('each schema keyword is violated at its own place', () => {
  const kinds = [
    'required',
    'type',
    'enum',
    'minimum',
    'maximum',
    'minLength',
    'maxLength',
    'minItems',
    'maxItems',
    'pattern',
  ]
  const all = (...names: string[]) => Object.fromEntries(names.map((name) => [name, `a.${name}`]))
  const language = languageOf({
    type: 'object',
    properties: {
      body: {
        type: 'object',
        required: ['size'],
        'x-requirement': all('required'),
        properties: {
          size: { enum: ['small'], 'x-requirement': all('enum') },
          n: { type: 'integer', minimum: 1, maximum: 10, 'x-requirement': all('type', 'minimum', 'maximum') },
          name: { type: 'string', minLength: 2, maxLength: 9, 'x-requirement': all('minLength', 'maxLength') },
          list: { type: 'array', minItems: 1, maxItems: 3, 'x-requirement': all('minItems', 'maxItems') },
          data: { type: 'string', pattern: '^[a-z]+$', 'x-requirement': all('pattern') },
        },
      },
    },
  })
  const value = { body: { size: 'small', n: 2, name: 'apple', list: ['a'], data: 'abc' } }
  const subject = subjectOf(language, jsonOperation(), catalogueFor(language, jsonOperation(), [value]), new Set())
  expect(new Set(first(subject, [value], 60).map(({ broken }) => broken.keyword))).toEqual(new Set(kinds))
})

test('an enum behind a condition is violated', () => {
  const listed = JSON.parse(`{"if":{"type":"string"},"then":{"enum":["AUTO"],"x-requirement":"a.mode"}}`) as object
  const language = languageOf({
    type: 'object',
    properties: { body: { type: 'object', properties: { mode: { type: ['string', 'null'], ...listed } } } },
  })
  const value = { body: { mode: 'AUTO' } }
  const subject = subjectOf(language, jsonOperation(), catalogueFor(language, jsonOperation(), [value]), new Set())
  const [one] = first(subject, [value], 1)
  expect(one?.broken).toMatchObject({ requirement: 'a.mode', pointer: '/body/mode', keyword: 'enum' })
})

test('a named rule is violated by small changes', () => {
  const rule = (value: unknown) => {
    const { low, high } = (value ?? {}) as { low: number; high: number }
    return low < high ? [] : [{ pointer: '/body/low', keyword: 'in-order', requirement: 'a.in-order', message: '' }]
  }
  const schema = {
    type: 'object',
    properties: { body: { type: 'object', 'x-rule': 'in-order', 'x-requirement': 'a.in-order' } },
  }
  const language = {
    ...languageOf(schema),
    validate: (_: string, value: unknown) => ({
      violations: rule((value as { body: unknown }).body),
      open: [],
      uses: [],
      spoken: new Set<string>(),
    }),
  }
  const value = { body: { low: 5, high: 9 } }
  const subject = subjectOf(language, jsonOperation(), catalogueFor(language, jsonOperation(), [value]), new Set())
  const lows = first(subject, [value], 20).map(({ broken }) => jsonOperation().read(broken.request).body)
  expect(lows).toContainEqual({ low: 9, high: 9 })
})
