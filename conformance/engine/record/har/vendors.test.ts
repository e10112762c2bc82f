import { expect, test } from 'vitest'
import { recorded } from '../client/recorded.ts'
import { startVendorNames, vendors, withSpecifiedPath, withVendorWords } from './vendors.ts'

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

test.each([
  [[['Anthropic-Version', 'mine']], 'provider-version: 2023-06-01'],
  [
    [
      ['anthropic-version', 'v'],
      ['provider-version', 'w'],
    ],
    'anthropic-version: v, provider-version: w',
  ],
  [
    [
      ['own-version', 'v'],
      ['anthropic-version', 'w'],
    ],
    'provider-version: v, anthropic-version: w',
  ],
] as const)('a header of a vendor is read where the request lacks that of the specification: %j', (headers, read) => {
  const names = startVendorNames(vendors)
  const words = { headers: { 'provider-version': 'own-version' }, version: 'mine', usual: names.words(true) }
  const request = recorded({ method: 'POST', path: '/v1/messages', headers, body: new Uint8Array() }, words)
  expect(request.headers.map((line) => line.join(': ')).join(', ')).toBe(read)
  expect(names.told()).toEqual(
    headers.length > 1 ? [] : ['read by the usual names of vendors: anthropic-version as provider-version (1 request)'],
  )
})
