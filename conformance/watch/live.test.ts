import { expect, test } from 'vitest'
import { exchangeWith, responseWith } from '../model/exchange.fixture.ts'
import { startRecentExchanges } from './live.ts'

const all = { words: '', onlyStreams: false, most: 10 }
const exchange = (id: string, text = '', headers: readonly (readonly [string, string])[] = []) =>
  exchangeWith({ id, response: { ...responseWith(text), headers } })

test('the latest come first; words choose among ids, purposes and answers', () => {
  const recent = startRecentExchanges()
  recent.add(exchange('one'), { operation: 'messages.create', purpose: 'a plain request' })
  recent.add(exchange('two', '', [['content-type', 'text/event-stream']]), {})
  const ids = (action: object) => recent.list({ ...all, ...action }).map(({ id }) => id)
  expect(ids({})).toEqual(['two', 'one'])
  expect(ids({ words: 'PLAIN create' })).toEqual(['one'])
  expect(ids({ onlyStreams: true })).toEqual(['two'])
  expect(ids({ most: 1 })).toEqual(['two'])
  expect(ids({ words: '200' })).toEqual(['two', 'one'])
})

test('of bodies that are too much to keep the oldest go; what is sent again takes the place of what was', () => {
  const recent = startRecentExchanges({ bytes: 25, exchanges: 3 })
  for (const id of ['one', 'two', 'three']) recent.add(exchange(id, 'x'.repeat(10)), {})
  expect(recent.list(all).map(({ id }) => id)).toEqual(['three', 'two'])
  recent.add(exchange('two', 'y'), {})
  expect(recent.find((id) => id === 'two')?.response?.body.text).toBe('y')
  for (const id of ['4', '5', '6']) recent.add(exchange(id), {})
  expect(recent.count).toBe(3)
})

test('one that is larger than all room is kept until the next', () => {
  const recent = startRecentExchanges({ bytes: 5, exchanges: 3 })
  recent.add(exchange('large', 'x'.repeat(10)), {})
  expect(recent.count).toBe(1)
  recent.add(exchange('small'), {})
  expect(recent.list(all).map(({ id }) => id)).toEqual(['small'])
})
