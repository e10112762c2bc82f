import { expect, test } from 'vitest'
import { answerInWords } from './answer-in-words.ts'

test.each([
  [undefined, 'busy', 'no response'],
  [200, 'accepted', '200'],
  [200, 'busy', '200 with an incomplete response'],
  [200, 'unrecognised', '200 with a body that is not a valid response of this operation'],
  [429, 'busy', '429, which means that the server is busy'],
  [403, 'denied', '403, which rejects the key'],
  [404, 'rejected', '404'],
  [500, 'failed', '500, a server error'],
  [200, 'errored', '200 with an event stream that reports an error'],
  [302, 'strange', '302, neither a success nor an error'],
] as const)('status %s with the class %s is described as "%s"', (status, responseClass, words) => {
  expect(answerInWords(status, responseClass)).toBe(words)
})

test('a response that was not recorded is not called incomplete', () => {
  expect(answerInWords(200, 'busy', false)).toBe('200 with a body that was not captured')
})
