import { expect, test } from 'vitest'
import { contentClients } from '../conformance/specification/areas/content-generation/clients.ts'
import { messagesClients } from '../conformance/specification/areas/messages/clients.ts'
import { rejectingGateways } from './rejecting-gateways.ts'

/** The requests of clients, which every standard run sends, whatever its seed. */
const requests = [
  ...messagesClients.map((request) => ({ of: ['messages.create', 'messages.stream'], ...request })),
  ...contentClients.map((request) => ({ of: ['content.generate', 'content.stream'], ...request })),
]

const gateways = rejectingGateways.flatMap(({ on, ...gateway }) => on.map((operation) => ({ operation, ...gateway })))

test.each(gateways)('$operation: a run shows a gateway that rejects $rejects', ({ operation, isRejected }) => {
  const own = requests.filter(({ of, on = of }) => on.includes(operation))
  const rejected = own.filter(({ body }) => isRejected(body))
  expect(rejected.length).toBeGreaterThan(0)
  expect(rejected.length).toBeLessThan(own.length)
})
