import { expect, test } from 'vitest'
import { exchangeWith, responseWith } from '../../model/exchange.fixture.ts'
import { betterUrl, neighboursOf } from './better-url.ts'

const answer = (status: number, body: string) => exchangeWith({ response: responseWith(body, { status }) })

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
