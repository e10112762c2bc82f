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

test('the cost of a run counts downloads of images apart, and nothing else', () => {
  const { summary, ...report } = examples.conforming()
  const effort = (downloads?: number) => effortOf({ ...report, summary: { ...summary, requests: 121, downloads } })
  expect(effort(16)).toMatch(/^105 requests and 16 image downloads in /)
  // A request that was left or answered to another operation is a request, although `traffic` lacks it.
  expect(effort()).toMatch(/^121 requests in /)
})

test('the cost of a run includes how often the same request was served and not served', () => {
  const report = examples.conforming()
  const servedSometimes = { requests: 2, unserved: 3, attempts: 5 }
  const [one] = traffic
  expect(effortOf({ ...report, traffic: [{ ...one!, servedSometimes }] })).toContain(
    '; 2 requests were rejected or failed 3 of 5 times, and were served at other times',
  )
  const only = 'only from 6 requests under way: the 3 such exchanges fail, the 70 others pass'
  expect(effortOf({ ...report, traffic: [{ ...one!, servedSometimes: { ...servedSometimes, only } }] })).toContain(
    `, and were served at other times (${only})`,
  )
  expect(effortOf(report)).not.toContain('times')
})

test('the cost of a run includes the characters with which every request was rejected', () => {
  const [one] = traffic
  const rejected = (requests: number) => [{ characters: 'line separators', requests }]
  const effort = effortOf({
    ...examples.conforming(),
    traffic: [
      { ...one!, charactersRejected: rejected(4) },
      { ...one!, charactersRejected: rejected(5) },
    ],
  })
  expect(effort).toContain('; all 9 requests with line separators were rejected, which is not specified')
})
