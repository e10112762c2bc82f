import { expect, test } from 'vitest'
import { startReferenceServer } from '../index.ts'
import { readFaultSelector } from './fault-selector.ts'

test.each([
  ['usage-201', { id: 'usage-201' }],
  ['usage-201@1/5', { id: 'usage-201', frequency: { hits: 1, among: 5 } }],
  ['overlook:images.n-rejected@3/1000', { id: 'overlook:images.n-rejected', frequency: { hits: 3, among: 1000 } }],
])('the fault selector %s is parsed', (text, selector) => {
  expect(readFaultSelector(text)).toEqual(selector)
})

test.each([
  'a@',
  'a@5',
  'a@0/5',
  'a@6/5',
  'a@1/1001',
  'a@1/5x',
  'a@1/5@1/5',
  'a@-1/5',
  'a@1.0/5',
])('%s has no valid frequency', (text) => {
  expect(readFaultSelector(text)).toBeUndefined()
})

test('a fault with the frequency 1/5 shows in one of five replies and counts them', async () => {
  const server = await startReferenceServer({ faults: ['usage-201@1/5'], faultSeed: 3 })
  try {
    const statuses: number[] = []
    for (let request = 1; request <= 10; request++) {
      const reply = await fetch(`${server.url}/api/usage/token`, { headers: { authorization: 'Bearer test-key' } })
      statuses.push(reply.status)
      await reply.arrayBuffer()
    }
    expect(statuses.filter((status) => status === 201)).toHaveLength(2)
    expect(server.showings()).toEqual([{ fault: 'usage-201', chances: 10, shown: 2 }])
  } finally {
    await server.close()
  }
})

test('the server does not start with an invalid fault selector', async () => {
  await expect(startReferenceServer({ faults: ['usage-201@often'] })).rejects.toThrow('after the @ write N/M')
  await expect(startReferenceServer({ faults: ['no-such-fault@1/5'] })).rejects.toThrow('unknown fault')
})
