import { expect, test } from 'vitest'
import { withSpecifiedPath, withVendorWords } from './vendors.ts'

const host = 'https://vendor.example'
const read = (path: string) => withSpecifiedPath({ request: { url: host + path } }, ['google', 'openai'])

test.each([
  [
    '/v1/projects/p/locations/us-central1/publishers/google/models/g:generateContent?alt=sse',
    '/v1/projects/p/locations/us-central1/publishers/google/v1beta/models/g:generateContent?alt=sse',
  ],
  ['/v1/models/g:generateContent', '/v1beta/models/g:generateContent'],
  [
    '/openai/deployments/d/images/generations?api-version=2024-02-01',
    '/openai/deployments/d/v1/images/generations?api-version=2024-02-01',
  ],
  ['/openai/deployments/d/chat/completions', '/openai/deployments/d/chat/completions'],
  ['/v1beta/models/g:generateContent', '/v1beta/models/g:generateContent'],
])('%s is read as %s', (path, expected) => {
  expect(read(path)).toEqual({ request: { url: host + expected } })
})

test('configured header names take precedence over those of vendors', () => {
  expect(withVendorWords({ headers: { 'provider-version': 'own' } }, ['anthropic', 'google'])).toEqual({
    headers: { 'provider-version': 'own', 'provider-beta': 'anthropic-beta' },
  })
  expect(withVendorWords({}, [])).toEqual({})
})
