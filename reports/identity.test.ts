import { expect, test } from 'vitest'
import { traffic } from './example-figures.fixture.ts'
import { examples } from './examples.fixture.ts'
import { effortOf, sentenceOf } from './identity.ts'

test.each([
  ['nothing was tested', 'Nothing was tested.'],
  ['is it there?', 'Is it there?'],
  ['http://127.0.0.1:1 cannot be reached', 'http://127.0.0.1:1 cannot be reached.'],
  ['https://x is silent', 'https://x is silent.'],
])('%s is formatted as the sentence %s', (text, sentence) => {
  expect(sentenceOf(text)).toBe(sentence)
})

test('the cost of a run includes the requests that failed at first', () => {
  const report = examples.conforming()
  const failedAtFirst = { ...report, traffic: traffic.map((one) => ({ ...one, answeredLater: 2 })) }
  expect(effortOf(failedAtFirst)).toContain(`; ${2 * traffic.length} requests answered only when sent again`)
  expect(effortOf(report)).not.toContain('again')
})
