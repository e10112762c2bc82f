import fc from 'fast-check'
import { expect, test } from 'vitest'
import { languageOf, messagesCatalogue } from '../one-schema.golden.ts'
import { drawValid, requestValues } from '../plan/exploration.ts'
import { prove, subjectOf } from '../plan/subject.ts'
import { documentLanguage, isSound } from '../schema/language.ts'
import { arbitraryFor } from './arbitrary.ts'

const [operation] = messagesCatalogue.operations
if (operation === undefined) throw new Error('the test catalogue has an operation')
const messages = subjectOf(documentLanguage, operation, messagesCatalogue, new Set())
const values = requestValues(messages) ?? fc.constant({})
const sound = values.filter((value) => prove(messages, value) !== undefined)

test('all that is drawn is certainly valid', () => {
  const { proved, rejected } = drawValid(messages, 1, 60)
  expect(proved).toHaveLength(60)
  for (const { value } of proved) expect(isSound(documentLanguage.validate('messages/request', value))).toBe(true)
  expect(rejected).toBeLessThan(60 * 29)
})

test('the same seed draws the same, another one something else', () => {
  const drawn = (seed: number) => drawValid(messages, seed, 10).proved.map(({ value }) => value)
  expect(drawn(1)).toEqual(drawn(1))
  expect(drawn(1)).not.toEqual(drawn(2))
})

test('shrinking stays certainly valid', () => {
  const seen: unknown[] = []
  const details = fc.check(
    fc.property(sound, (value) => {
      seen.push(value)
      return JSON.stringify(value).length < 200
    }),
    { seed: 11, numRuns: 50 },
  )
  expect(details.failed).toBe(true)
  expect(details.numShrinks).toBeGreaterThan(0)
  for (const value of seen) expect(isSound(documentLanguage.validate('messages/request', value))).toBe(true)
})

test('random requests use members that the templates have not', () => {
  const used = new Set(drawValid(messages, 3, 60).proved.flatMap(({ uses }) => uses))
  expect(used.size).toBeGreaterThan(5)
})

test('bounds, listed values and dictionaries are kept to, and recursion ends', () => {
  const schema = {
    type: 'object',
    required: ['n', 'kind'],
    properties: {
      n: { type: 'integer', minimum: 3, maximum: 5 },
      ratio: { type: 'number', minimum: 0, maximum: 1 },
      kind: { enum: ['a', 'b'] },
      list: { type: 'array', minItems: 1, maxItems: 2, items: { type: 'boolean' } },
      name: { type: 'string', pattern: '^[A-Za-z_]+$', maxLength: 30 },
      args: { type: 'object' },
      child: { $ref: '#' },
    },
  }
  const language = languageOf(schema)
  const [root] = [language.root('')]
  fc.assert(
    fc.property(arbitraryFor(language, [root]), (value) => {
      expect(language.validate('', value).violations).toEqual([])
      expect(JSON.parse(JSON.stringify(value))).toEqual(value)
    }),
    { numRuns: 300 },
  )
})
