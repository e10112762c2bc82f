import { expect, test } from 'vitest'
import { asideOf } from './aside.ts'
import { brokenOffByTarget } from './ending.ts'

const entry = (mark: string, status: number) => ({
  request: { method: 'POST', headers: [], postData: { mimeType: 'application/json', text: '{}' } },
  response: { status, headers: [], content: {}, _error: mark },
})

test.each([
  ['net::ERR_CONNECTION_RESET', 0],
  ['net::ERR_EMPTY_RESPONSE', 0],
  ['net::ERR_INCOMPLETE_CHUNKED_ENCODING', 200],
  ['net::ERR_CONTENT_LENGTH_MISMATCH', 200],
  ['NS_ERROR_NET_RESET', 0],
])('%s with status %d is caused by the target and judged', (mark, status) => {
  expect(asideOf(entry(mark, status))).toBeUndefined()
  expect(mark).toContain(brokenOffByTarget(entry(mark, status)))
})

test.each([
  ['net::ERR_ABORTED', 0],
  ['net::ERR_ABORTED', 200],
  ['net::ERR_NETWORK_CHANGED', 200],
  ['net::ERR_FAILED', 0],
])('%s with status %d is not judged', (mark, status) => {
  expect(asideOf(entry(mark, status))).toBe('broken-off')
})
