import { expect, test } from 'vitest'
import type { IncomingRequest } from '../incoming-request.ts'
import { jsonReply } from '../reply.ts'
import { startDifferences } from './differences.ts'
import type { Fault } from './fault.ts'
import { faultAskedFor } from './index.ts'

const request = (more: object = {}): IncomingRequest =>
  ({
    endpoint: 'usage.token',
    presented: { kind: 'key', key: 'k' },
    token: {},
    validation: { violations: [], uses: [] },
    ...more,
  }) as unknown as IncomingRequest

const withoutName: Fault = { id: 'without-name', breaks: [], alter: (reply) => ({ ...reply, status: 201 }) }
const empty: Fault = { id: 'empty', breaks: [], alter: () => jsonReply(500, {}) }

function countsOf(faults: readonly Fault[], asked: readonly IncomingRequest[]): Readonly<Record<string, number>> {
  const differences = startDifferences(faults)
  for (const one of asked) differences.note(one, jsonReply(200, { name: 'a' }))
  return Object.fromEntries(differences.counts)
}

test('a fault covered by another makes no difference', () => {
  expect(countsOf([withoutName, empty], [request(), request()])).toEqual({ 'without-name': 0, empty: 2 })
  expect(countsOf([withoutName], [request(), request()])).toEqual({ 'without-name': 2 })
})

test('accepting an invalid request is a difference, unless another violation remains', () => {
  const broken = (requirement: string) => ({ pointer: '', keyword: 'type', message: '', requirement })
  const lenient: Fault = { id: 'lenient', breaks: [], overlook: ({ requirement }) => requirement === 'one' }
  const one = request({ validation: { violations: [broken('one')], uses: [] } })
  const two = request({ validation: { violations: [broken('two')], uses: [] } })
  expect(countsOf([lenient], [one, two])).toEqual({ lenient: 1 })
})

test('fetched images are counted', () => {
  const differences = startDifferences([faultAskedFor('images-url-gone', 1), faultAskedFor('images-url-gif', 1)])
  differences.notePicture({ status: 200, headers: {}, body: { kind: 'bytes', type: '', bytes: new Uint8Array() } }, '/')
  expect(Object.fromEntries(differences.counts)).toEqual({ 'images-url-gone': 1, 'images-url-gif': 0 })
})

test('an alteration is the same if it is requested twice for a request', () => {
  const { alter } = faultAskedFor('content-stream-of-another', 1)
  const saying = (text: string) =>
    request({ endpoint: 'content.stream', value: { body: { contents: [{ parts: [{ text }] }] } } })
  const stream = {
    status: 200,
    headers: {},
    body: { kind: 'events', events: [{ data: { candidates: [{ content: { parts: [{ text: 'x' }] } }] } }] },
  } as const
  const [first, second] = [saying('amber'), saying('birch')]
  alter?.(stream, first)
  expect(alter?.(stream, second)).toEqual(alter?.(stream, second))
  expect(JSON.stringify(alter?.(stream, second))).toContain('amber')
})
