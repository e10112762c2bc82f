import { expect, test } from 'vitest'
import { catalogue, createClient, startJudge, startReferenceServer } from './index.ts'

test('the API can start the reference server, send a request and judge the response', async () => {
  const server = await startReferenceServer({ keys: ['a-key'] })
  const client = createClient({ baseUrl: server.url, names: { key: 'a-key' }, timeoutMs: 5000, maxResponseBytes: 1e6 })
  const judge = startJudge(catalogue)
  try {
    const plain = catalogue.templates.find(({ operation }) => operation === 'messages.create')
    const operation = catalogue.operations.find(({ id }) => id === plain?.operation)
    const exchange = await client.send(operation!.write(plain!.value), 'the-only-one')
    expect(judge.see(exchange)?.responseClass).toBe('accepted')
  } finally {
    await client.close()
    await server.close()
  }
  const verdicts = new Map(judge.conclude().map(({ requirement, verdict }) => [requirement.id, verdict]))
  expect(verdicts.get('messages.stop-sequence-agrees')).toBe('pass')
  expect(verdicts.get('messages.stream-order')).toBe('untested')
})
