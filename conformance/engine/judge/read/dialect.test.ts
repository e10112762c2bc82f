import { expect, test } from 'vitest'
import { dialectInWords, foreignDialect } from './dialect.ts'

test('a body with a member of the token area is no body of another protocol, even if a type is wrong', () => {
  expect(foreignDialect({ success: 'false', message: 'm' }, 'token-usage')).toBeUndefined()
  const bare = foreignDialect({ message: 'm' }, 'token-usage')
  expect(dialectInWords(bare ?? '')).toBe('a body with `message` and without `error`')
})
