import { expect, test } from 'vitest'
import { answerInWords } from './answer-in-words.ts'

test.each([
  [undefined, 'busy', 'nothing'],
  [200, 'accepted', '200'],
  [200, 'busy', '200 with a reply that broke off or ended in an error'],
  [200, 'unrecognised', '200 with a body that is no reply of this operation'],
  [429, 'busy', '429, which says that it cannot serve just now'],
  [403, 'denied', '403, which turns the key away'],
  [404, 'refused', '404'],
  [500, 'failed', '500, an error of the server'],
  [302, 'strange', '302, neither a success nor an error'],
] as const)('%s that was taken as %s is %s', (status, reception, words) => {
  expect(answerInWords(status, reception)).toBe(words)
})
