import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Endpoint } from '../conformance/core/model/vocabulary.ts'
import contentGeneration from './faults/content-generation/index.ts'
import messages from './faults/messages/index.ts'
import type { IncomingRequest } from './incoming-request.ts'
import type { Reply, ReplyBody } from './reply.ts'

const endpoints: readonly Endpoint[] = ['messages.create', 'messages.stream', 'content.generate', 'content.stream']
const faults = [...messages, ...contentGeneration]

const body: fc.Arbitrary<ReplyBody> = fc.oneof(
  fc.jsonValue().map((value) => ({ kind: 'json' as const, value })),
  fc.array(fc.jsonValue().map((data) => ({ data }))).map((events) => ({ kind: 'events' as const, events })),
  fc.uint8Array().map((bytes) => ({ kind: 'bytes' as const, type: 'text/plain', bytes })),
)
const replies: fc.Arbitrary<Reply> = fc.record({
  status: fc.constantFrom(200, 400, 401, 404, 413, 429, 500),
  headers: fc.constant({}),
  body,
})
const asks = fc.record({
  endpoint: fc.constantFrom(...endpoints),
  body: fc.jsonValue(),
  ordinal: fc.nat(9),
  presented: fc.constantFrom({ kind: 'none' }, { kind: 'key', key: 'nobody' }),
})

test('faults alter any reply to any request without throwing', () => {
  fc.assert(
    fc.property(replies, asks, (reply, { endpoint, body, ordinal, presented }) => {
      const validation = { violations: [], open: [], uses: [], spoken: new Set<string>() }
      const request = { endpoint, value: { body }, validation, ordinal, presented } as unknown as IncomingRequest
      expect(faults.filter(({ alter }) => (alter?.(reply, request) ?? reply).body.kind === undefined)).toEqual([])
    }),
  )
})

test('a fault does not alter replies of other areas', () => {
  fc.assert(
    fc.property(replies, fc.nat(9), (reply, ordinal) => {
      const request = { endpoint: 'images.generate', value: {}, ordinal } as unknown as IncomingRequest
      expect(faults.filter(({ alter }) => !isDeepStrictEqual(alter?.(reply, request) ?? reply, reply))).toEqual([])
    }),
  )
})

test('every fault violates a requirement', () => {
  for (const { id, breaks } of faults) expect(breaks, id).not.toEqual([])
})
