import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isObject } from '../../schemas/json.ts'
import type { Endpoint } from '../core/model/vocabulary.ts'
import { catalogue } from '../specification/catalogue.ts'
import {
  type GeneratedRequest,
  type ReferenceServer,
  type RequestsOfOptions,
  requestsOf,
  startReferenceServer,
  UsageError,
  violationsOf,
} from './index.ts'

const key = 'key-that-nothing-prints'
let server: ReferenceServer

beforeAll(async () => {
  server = await startReferenceServer({ keys: [key] })
})

afterAll(() => server.close())

async function statusOf({ method, path, headers, body }: GeneratedRequest): Promise<number> {
  const response = await fetch(`${server.url}${path}`, { method, headers, body })
  await response.arrayBuffer()
  return response.status
}

const all = catalogue.operations.map(({ id }) => id)
const violable = all.filter((id) => id !== 'usage.token')

test.each(all)("a property of one's own holds for the reference server: %s accepts its requests", async (id) => {
  const accepted = fc.asyncProperty(requestsOf(id, { key }), async (request) => (await statusOf(request)) === 200)
  await fc.assert(accepted, { numRuns: 5 })
})

test.each(violable)("a property of one's own holds for the reference server: %s rejects violations", async (id) => {
  const rejected = fc.asyncProperty(violationsOf(id, { key }), async (request) => {
    const status = await statusOf(request)
    return status >= 400 && status < 500
  })
  await fc.assert(rejected, { numRuns: 5 })
})

function has({ value: { body } }: GeneratedRequest, ...names: readonly string[]): boolean {
  return isObject(body) && names.every((name) => Object.hasOwn(body, name))
}

/** A defect that needs two features. */
const unaware = fc.property(
  requestsOf('messages.create', { key }),
  (request) => !has(request, 'tools', 'stop_sequences'),
)

test('a defect of two features is found, and shrunk to the plain request with both', () => {
  const { failed, counterexample, numShrinks } = fc.check(unaware, { seed: 3, numRuns: 500 })
  expect(failed).toBe(true)
  const [found] = counterexample!
  const plain = catalogue.templates.find(({ operation }) => operation === 'messages.create')!
  const names = [...Object.keys(plain.value.body as object), 'stop_sequences', 'tools']
  expect(Object.keys(found.value.body as object).sort()).toEqual(names.sort())
  expect(numShrinks).toBeGreaterThan(0)
})

test('seed and path of a failure repeat it without shrinking', () => {
  const first = fc.check(unaware, { seed: 3, numRuns: 500 })
  const again = fc.check(unaware, { seed: first.seed, path: first.counterexamplePath!, endOnFailure: true })
  expect(again.numRuns).toBe(1)
  expect(again.numShrinks).toBe(0)
  expect(again.counterexample).toEqual(first.counterexample)
})

test('a request that was not drawn here is shrunk, too', () => {
  const [drawn] = fc
    .sample(requestsOf('messages.create', { key }), { seed: 5, numRuns: 500 })
    .filter((request) => has(request, 'tools', 'stop_sequences'))
  const { counterexample, numShrinks } = fc.check<[GeneratedRequest]>(unaware, {
    examples: [[structuredClone(drawn!)]],
    numRuns: 1,
  })
  expect(numShrinks).toBeGreaterThan(0)
  expect(counterexample![0].body!.length).toBeLessThan(drawn!.body!.length)
})

test('a violation that was not drawn here is shrunk to one of the same requirement', () => {
  const violations = violationsOf('content.generate', { key })
  const [drawn] = fc.sample(violations, { seed: 1, numRuns: 1 })
  const foreign = structuredClone(drawn!)
  expect(violations.canShrinkWithoutContext(foreign)).toBe(true)
  expect(violations.canShrinkWithoutContext({ ...foreign, violates: 'content.no-such-requirement' })).toBe(false)
  for (const { value } of violations.shrink(foreign, undefined).take(5)) expect(value.violates).toBe(foreign.violates)
})

test('a request of another operation cannot be shrunk', () => {
  const [other] = fc.sample(requestsOf('content.generate', { key }), { seed: 1, numRuns: 1 })
  expect(requestsOf('messages.create', { key }).canShrinkWithoutContext(other)).toBe(false)
})

test.each(all)('the printed counterexample of %s names the request without the key', (id) => {
  const never = fc.property(requestsOf(id, { key }), (_request) => false)
  const run = fc.check(never, { seed: 1, verbose: 2 })
  const message = fc.defaultReportMessage(run)
  const [{ method, path, headers, value }] = run.counterexample!
  expect(JSON.stringify([path, headers])).toContain(key)
  expect(message).not.toContain(key)
  expect(message).toContain(`[${method} ${path.split('?')[0]} ${JSON.stringify(value)}]`)
})

test('a printed violation names its requirement', () => {
  const [drawn] = fc.sample(violationsOf('messages.create', { key }), { seed: 1, numRuns: 1 })
  expect(fc.stringify(drawn)).toContain(`(violates ${drawn!.violates})`)
})

test('requests have the names, the version, the headers and the form of the key of the gateway, as in a run', () => {
  const options = {
    key,
    models: { messages: 'acme-large' },
    headers: { 'provider-version': 'acme-version' },
    version: '7',
    credential: { messages: 'bearer' },
    extraHeaders: { messages: { 'x-tenant': 'blue' } },
  } satisfies RequestsOfOptions
  for (const { headers, body, value } of fc.sample(requestsOf('messages.create', options), { seed: 1, numRuns: 5 })) {
    expect(headers).toMatchObject({ authorization: `Bearer ${key}`, 'acme-version': '7', 'x-tenant': 'blue' })
    expect(headers).not.toHaveProperty('x-api-key')
    expect(JSON.parse(Buffer.from(body!).toString())).toMatchObject({ model: 'acme-large' })
    expect(value.body).toMatchObject({ model: 'messages-model-1' })
  }
})

test('nothing that the vendor declares absent is drawn', () => {
  const withThinking = (options: RequestsOfOptions) =>
    fc
      .sample(requestsOf('content.generate', options), { seed: 1, numRuns: 100 })
      .filter(({ value }) => JSON.stringify(value).includes('"thinkingConfig"'))
  expect(withThinking({ key }).length).toBeGreaterThan(0)
  expect(withThinking({ key, unsupported: ['thinking'] })).toEqual([])
})

test.each([
  [
    'an unknown operation',
    () => requestsOf('messages.creat' as Endpoint, { key }),
    '(did you mean "messages.create"?)',
  ],
  ['an unknown option', () => requestsOf('messages.create', { key, modles: {} } as object), 'modles'],
  [
    'a header that requests set themselves',
    () => requestsOf('messages.create', { key, headers: { 'provider-version': 'x-api-key' } }),
    'x-api-key',
  ],
  ['violations of an operation without parameters', () => violationsOf('usage.token', { key }), 'no parameters'],
])('%s is a usage error that names it', (_what, call, named) => {
  expect(call).toThrow(UsageError)
  expect(call).toThrow(named)
})
