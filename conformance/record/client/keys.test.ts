import { expect, test } from 'vitest'
import { hiddenOf } from './keys.ts'

const hidden = (key: string) => hiddenOf(key).map(({ value }) => value)

test('a key is hidden with its prefix and without', () => {
  expect(hidden('sk-0123456789abcdef')).toEqual(['sk-0123456789abcdef', '0123456789abcdef'])
  expect(hidden('litellm')).toEqual(['litellm', 'sk-litellm'])
})

test('a word that is left of a key without its prefix is no secret', () => {
  expect(hidden('sk-litellm')).toEqual(['sk-litellm'])
})
