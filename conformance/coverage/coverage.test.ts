import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Constraint, constraintsAt, rootNode, validate } from '../../schemas/index.ts'
import { catalogue } from '../catalogue.ts'
import { documentLanguage } from '../plan/schema/language.ts'
import { reachable } from '../plan/schema/subschemas.ts'
import { chartOf } from './chart.ts'
import { type Exercise, startExercise } from './exercise.ts'

const asking = { role: 'user', content: 'Name a color.' }
const plain = { model: 'messages-model-1', max_tokens: 64, messages: [asking] }
const request = (more: object = {}) => ({ header: { 'provider-version': '2023-06-01' }, body: { ...plain, ...more } })
const chart = chartOf('messages/request')

function names(is: Exercise['isMet']): readonly string[] {
  return chart.constraints.filter(is).map(({ place, keyword }) => `${place} ${keyword}`)
}

test('a valid value meets only the constraints of its members', () => {
  const exercise = startExercise(chart)
  exercise.meet(request({ temperature: 0.5 }))
  expect(names(exercise.isMet)).toEqual(
    expect.arrayContaining([
      'messages/body.json#/properties/temperature type',
      'messages/body.json#/properties/temperature minimum',
      'messages/body.json#/properties/model required',
    ]),
  )
  expect(names(exercise.isMet).filter((name) => /top_p|tool-|thinking\.json|block/.test(name))).toEqual([])
})

test('a numeric constraint is not met by a string', () => {
  const texts = startExercise(chart)
  texts.meet(request({ temperature: 'warm' }))
  expect(names(texts.isMet)).not.toContain('messages/body.json#/properties/temperature minimum')
})

test('a constraint that forbids what its condition selects is met by other values', () => {
  const exercise = startExercise(chart)
  exercise.meet(request())
  expect(names(exercise.isMet)).toContain('messages/message.json#/$defs/role/then enum')
})

test('violations of the validator count as violated constraints', () => {
  const exercise = startExercise(chart)
  const { model: _model, ...without } = plain
  exercise.break(validate('messages/request', { ...request(), body: without }).violations)
  exercise.break(validate('messages/request', request({ max_tokens: 0 })).violations)
  exercise.break(
    validate('messages/request', request({ messages: [{ ...asking, content: [{ type: 'no' }] }] })).violations,
  )
  expect(names(exercise.isBroken)).toEqual([
    'messages/body.json#/properties/model required',
    'messages/body.json#/properties/max_tokens minimum',
    'messages/block.json# discriminator',
  ])
})

const values = catalogue.templates.filter(({ operation }) => operation === 'messages.create').map(({ value }) => value)

test('the order and repetition of values do not change the coverage', () => {
  const met = (order: readonly unknown[]) => {
    const exercise = startExercise(chart)
    for (const value of order) exercise.meet(value)
    return names(exercise.isMet)
  }
  fc.assert(
    fc.property(fc.shuffledSubarray(values, { minLength: values.length }), fc.subarray(values), (order, again) => {
      expect(met([...order, ...again])).toEqual(met(values))
    }),
  )
})

const requestSchemas = [...new Set(catalogue.operations.flatMap(({ schemas }) => schemas.request ?? []))]

test.each(requestSchemas)('every constraint of %s has a unique name and a rejection requirement', (name) => {
  const { constraints } = chartOf(name)
  const all = constraints.map(({ place, keyword }) => `${place} ${keyword}`)
  expect(new Set(all).size).toBe(all.length)
  const rejections = new Set(catalogue.requirements.filter(({ kind }) => kind === 'rejection').map(({ id }) => id))
  expect(constraints.map(({ requirement }) => requirement).filter((id) => !rejections.has(id))).toEqual([])
})

test.each(requestSchemas)('the chart of %s contains every reachable constraint outside conditions', (name) => {
  const nodes = [...reachable(documentLanguage, rootNode(name))]
  const conditions = new Set(nodes.flatMap(({ schema }) => [...everyObjectIn(schema['if'])]))
  const all = nodes.filter(({ schema }) => !conditions.has(schema)).flatMap(constraintsAt)
  const sorted = (list: readonly Constraint[]) => list.map(({ place, keyword }) => `${place} ${keyword}`).sort()
  expect(sorted(chartOf(name).constraints)).toEqual(sorted(all))
})

function* everyObjectIn(value: unknown): Generator<object> {
  if (typeof value !== 'object' || value === null) return
  yield value
  for (const inner of Object.values(value)) yield* everyObjectIn(inner)
}

test('every blank names existing constraints', () => {
  for (const { schemas, blanks = [] } of catalogue.operations) {
    if (schemas.request === undefined) continue
    const all = chartOf(schemas.request).constraints.map(({ place, keyword }) => `${place} ${keyword}`)
    for (const named of blanks.flatMap(({ constraints }) => constraints)) {
      expect(all.filter((one) => one.startsWith(named)).length, named).toBeGreaterThan(0)
    }
  }
})
