import { expect, test } from 'vitest'
import { settledInWords } from './interruptions-in-words.ts'

test('the status of repeated errors does not stand beside their number', () => {
  const [note] = settledInWords([{ status: 500, said: 'no channel', count: 503 }])
  expect(note).toMatch(/^503 responses had the status 500, at once and word for word the same on every attempt/)
  expect(settledInWords([{ status: 503, said: 'no channel', count: 1 }])[0]).toMatch(/^1 response had the status 503,/)
})
