import { expect, test } from 'vitest'
import { type Endpoint, endpoints } from '../../conformance/core/model/vocabulary.ts'
import type { IncomingRequest } from '../incoming-request.ts'
import { jsonReply } from '../reply.ts'
import type { Fault } from './fault.ts'
import { faultAskedFor } from './index.ts'
import { limitedTo } from './limited.ts'

const violation = { pointer: '', keyword: 'type', message: '' }
const good = jsonReply(200, {})
const all: Fault = {
  id: 'all',
  breaks: [],
  overlook: () => true,
  reject: () => true,
  admit: () => true,
  alter: (reply) => ({ ...reply, status: 500 }),
}

function shows(fault: Fault, endpoint: Endpoint): readonly unknown[] {
  const request = { endpoint } as IncomingRequest
  return [
    fault.overlook?.(violation, request),
    fault.reject?.(request),
    fault.admit?.(request),
    fault.alter?.(good, request).status === 500,
  ]
}

test('a limited fault does everything on its operation and nothing on others', () => {
  for (const on of endpoints)
    for (const endpoint of endpoints)
      expect(shows(limitedTo(on, all), endpoint)).toEqual(Array.from({ length: 4 }, () => on === endpoint))
})

test('limiting a fault adds no hooks', () => {
  expect(limitedTo('images.edit', { id: 'none', breaks: [] })).toEqual({ id: 'none', breaks: [], on: ['images.edit'] })
})

test('a limited fault with a frequency counts only requests of its operation', () => {
  const fault = faultAskedFor('messages-error-no-code@1/2', 1, 'messages.stream')
  const rejection = jsonReply(400, { error: { type: 'invalid_request_error', message: 'No.', code: '400' } })
  for (const endpoint of ['messages.create', 'messages.stream', 'messages.stream', 'messages.create'] as const)
    fault.alter?.(rejection, { endpoint } as IncomingRequest)
  expect(fault.showing?.()).toEqual({ fault: 'messages-error-no-code', chances: 2, shown: 1 })
})

test('a fault without an operation cannot be limited', () => {
  expect(() => faultAskedFor('images-url-gone', 1, 'images.edit')).toThrow('cannot be limited to images.edit')
})
