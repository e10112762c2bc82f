import { expect, test } from 'vitest'
import { validate } from './validate.ts'

const header = { 'provider-version': '2023-06-01' }
const plain = { model: 'm', max_tokens: 1, messages: [{ role: 'user', content: 'a' }] }

/** Returns the requirements that a request with these members of its body violates. */
function violatedBy(members: object): readonly unknown[] {
  const { violations } = validate('messages/request', { header, body: { ...plain, ...members } })
  return violations.map(({ requirement, pointer, keyword }) => [requirement, pointer, keyword])
}

test('null for a required member of a request is a missing member, and no wrong type', () => {
  expect(violatedBy({ messages: null })).toEqual(violatedBy({ messages: undefined }))
  expect(violatedBy({ messages: null })).toEqual([['messages.messages-missing-rejected', '/body/messages', 'required']])
  expect(violatedBy({ messages: 7 })).toEqual([['messages.messages-type-rejected', '/body/messages', 'type']])
  expect(violatedBy({ messages: [{ role: null, content: 'a' }], model: null })).toEqual([
    ['messages.model-missing-rejected', '/body/model', 'required'],
    ['messages.role-missing-rejected', '/body/messages/0/role', 'required'],
  ])
})

test('null is a wrong type as an item of a list, and as a whole body', () => {
  const { violations } = validate('messages/request', { header, body: null })
  expect(violations.map(({ pointer, keyword }) => [pointer, keyword])).toEqual([['/body', 'type']])
  expect(violatedBy({ messages: [null] })).toEqual([[expect.any(String), '/body/messages/0', 'type']])
})

test('a required member of a reply may be present and null', () => {
  const { violations } = validate('messages/reply', { content: null })
  expect(violations.find(({ pointer }) => pointer === '/content')?.keyword).toBe('type')
})
