import { expect, test } from 'vitest'
import { remove, set } from '../../../schemas/json-pointer.ts'
import { languageOf, messagesCatalogue } from '../../explore/one-schema.fixture.ts'
import { mutationsOf } from '../values/changes.ts'
import { documentLanguage } from './language.ts'
import { assertUnderstood } from './subschemas.ts'
import { breaches } from './walk.ts'

const values = messagesCatalogue.templates.map(({ value }) => value)

test('the mismatches found by walking a schema agree with the validator', () => {
  const root = documentLanguage.root('messages/request')
  for (const [base, { pointer, value: wrong }] of values.flatMap((base) =>
    mutationsOf(base, '').map((one) => [base, one] as const),
  )) {
    const changed = wrong === undefined ? remove(base, pointer) : set(base, pointer, wrong)
    const ours = [...breaches(documentLanguage, root, changed)].map((breach) => `${breach.pointer} ${breach.keyword}`)
    const { violations } = documentLanguage.validate('messages/request', changed)
    const theirs = violations
      .filter(({ keyword }) => !keyword.includes('-'))
      .map((one) => `${one.pointer} ${one.keyword}`)
    expect(new Set(ours)).toEqual(new Set(theirs))
  }
})

test.each(['uniqueItems', 'anyOf', 'patternProperties'])('a schema with %s is rejected', (keyword) => {
  const language = languageOf({ type: 'object', properties: { a: { [keyword]: [] } } })
  expect(() => assertUnderstood(language, language.root(''))).toThrow(`the keyword ${keyword} is not understood`)
})

test('oneOf without discriminator is rejected', () => {
  const language = languageOf({ oneOf: [{ type: 'string' }] })
  expect(() => assertUnderstood(language, language.root(''))).toThrow('oneOf stands without discriminator')
})
