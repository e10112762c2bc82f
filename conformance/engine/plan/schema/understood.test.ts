import { expect, test } from 'vitest'
import { catalogue } from '../../../specification/catalogue.ts'
import { languageOf } from '../../generate/one-schema.fixture.ts'
import { documentLanguage } from './language.ts'
import { assertUnderstood } from './understood.ts'

test('every keyword of the request schemas is understood', () => {
  for (const { schemas } of catalogue.operations)
    if (schemas.request !== undefined) assertUnderstood(documentLanguage.view(schemas.request))
})

test.each(['uniqueItems', 'anyOf', 'patternProperties'])('a schema with %s is rejected', (keyword) => {
  const values = { uniqueItems: true, anyOf: [{}], patternProperties: {} }
  const language = languageOf({
    type: 'object',
    properties: { a: { [keyword]: values[keyword as keyof typeof values] } },
  })
  expect(() => assertUnderstood(language.view(''))).toThrow(`the keyword ${keyword} is not understood`)
})

test('oneOf without discriminator is rejected', () => {
  const language = languageOf({ oneOf: [{ type: 'string' }] })
  expect(() => assertUnderstood(language.view(''))).toThrow('oneOf stands without discriminator')
})
