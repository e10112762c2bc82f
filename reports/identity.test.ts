import { expect, test } from 'vitest'
import { sentenceOf } from './identity.ts'

test.each([
  ['nothing was tested', 'Nothing was tested.'],
  ['is it there?', 'Is it there?'],
  ['http://127.0.0.1:1 cannot be reached', 'http://127.0.0.1:1 cannot be reached.'],
  ['https://x is silent', 'https://x is silent.'],
])('%s is formatted as the sentence %s', (text, sentence) => {
  expect(sentenceOf(text)).toBe(sentence)
})
