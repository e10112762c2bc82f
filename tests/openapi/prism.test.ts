import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '../../conformance/core/model/vocabulary.ts'
import { observe } from '../../conformance/engine/judge/read/observe.ts'
import { type Client, createClient } from '../../conformance/engine/record/client/client.ts'
import { catalogue } from '../../conformance/specification/catalogue.ts'
import { newerNode } from '../newer-node.ts'
import { type Child, startChild } from '../strangers/child.ts'
import { installed } from '../strangers/gateways.ts'
import { besideStrangers, published } from './tools.ts'

let server: Child
let client: Client
beforeAll(async () => {
  const program = installed('@stoplight/prism-cli/dist/index.js')
  const args = [program, 'mock', '-h', '127.0.0.1', '-p', '0', published]
  server = await startChild({ command: newerNode(besideStrangers), arguments: args, says: /listening on (http:\S+)/ })
  const limits = { timeoutMs: 20_000, maxResponseBytes: 1 << 20 }
  client = createClient({ baseUrl: server.url, names: { key: 'test-key' }, ...limits })
})
afterAll(async () => {
  await client?.close()
  await server?.close()
})

/** Prism reads a repeated form field as a single value, and then rejects it because it is not a list. */
const isRepeated = (value: unknown) => JSON.stringify(value).includes('"image[]"')
const templates = catalogue.templates.filter(({ value }) => !isRepeated(value))

test('requests of all eight operations are sent', () => {
  expect(new Set(templates.map(({ operation }) => operation))).toEqual(new Set(endpoints))
})

test.each(templates)('$operation: $id is answered as the schemas permit', async ({ operation: id, value }) => {
  const operation = catalogue.operations.find((one) => one.id === id)!
  const written = operation.write(value)
  // A mock cannot infer from the body that a stream is wanted.
  const accept = operation.streams ? 'text/event-stream' : 'application/json'
  const headers = [...written.headers.filter(([name]) => name.toLowerCase() !== 'accept'), ['accept', accept] as const]
  const exchange = await client.send({ ...written, headers }, 'x1')
  const seen = observe(catalogue.operations, exchange)
  expect(seen?.request.violations).toEqual([])
  expect({ status: seen?.status, isRecognised: seen?.isRecognised }).toEqual({ status: 200, isRecognised: true })
  const violations = [...(seen?.reply.violations ?? []), ...(seen?.events ?? []).flatMap((event) => event.violations)]
  expect(violations).toEqual([])
  expect(seen?.stream?.events.length ?? 0).toSatisfy((events: number) => events > 1 === operation.streams)
})

test('a request that breaks a rule of the schemas is rejected', async () => {
  const operation = catalogue.operations.find(({ id }) => id === 'messages.create')!
  const body = { model: 'messages-model-1', max_tokens: 0, messages: [{ role: 'user', content: 'Name a color.' }] }
  const headers = { 'provider-version': '2023-06-01' }
  const exchange = await client.send(operation.write({ header: headers, body }), 'x2')
  expect(exchange.response?.status).toBe(422)
})
