import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Constraint, validate } from '../../../schemas/index.ts'
import { catalogue } from '../../specification/catalogue.ts'
import { documentLanguage } from '../plan/schema/language.ts'
import { reachable } from '../plan/schema/understood.ts'
import { type ConstraintCoverage, constraintName, startConstraints } from './collector.ts'

const asking = { role: 'user', content: 'Name a color.' }
const plain = { model: 'messages-model-1', max_tokens: 64, messages: [asking] }
const request = (more: object = {}) => ({ header: { 'provider-version': '2023-06-01' }, body: { ...plain, ...more } })
const start = () => startConstraints('messages/request')

function met({ constraints, isMet }: ConstraintCoverage): readonly string[] {
  return constraints.filter(isMet).map(constraintName)
}

test('a valid value meets only the constraints of its members', () => {
  const covered = start()
  covered.meet(request({ temperature: 0.5 }))
  expect(met(covered)).toEqual(
    expect.arrayContaining([
      'messages/body.json#/properties/temperature type',
      'messages/body.json#/properties/temperature minimum',
      'messages/body.json#/properties/model required',
    ]),
  )
  expect(met(covered).filter((name) => /top_p|tool-|thinking\.json|block/.test(name))).toEqual([])
})

test('a numeric constraint is not met by a string', () => {
  const texts = start()
  texts.meet(request({ temperature: 'warm' }))
  expect(met(texts)).not.toContain('messages/body.json#/properties/temperature minimum')
})

test('a constraint that forbids what its condition selects is met by other values', () => {
  const covered = start()
  covered.meet(request())
  expect(met(covered)).toContain('messages/message.json#/$defs/role/then enum')
})

test('violations of the validator count as violated constraints', () => {
  const covered = start()
  const { model: _model, ...without } = plain
  covered.break(validate('messages/request', { ...request(), body: without }).violations)
  covered.break(validate('messages/request', request({ max_tokens: 0 })).violations)
  covered.break(
    validate('messages/request', request({ messages: [{ ...asking, content: [{ type: 'no' }] }] })).violations,
  )
  expect(covered.constraints.filter(covered.isBroken).map(constraintName)).toEqual([
    'messages/body.json#/properties/model required',
    'messages/body.json#/properties/max_tokens minimum',
    'messages/block.json# discriminator',
  ])
})

const values = catalogue.templates.filter(({ operation }) => operation === 'messages.create').map(({ value }) => value)

test('the order and repetition of values do not change the coverage', () => {
  const metBy = (order: readonly unknown[]) => {
    const covered = start()
    for (const value of order) covered.meet(value)
    return met(covered)
  }
  fc.assert(
    fc.property(fc.shuffledSubarray(values, { minLength: values.length }), fc.subarray(values), (order, again) => {
      expect(metBy([...order, ...again])).toEqual(metBy(values))
    }),
  )
})

const requestSchemas = [...new Set(catalogue.operations.flatMap(({ schemas }) => schemas.request ?? []))]

test.each(requestSchemas)('every constraint of %s has a unique name and a rejection requirement', (name) => {
  const { constraints } = startConstraints(name)
  const all = constraints.map(constraintName)
  expect(new Set(all).size).toBe(all.length)
  const rejections = new Set(catalogue.requirements.filter(({ kind }) => kind === 'rejection').map(({ id }) => id))
  expect(constraints.map(({ requirement }) => requirement).filter((id) => !rejections.has(id))).toEqual([])
})

test.each(requestSchemas)('the coverage of %s contains every reachable constraint outside conditions', (name) => {
  const views = [...reachable(documentLanguage.view(name))]
  const conditions = new Set(views.flatMap(({ schema }) => [...everyObjectIn(schema['if'])]))
  const all = views.filter(({ schema }) => !conditions.has(schema)).flatMap(({ constraints }) => constraints)
  const sorted = (list: readonly Constraint[]) => list.map(constraintName).sort()
  expect(sorted(startConstraints(name).constraints)).toEqual(sorted(all))
})

function* everyObjectIn(value: unknown): Generator<object> {
  if (typeof value !== 'object' || value === null) return
  yield value
  for (const inner of Object.values(value)) yield* everyObjectIn(inner)
}

test('every blank names existing constraints', () => {
  for (const { schemas, blanks = [] } of catalogue.operations) {
    if (schemas.request === undefined) continue
    const all = startConstraints(schemas.request).constraints.map(constraintName)
    for (const named of blanks.flatMap(({ constraints }) => constraints)) {
      expect(all.filter((one) => one.startsWith(named)).length, named).toBeGreaterThan(0)
    }
  }
})
