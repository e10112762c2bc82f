import { expect, test } from 'vitest'
import { hiddenOf } from './keys.ts'

const hidden = (key: string) => hiddenOf(key).map(({ value }) => value)

test('a key is hidden with and without its prefix', () => {
  expect(hidden('sk-0123456789abcdef')).toEqual(['sk-0123456789abcdef', '0123456789abcdef'])
  expect(hidden('litellm')).toEqual(['litellm', 'sk-litellm'])
})

test('a short remainder of a key without its prefix is not hidden', () => {
  expect(hidden('sk-litellm')).toEqual(['sk-litellm'])
})
