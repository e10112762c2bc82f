import { expect, test } from 'vitest'
import type { Exchange } from '../../model/exchange.ts'
import { betterUrl, neighboursOf } from './better-url.ts'

function answer(status: number, body: string): Exchange {
  return {
    id: 'a',
    source: 'runner',
    captured: [],
    startedAt: 0,
    durationMs: 0,
    request: { method: 'GET', path: '/', headers: [], body: new Uint8Array() },
    response: { status, headers: [], chunks: [{ at: 0, bytes: Buffer.from(body) }] },
    ended: 'complete',
  }
}

test('neighbours leave out the end of the path, or add a usual start', () => {
  expect(neighboursOf('http://x/a/v1')).toEqual([
    'http://x/a',
    'http://x',
    'http://x/a/v1/v1',
    'http://x/a/v1/api',
    'http://x/a/v1/gateway',
  ])
})

test('the neighbour that answers is found', async () => {
  const asked = async (url: string) => (url === 'http://x' ? answer(200, '{"code":true}') : answer(404, '{}'))
  expect(await betterUrl('http://x/v1', asked)).toBe('http://x')
})

test('a page for people is no answer', async () => {
  expect(await betterUrl('http://x', async () => answer(200, '<html>'))).toBeUndefined()
})
