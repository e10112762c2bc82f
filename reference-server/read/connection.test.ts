import { Agent, request } from 'node:http'
import { expect, test } from 'vitest'
import type { ConnectionState } from '../incoming-request.ts'
import { startReferenceServer } from '../index.ts'

test('a request knows its position on its connection and the previous request', async () => {
  const seen: (ConnectionState | undefined)[] = []
  const watching = { id: 'watching', breaks: [], alter: noting }
  function noting<Reply>(reply: Reply, { connection }: { readonly connection?: ConnectionState }): Reply {
    seen.push(connection)
    return reply
  }
  const server = await startReferenceServer({ faults: [watching] })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ask = (headers: Record<string, string>): Promise<void> =>
    new Promise((resolve, reject) => {
      const sent = request(`${server.url}/api/usage/token`, { agent, headers }, (response) => {
        response.resume().once('end', resolve)
      })
      sent.once('error', reject).end()
    })
  await ask({})
  await ask({ authorization: 'Bearer test-key' })
  await ask({ authorization: 'Bearer test-key' })
  agent.destroy()
  await server.close()
  expect(seen).toEqual([
    { place: 1 },
    { place: 2, previous: { endpoint: 'usage.token', isRejected: true, hasCredential: false } },
    { place: 3, isKnown: true, previous: { endpoint: 'usage.token', isRejected: false, hasCredential: true } },
  ])
})
