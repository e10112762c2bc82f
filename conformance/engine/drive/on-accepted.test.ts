import { expect, test } from 'vitest'
import { exchangeWith, responseWith } from '../../core/model/exchange.fixture.ts'
import type { RecordedRequest } from '../../core/model/exchange.ts'
import type { Case } from '../../core/model/plan.ts'
import { endpoints } from '../../core/model/vocabulary.ts'
import type { SentAs } from '../../core/model/why.ts'
import { jsonOperation } from '../generate/one-schema.fixture.ts'
import { drive } from './drive.ts'
import type { ViolationsOn } from './on-accepted.ts'
import { plannedFor } from './planned-case.fixture.ts'

const operation = jsonOperation()
const free = { calls: 0, images: 0 }
const planned = (id: string, more: Partial<Case> = {}) => plannedFor(operation, id, more)
const violation = (id: string, control: string, keyword = 'type') =>
  planned(id, {
    cost: free,
    aims: ['x.a-rejected'],
    why: { kind: 'violation', requirement: 'x.a-rejected', keyword, pointer: '/body/a', control },
  })

/** Returns the requests that were sent, in order, to a target that rejects some cases. */
async function sentTo(rejects: readonly string[], cases: readonly Case[], violationsOn: ViolationsOn) {
  const sent: { readonly id: string; readonly body: string; readonly why: SentAs['why'] }[] = []
  const send = async (request: RecordedRequest, { id, why }: SentAs) => {
    sent.push({ id, body: Buffer.from(request.body).toString(), why })
    return exchangeWith({ id, request, response: responseWith([]) })
  }
  await drive({
    plan: { cases, probes: [], aims: new Set(), requests: cases.length, cost: free },
    operations: [operation],
    send,
    judge: {
      see: ({ id }) => ({ operation, responseClass: rejects.includes(id) ? 'rejected' : 'accepted' }),
      failing: () => [],
      retry: () => 'pass',
    },
    context: { seed: 1, profile: 'standard', operations: endpoints },
    adjustments: new Map(),
    violationsOn,
  })
  return sent
}

test('a violation whose control request was rejected is sent in an accepted request instead', async () => {
  const cases = [planned('one'), planned('two'), violation('v1', 'one'), violation('v2', 'two')]
  const asked: unknown[] = []
  const sent = await sentTo(['two', 'v1', 'v2'], cases, async (of, accepted) => {
    asked.push([of, accepted.map(({ id }) => id)])
    return [violation('other', 'one', 'maximum'), violation('another', 'one')]
  })
  expect(asked).toEqual([[operation.id, ['one']]])
  expect(sent.filter(({ why }) => why.kind === 'violation').map(({ id, body }) => [id, body])).toEqual([
    ['v1', '{"body":{"id":"v1"}}'],
    ['v2', '{"body":{"id":"another"}}'],
  ])
})

test('a violation is sent as planned if no accepted request can carry it', async () => {
  const cases = [planned('one'), planned('two'), violation('v2', 'two')]
  const sent = await sentTo(['two', 'v2'], cases, async () => [])
  expect(sent.map(({ id, body }) => [id, body])).toContainEqual(['v2', '{"body":{"id":"v2"}}'])
})
