import { expect, test } from 'vitest'
import { exchangeWith, responseWith } from '../../core/model/exchange.fixture.ts'
import type { Exchange, RecordedRequest } from '../../core/model/exchange.ts'
import type { RequestValue } from '../../core/model/operation.ts'
import type { Requirement } from '../../core/model/requirement.ts'
import { endpoints, type Verdict } from '../../core/model/vocabulary.ts'
import type { SentAs } from '../../core/model/why.ts'
import { jsonOperation } from '../generate/one-schema.fixture.ts'
import { respelled } from '../generate/respelled.ts'
import { spellingOf, unusualIn, usualSpelling } from '../generate/spelling-of.ts'
import { readingSize } from '../minimise/plainer-values.ts'
import { documentLanguage, isSound } from '../plan/schema/language.ts'
import { loneViolation } from '../plan/violations.ts'
import { type DriveOptions, drive } from './drive.ts'
import { newSpending } from './spending.ts'

const operation = jsonOperation()
const requirement = { kind: 'exchange', id: 'messages.reply-id' } as unknown as Requirement

const large: RequestValue = {
  header: { 'provider-version': '2023-06-01' },
  body: {
    model: 'messages-model-1',
    max_tokens: 512,
    temperature: 0.5,
    system: 'Answer in one word.',
    stop_sequences: ['zebra', 'otter', 'heron'],
    messages: [
      { role: 'user', content: 'Name a color.' },
      { role: 'user', content: [{ type: 'text', text: 'Name another color, please.' }] },
    ],
  },
}

/** Drives one case that fails its requirement whenever `fails` returns true for the request. */
async function shrunk(
  value: RequestValue,
  fails: (value: RequestValue, id: string, request: RecordedRequest) => boolean,
  { request = operation.write(value), ...more }: Partial<DriveOptions> & { request?: RecordedRequest } = {},
) {
  const sent = new Map<string, RequestValue>()
  const send = async (request: RecordedRequest, { id }: SentAs): Promise<Exchange> => {
    sent.set(id, operation.read(request))
    bytes.set(id, request)
    return exchangeWith({ id, request, response: responseWith([]) })
  }
  const bytes = new Map<string, RecordedRequest>()
  const verdict = ({ request: again, id }: Exchange): Verdict =>
    fails(operation.read(again), id, again) ? 'fail' : 'pass'
  const { shrunk: results } = await drive({
    plan: {
      cases: [
        {
          id: 'case',
          operation: operation.id,
          why: { kind: 'drawn', covers: [] },
          purpose: '',
          request,
          cost: { calls: 1, images: 0 },
          aims: [],
        },
      ],
      probes: [],
      aims: new Set(),
      requests: 1,
      cost: { calls: 1, images: 0 },
    },
    operations: [operation],
    send,
    judge: {
      see: () => ({ responseClass: 'accepted' }),
      failing: () => [{ requirement, exchange: 'case' }],
      retry: (_id, exchange) => verdict(exchange),
    },
    context: { seed: 1, profile: 'standard', operations: endpoints },
    ...more,
  })
  const [result] = results
  const ids = [...sent.keys()].filter((id) => id.startsWith('shrink/'))
  const smallest = result?.smallest ?? ''
  return { result, ids, sent, smallest: sent.get(smallest), written: bytes.get(smallest) }
}

const hasTemperature = ({ body }: RequestValue) => 'temperature' in (body as object)

test('a failing request is minimised to the members that make it fail', async () => {
  const { smallest, result } = await shrunk(large, hasTemperature, { shrinking: { perRequirement: 200, perRun: 200 } })
  expect(result?.outcome).toBe('shrunk')
  expect(smallest?.body).toMatchObject({ temperature: expect.anything() })
  expect(Object.keys(smallest?.body as object).sort()).toEqual(['max_tokens', 'messages', 'model', 'temperature'])
  expect(smallest?.body).toMatchObject({ messages: [expect.anything()] })
})

test('minimised requests stay valid and never grow', async () => {
  const { sent, ids } = await shrunk(large, hasTemperature, { shrinking: { perRequirement: 200, perRun: 200 } })
  for (const id of ids) expect(isSound(documentLanguage.validate('messages/request', sent.get(id)))).toBe(true)
  const kept = ids.filter((id) => hasTemperature(sent.get(id) ?? {})).map((id) => readingSize(sent.get(id)))
  expect(kept).toEqual([...kept].sort((one, other) => other - one))
})

test('a minimised violation still violates only its own requirement', async () => {
  const broken = { ...large, body: { ...(large.body as object), temperature: 1.1 } }
  const { sent, ids, result } = await shrunk(broken, () => true, { shrinking: { perRequirement: 200, perRun: 200 } })
  expect(result?.outcome).toBe('shrunk')
  for (const id of ids) {
    const lone = loneViolation(documentLanguage.validate('messages/request', sent.get(id)))
    expect(lone?.requirement).toBe('messages.temperature-beyond-rejected')
  }
})

test('a failure that does not repeat is intermittent and costs one request', async () => {
  const { result, ids } = await shrunk(large, () => false)
  expect(result).toMatchObject({ outcome: 'intermittent', requests: 1 })
  expect(ids).toHaveLength(1)
})

test('a failure is unconfirmed if its repetition is not tested', async () => {
  const untested = { see: () => ({ responseClass: 'accepted' }) as const, retry: () => 'untested' as const }
  const judge = { ...untested, failing: () => [{ requirement, exchange: 'case' }] }
  const { result } = await shrunk(large, () => true, { judge })
  expect(result).toMatchObject({ outcome: 'unconfirmed', requests: 1 })
})

test.each([
  [{ shrinking: { perRequirement: 5 } }, 5, 'shrunk'],
  [{ shrinking: { perRun: 3 } }, 3, 'shrunk'],
  [{ shrinking: { perRequirement: 0 } }, 0, 'unconfirmed'],
  [{ spending: newSpending({ calls: 1, images: 0 }) }, 0, 'unconfirmed'],
  [{ spending: newSpending({ calls: 3, images: 0 }) }, 2, 'shrunk'],
  [{ maxRequests: 2 }, 1, 'smallest'],
] as const)('minimising stays within every budget (%#)', async (bounds, most, outcome) => {
  const { result, ids } = await shrunk(large, () => true, bounds)
  expect(ids).toHaveLength(most)
  expect(result).toMatchObject({ outcome, requests: most })
})

const odd = {
  ...operation,
  write: (value: RequestValue) => ({ ...operation.write(value), headers: [['x-odd', '1']] as const }),
}

test('a request with an unusual spelling is minimised in the usual spelling if that fails too', async () => {
  const { result } = await shrunk(large, () => true, { operations: [odd] })
  expect(result).toMatchObject({ outcome: 'shrunk' })
})

test('a request that fails only in its own spelling is not minimised', async () => {
  const { result } = await shrunk(large, (_, id) => !/\/0[1-9]$/.test(id), { operations: [odd] })
  expect(result).toMatchObject({ outcome: 'smallest', requests: 2 })
})

const spelled = respelled(operation, operation.write(large), {
  ...usualSpelling,
  escapes: 'some',
  space: ' ',
  exponents: true,
})!
const jsonOf = (request: RecordedRequest | undefined) => new TextDecoder().decode(request?.body)

test('minimising keeps only the unusual spelling that causes the failure', async () => {
  const hasEscapes = (value: RequestValue, _id: string, request: RecordedRequest) =>
    hasTemperature(value) && /\\u00[4-7]/.test(jsonOf(request))
  const { result, smallest, written } = await shrunk(large, hasEscapes, { request: spelled })
  expect(result).toMatchObject({ outcome: 'shrunk' })
  expect(Object.keys(smallest?.body as object).sort()).toEqual(['max_tokens', 'messages', 'model', 'temperature'])
  expect(unusualIn(spellingOf(written!))).toEqual(['escapes'])
})

test('two spelling features that only fail together are both kept', async () => {
  const isOdd = (_value: RequestValue, _id: string, request: RecordedRequest) =>
    /" :/.test(jsonOf(request)) && /5e-1/.test(jsonOf(request))
  const { smallest, written } = await shrunk(large, isOdd, { request: spelled })
  expect(unusualIn(spellingOf(written!))).toEqual(['space', 'exponents'])
  expect(Object.keys(smallest?.body as object).sort()).toEqual(['max_tokens', 'messages', 'model', 'temperature'])
})

test('minimising keeps the envelope without which nothing fails', async () => {
  const written = operation.write(large)
  const offer = ['accept-encoding', 'br'] as const
  const wrapped = { ...written, headers: [...written.headers, offer] }
  const isBroken = (value: RequestValue, _id: string, { headers }: RecordedRequest) =>
    hasTemperature(value) && headers.some((line) => line.join() === offer.join())
  const { smallest, written: shown } = await shrunk(large, isBroken, { request: wrapped })
  expect(Object.keys(smallest?.body as object).sort()).toEqual(['max_tokens', 'messages', 'model', 'temperature'])
  expect(shown!.headers).toContainEqual(offer)
})

test('minimising starts after the `meanwhile` task has ended', async () => {
  let sentBefore: readonly string[] | undefined
  const sent: string[] = []
  const meanwhile = async () => {
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    sentBefore = [...sent]
  }
  const noted = (value: RequestValue, id: string): boolean => {
    sent.push(id)
    return hasTemperature(value)
  }
  const { ids } = await shrunk(large, noted, { meanwhile })
  expect(ids.length).toBeGreaterThan(0)
  expect(sentBefore).toEqual([])
})
