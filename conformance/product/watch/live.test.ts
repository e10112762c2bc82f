import { expect, test } from 'vitest'
import { examples } from '../../../reports/examples.fixture.ts'
import { startLive } from './live.ts'

test('the state shows the round and its progress, and then its outcome', () => {
  const live = startLive()
  expect(live.state()).toEqual({ kind: 'waiting', title: 'Waiting for changes', words: '', reports: 0 })
  live.begin('everything')
  live.progress(2, 9)
  expect(live.state()).toMatchObject({ kind: 'running', words: 'Round 1, everything: 2 of 9 requests' })
  live.end('nonconforming', examples.nonconforming())
  expect(live.state()).toMatchObject({ kind: 'waiting', words: 'Round 1, everything: nonconforming', reports: 1 })
  live.begin('1 failed case again')
  live.end('0 of 1 failed case passes now')
  expect(live.state()).toMatchObject({ words: expect.stringMatching(/^Round 2, 1 failed case again/), reports: 1 })
})

test.each(['down', 'crashed'] as const)('a gateway that is %s is shown until it is back', (kind) => {
  const live = startLive()
  live.trouble({ kind, text: 'the reason' })
  expect(live.state()).toMatchObject({ kind, words: 'the reason' })
  live.begin('everything')
  expect(live.state()).toMatchObject({ kind, words: 'the reason · Round 1, everything' })
  live.trouble(undefined)
  expect(live.state().kind).toBe('running')
})

test('a restarting gateway is not shown as crashed', () => {
  const live = startLive()
  live.trouble({ kind: 'crashed', text: 'it ended with status 7' })
  expect(live.starting(true)).toBe('Restarting the gateway')
  expect(live.state()).toMatchObject({ kind: 'restarting', title: 'Restarting the gateway' })
  expect(live.starting(false)).toBe('Starting the gateway')
  expect(live.state()).toMatchObject({ kind: 'starting', title: 'Starting the gateway' })
})

test('a listener is called only after changes, and not after it is removed', () => {
  const live = startLive()
  let calls = 0
  const unsubscribe = live.subscribe(() => {
    calls += 1
  })
  live.trouble({ kind: 'down', text: 'a' })
  live.trouble({ kind: 'down', text: 'a' })
  expect(calls).toBe(1)
  unsubscribe()
  live.waiting()
  expect(calls).toBe(1)
})
