import { expect, test } from 'vitest'
import { type Endpoint, endpoints } from '../../../conformance/core/model/vocabulary.ts'
import type { IncomingRequest } from '../../incoming-request.ts'
import { mulberry32 } from '../../model/random.ts'
import { jsonReply } from '../../reply.ts'
import { faultAskedFor, faults, triggerFaults } from '../index.ts'
import { drawFaults, grammar, triggered } from './index.ts'
import { plainExchanges } from './plain.ts'
import { type FaultTrigger, type TriggerClass, triggerClasses } from './trigger.ts'

const images: readonly Endpoint[] = ['images.generate', 'images.edit', 'images.variation']
const texts: readonly Endpoint[] = ['content.generate', 'content.stream', 'messages.create', 'messages.stream']

const applies: Readonly<Record<TriggerClass, readonly Endpoint[]>> = {
  value: [...images, ...texts],
  count: [...images, ...texts],
  depth: texts,
  position: ['images.edit', ...texts],
  pair: [...images, ...texts],
  decision: [...images, ...texts],
  spelling: endpoints,
  picture: ['images.edit', 'images.variation'],
  connection: endpoints,
}

/** Returns every trigger that a few thousand draws of a class find for an operation, by its words. */
function drawn(name: TriggerClass, on: Endpoint): ReadonlyMap<string, FaultTrigger> {
  const random = mulberry32(1)
  const found = Array.from({ length: 4000 }, () => grammar[name](random, on)).filter((one) => one !== undefined)
  return new Map(found.map((trigger) => [trigger.words, trigger]))
}

test.each(triggerClasses)('the class %s draws several triggers for each of its operations', (name) => {
  const having = endpoints.filter((on) => drawn(name, on).size > 0)
  expect(having).toEqual(endpoints.filter((on) => applies[name].includes(on)))
  for (const on of having) expect(drawn(name, on).size).toBeGreaterThan(2)
})

/** Returns the plain request of an operation with other members in its body, or with other changes. */
function asked(on: Endpoint, members: object, more: Partial<IncomingRequest> = {}): IncomingRequest {
  const { request } = plainExchanges[on]
  const value = { ...request.value, body: { ...(request.value.body as object), ...members } }
  return { ...request, value, ...more }
}

const spelled = (more: object): Partial<IncomingRequest> => ({
  spelling: { ...plainExchanges['messages.create'].request.spelling, ...more },
})
const tool = { name: 'a', input_schema: { properties: { b: { properties: { c: { type: 'string' } } } } } }
const image = { role: 'user', content: [{ type: 'text', text: 'a' }, { type: 'image' }] }
const [square] = (plainExchanges['images.edit'].request.value.body as { image: object[] }).image
const rejected = { place: 2, previous: { endpoint: 'usage.token', isRejected: true, hasCredential: true } } as const

test.each<[TriggerClass, Endpoint, string, IncomingRequest]>([
  ['value', 'messages.create', '/body/max_tokens is 2', asked('messages.create', { max_tokens: 2 })],
  ['value', 'messages.create', '/body/system holds a combining mark', asked('messages.create', { system: 'e\u0301' })],
  [
    'value',
    'images.generate',
    '/body/prompt has exactly 1000 characters',
    asked('images.generate', { prompt: '🙂'.repeat(1000) }),
  ],
  [
    'value',
    'content.generate',
    '/body/generationConfig/temperature is a fraction with two decimal places',
    asked('content.generate', { generationConfig: { temperature: 0.25 } }),
  ],
  ['count', 'messages.create', '/body/tools has 2 items', asked('messages.create', { tools: [tool, tool] })],
  ['count', 'content.generate', '/body/safetySettings has 0 items', asked('content.generate', { safetySettings: [] })],
  [
    'depth',
    'messages.create',
    '/body/tools/*/input_schema has at least 3 levels of schemas',
    asked('messages.create', { tools: [tool] }),
  ],
  [
    'position',
    'messages.create',
    'the last element of /body/messages/*/content has type image',
    asked('messages.create', { messages: [image] }),
  ],
  [
    'pair',
    'messages.create',
    'the request has metadata and system',
    asked('messages.create', { metadata: {}, system: 'a' }),
  ],
  [
    'decision',
    'images.generate',
    '/body/n is 10 and /body/response_format is "b64_json"',
    asked('images.generate', { n: 10, response_format: 'b64_json' }),
  ],
  [
    'spelling',
    'messages.create',
    'the JSON has white space after a colon',
    asked('messages.create', {}, spelled({ json: '{"a": 1}' })),
  ],
  [
    'spelling',
    'content.generate',
    'a query name is percent-encoded',
    asked('content.generate', {}, spelled({ query: '%6bey=a' })),
  ],
  [
    'spelling',
    'usage.token',
    'a header name is written in capitals',
    asked('usage.token', {}, spelled({ headers: [['AUTHORIZATION', 'a']] })),
  ],
  [
    'picture',
    'images.edit',
    'a picture is a PNG with a palette',
    asked('images.edit', { image: [{ ...square, colorType: 3 }] }),
  ],
  [
    'connection',
    'messages.create',
    'the previous request on the connection was rejected',
    asked('messages.create', {}, { connection: rejected }),
  ],
])('the class %s on %s: %s', (name, on, words, request) => {
  const trigger = drawn(name, on).get(words)
  expect(trigger?.holds(request)).toBe(true)
  expect(trigger?.holds(plainExchanges[on].request)).toBe(false)
})

test('the same seed draws the same faults, and a longer list extends a shorter one', () => {
  const tell = (seed: number, count: number) => triggerFaults(seed, count).map(({ id, trigger }) => ({ id, trigger }))
  expect(tell(3, 40).slice(0, 16)).toEqual(tell(3, 16))
  expect(tell(3, 16)).not.toEqual(tell(4, 16))
})

test('classes alternate, and triggers are distinct and do not hold for plain requests', () => {
  const all = drawFaults(2, 90, faults)
  for (const name of triggerClasses) expect(all.filter(({ trigger }) => trigger.class === name)).toHaveLength(10)
  expect(all.filter(({ on, trigger }) => trigger.holds(plainExchanges[on].request))).toEqual([])
  expect(new Set(all.map(({ on, trigger }) => `${on} ${trigger.words}`)).size).toBe(90)
})

test('a triggered fault alters only successful replies to matching requests and counts them', () => {
  const on = 'messages.create'
  const trigger = drawn('value', on).get('/body/max_tokens is 2')!
  const fault = triggered({ id: 'trigger:x', on, trigger, effect: faults.get('messages-no-usage')! })
  const { reply, request } = plainExchanges[on]
  const met = asked(on, { max_tokens: 2 })
  expect(fault.alter?.(reply, request)).toBe(reply)
  expect(fault.alter?.(jsonReply(400, { id: 1 }), met)).toEqual(jsonReply(400, { id: 1 }))
  expect(fault.alter?.(reply, met)).not.toEqual(reply)
  expect(fault.showing?.()).toEqual({ fault: 'trigger:x', chances: 1, shown: 1 })
})

test('a triggered fault is found by its id', () => {
  const [, second] = triggerFaults(5, 2)
  expect(faultAskedFor('trigger:5:2', 1).trigger).toEqual(second?.trigger)
  for (const id of ['trigger:5:0', 'trigger:5', 'trigger:5:100000', 'trigger:x:1'])
    expect(() => faultAskedFor(id, 1)).toThrow(`unknown fault "${id}"`)
})
