import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Ruling } from '../ruling.ts'
import type { Happening } from './circumstances.ts'
import { findShared } from './shared.ts'
import { shapeOf } from './sizes.ts'
import type { Trace } from './trace.ts'

interface Sent {
  readonly body: object
  readonly fails?: true
  readonly startedAt?: number
  readonly endedAt?: number
  readonly facts?: Partial<Trace>
}

/** Returns traces of requests. Each is sent after the one before unless it has other times. */
function tracesOf(sent: readonly Sent[]): readonly Trace[] {
  return sent.map(({ body, startedAt, endedAt, facts }, index) => ({
    exchange: `e${index}`,
    identity: JSON.stringify(body),
    isOfRun: true,
    startedAt: startedAt ?? index * 10,
    endedAt: endedAt ?? index * 10 + 5,
    responseClass: 'accepted',
    shape: shapeOf({ body }, JSON.stringify(body).length),
    ...facts,
  })) as unknown as readonly Trace[]
}

/** Returns what the failing ones of these requests share. */
function sharedIn(
  sent: readonly Sent[],
  left: readonly Happening[] = [],
  findings: Ruling['findings'] = [],
): Ruling['shared'] {
  const idsOf = (fails: boolean) =>
    new Set(sent.flatMap((one, index) => ((one.fails === true) === fails ? [`e${index}`] : [])))
  const ruling = {
    requirement: { kind: 'exchange' },
    verdict: 'fail',
    violatingExchanges: idsOf(true),
    passingExchanges: idsOf(false),
    findings,
  } as unknown as Ruling
  return findShared(tracesOf(sent), left).add(ruling).shared
}

const passing = [{ body: { n: 1 } }, { body: { n: 2 } }, { body: { n: 1, style: 'a' } }, { body: { n: 2, style: 'b' } }]

test.each<[string, readonly Sent[], string]>([
  [
    'a value',
    [...passing, ...[1, 2].map((n) => ({ body: { n, style: null }, fails: true as const }))],
    'the 2 with `style` null fail, the 4 others pass',
  ],
  [
    'a member with several values',
    [...passing, ...['x', 'y'].map((user) => ({ body: { n: 1, user }, fails: true as const }))],
    'the 2 with `user` fail, the 4 others pass',
  ],
  [
    'a script',
    [
      ...passing,
      { body: { n: 1, user: 'a' } },
      ...['ö', 'ł'].map((user) => ({ body: { n: 1, user }, fails: true as const })),
    ],
    'the 2 with `user` with characters beyond ASCII fail, the 5 others pass',
  ],
  [
    'a number of items',
    [
      ...[1, 2, 3].map((count) => ({ body: { stop: Array(count).fill('a') } })),
      ...[4, 5].map((count) => ({ body: { stop: Array(count).fill('a') }, fails: true as const })),
    ],
    'the 2 with 4 items or more in stop fail, the 3 others pass',
  ],
])('%s is what failing requests share', (_, sent, text) => {
  expect(sharedIn(sent)?.text).toBe(text)
})

/** Requests with values of their own, one after the other: nothing in them explains anything. */
function requests(count: number, more: (index: number) => Partial<Sent>): readonly Sent[] {
  return Array.from({ length: count }, (_, index) => ({ body: { text: `${index}` }, ...more(index) }))
}

const every = (step: number) => (index: number) => index % step === step - 1
const fails = { fails: true } as const
const replying = (reply: Partial<Trace['reply']>) => ({
  reply: { ends: [], kinds: [], bytes: 100, lists: new Map(), ...reply },
})
const ending = (reason: string) => replying({ ends: [`stop_reason is "${reason}"`] })

/** Ten requests, sent twenty at a time: the first of each twenty has none beside it. */
function atOnce(index: number): Pick<Sent, 'startedAt' | 'endedAt'> {
  const start = Math.floor(index / 20) * 100
  return { startedAt: start + (index % 20), endedAt: start + 50 }
}

/** A refused key before every tenth request, each ten on one connection. */
function afterKey(index: number): Partial<Sent> {
  const facts = { connection: 1 + (index % 2) }
  if (every(10)(index - 2)) return { facts, ...fails }
  const breach = { requirement: 'credential' } as Trace['breach'] & {}
  return every(10)(index) ? { facts: { ...facts, responseClass: 'rejected', breach } } : { facts }
}

const circumstances: readonly (readonly [string, readonly Sent[], string])[] = [
  [
    'the reason of the end',
    requests(60, (index) =>
      every(12)(index) ? { ...fails, facts: ending('max_tokens') } : { facts: ending('end_turn') },
    ),
    'only where stop_reason is "max_tokens": the 5 such exchanges fail, the 55 others pass',
  ],
  [
    'a kind of event',
    requests(60, (index) => ({
      ...(every(12)(index) ? fails : {}),
      facts: replying({
        ends: every(6)(index) ? ['stop_reason is "tool_use"'] : [],
        kinds: ['content_block_start of text', ...(every(12)(index) ? ['content_block_start of tool_use'] : [])],
      }),
    })),
    'only where the reply has content_block_start of tool_use: the 5 such exchanges fail, the 55 others pass',
  ],
  [
    'a rejected key before it on the same connection',
    requests(63, afterKey),
    'only after a request that was rejected for its key on the same connection: the 6 such exchanges fail, the 57 others pass',
  ],
  [
    'the place on its connection',
    requests(60, (index) => ({ facts: { connection: Math.floor(index / 6) }, ...(every(6)(index) ? fails : {}) })),
    'only from the 6th request on a connection: the 10 such exchanges fail, the 50 others pass',
  ],
  [
    'a request in the same bytes before it',
    requests(60, (index) => (every(12)(index) ? { ...fails, body: { text: `${index - 5}` } } : {})),
    'only the second time that the same bytes are sent: the 5 such exchanges fail, the 55 others pass',
  ],
  [
    'the number of requests under way',
    requests(60, (index) => ({ ...atOnce(index), ...(index % 20 >= 15 ? fails : {}) })),
    'only from 16 requests under way: the 15 such exchanges fail, the 45 others pass',
  ],
  [
    'the length of the reply',
    requests(60, (index) => ({
      ...(every(12)(index) ? fails : {}),
      facts: replying({ bytes: every(12)(index) ? 9000 + index : 100 }),
    })),
    'only in replies of 9011 bytes or more: the 5 such exchanges fail, the 55 others pass',
  ],
]

test.each(circumstances)('%s is a circumstance that failing exchanges share', (what, sent, text) => {
  expect(sharedIn(sent)?.text).toBe(text)
  expect(sharedIn(sent)?.isAmongOthers === true).toBe(what === 'the number of requests under way')
})

test.each(circumstances)('%s is not named if few exchanges show it', (_, sent) => {
  const first = sent.findIndex(({ fails: isFailing }) => isFailing)
  expect(sharedIn(sent.filter(({ fails: isFailing }, index) => isFailing !== true || index === first))).toBeUndefined()
  expect(sharedIn([...sent.filter(({ fails: isFailing }) => isFailing), ...sent.slice(0, 2)])).toBeUndefined()
})

test('the requests before it on its connection, as many as it takes, make the place of a request', () => {
  const sent = requests(80, (index) => ({
    facts: { connection: Math.floor(index / 8) },
    ...(index % 8 > 4 ? fails : {}),
  }))
  expect(sharedIn(sent)?.circumstance?.neededFor('e15')).toEqual(['e10', 'e11', 'e12', 'e13', 'e14'])
})

test('a target that fails during some time does not fail from a place on its connections', () => {
  const during = (from: number, to: number) =>
    requests(80, (index) => ({
      facts: { connection: index < 60 ? index % 8 : index },
      ...(index >= from && index < to ? fails : {}),
    }))
  expect(sharedIn(during(40, 60))).toBeUndefined()
})

test('a circumstance of rejections is that of all of them, as far as it explains requests that are never served', () => {
  const valid = { operation: 'messages.create', uses: new Set<string>() } as unknown as Partial<Trace>
  const sent = requests(60, (index) => {
    const isRejected = index % 6 > 3
    const facts = { ...valid, connection: Math.floor(index / 6), ...(isRejected ? { responseClass: 'rejected' } : {}) }
    // One of those that are rejected is served on another connection.
    return { ...(index === 12 || index === 11 ? { body: { text: 'same' } } : {}), facts: facts as Partial<Trace> }
  })
  expect(findShared(tracesOf(sent)).unservedOnly('messages.create')).toEqual({
    requests: 1,
    unserved: 1,
    attempts: 2,
    only: 'only from the 5th request on a connection: the 18 such exchanges fail, the 40 others pass',
  })
})

test('a client that left is a circumstance of the request after it', () => {
  const sent = requests(60, (index) => (every(12)(index) ? fails : {}))
  const left = sent.flatMap(({ fails: isFailing }, index): readonly Happening[] => {
    const at = { startedAt: index * 10 - 4, endedAt: index * 10 - 1, connection: undefined, operation: undefined }
    return isFailing ? [{ exchange: `left-${index}`, outcome: 'left', ...at }] : []
  })
  expect(sharedIn(sent, left)?.text).toBe(
    'only right after a response that the client did not read to its end: the 5 such exchanges fail, the 55 others pass',
  )
  expect(sharedIn(sent, left)?.circumstance?.neededFor('e11')).toEqual(['left-11'])
})

test('the reason of the end does not explain a failure of the member that states it', () => {
  const [, sent] = circumstances[0]!
  const at = { in: 'body', pointer: '/stop_reason' } as const
  expect(sharedIn(sent, [], [{ exchange: 'e11', message: 'm', at }])).toBeUndefined()
})

test('a circumstance in which most exchanges pass is not named', () => {
  const sent = requests(200, (index) => ({
    ...(index % 10 === 0 ? fails : {}),
    facts: ending(index % 10 < 3 ? 'max_tokens' : 'end_turn'),
  }))
  expect(sharedIn(sent)).toBeUndefined()
})

test('attempts of one request that always fails are one observation', () => {
  const again = (index: number): Partial<Sent> => ({ ...fails, body: { text: 'x' }, facts: ending(`r${index % 1}`) })
  expect(sharedIn(requests(60, (index) => (index >= 50 ? again(index) : { facts: ending('other') })))).toBeUndefined()
})

test('requests that fail only after the last success have no circumstance, since the target stopped', () => {
  const valid = { operation: 'messages.create', uses: new Set<string>() } as unknown as Partial<Trace>
  const served = requests(60, () => ({ facts: valid }))
  const lost = [1, 2, 3].map((text): Sent => {
    return { body: { text: `${text}` }, facts: { ...valid, responseClass: 'failed' as Trace['responseClass'] } }
  })
  const unservedOf = (sent: readonly Sent[]) => findShared(tracesOf(sent), []).unservedOnly('messages.create')
  expect(unservedOf([...served, ...lost])).toBeUndefined()
  expect(unservedOf([...served.slice(0, -1), ...lost, served.at(-1)!])?.only).toMatch(
    /^only .* time that the same bytes/,
  )
})

test('a rare kind of part that two failing replies have is chance if others have many such kinds', () => {
  const sent = (isManifold: boolean) =>
    requests(300, (index) => {
      const kind = isManifold || index < 2 ? [`content of ${Math.floor(index / 2)}`] : []
      return { ...(index < 2 ? fails : {}), facts: replying({ kinds: ['content of text', ...kind] }) }
    })
  expect(sharedIn(sent(false))?.text).toMatch(/^only where the reply has content of 0: /)
  expect(sharedIn(sent(true))).toBeUndefined()
})

test('failures by chance are given no circumstance', () => {
  const reasons = ['end_turn', 'max_tokens', 'tool_use', 'stop_sequence']
  const anySent = fc.array(
    fc.record({
      reason: fc.constantFrom(...reasons),
      connection: fc.integer({ min: 1, max: 3 }),
      key: fc.integer({ max: 9, min: 0 }),
    }),
    { minLength: 60, maxLength: 60 },
  )
  const anyFailing = fc.shuffledSubarray([...Array(60).keys()], { minLength: 2, maxLength: 30 })
  let named = 0
  fc.assert(
    fc.property(anySent, anyFailing, (sent, failing) => {
      const chosen = new Set(failing)
      const all = sent.map(({ reason, connection, key }, index) => ({
        body: { text: `${index}` },
        ...(chosen.has(index) ? fails : {}),
        facts: { ...ending(reason), connection, ...(key === 0 ? { responseClass: 'rejected' as const } : {}) },
      }))
      if (sharedIn(all) !== undefined) named += 1
    }),
    { numRuns: 300 },
  )
  expect(named).toBe(0)
})

test('the request to compare with is the passing one that is closest to the smallest failing one', () => {
  const failing = [
    { body: { n: 2, style: null, more: { deep: 1 } }, fails: true },
    { body: { n: 2, style: null }, fails: true },
  ] as const
  expect(sharedIn([...passing, ...failing])?.closest).toBe('e1')
})

test('nothing is said of a single failing request, or of few passing ones', () => {
  expect(sharedIn([...passing, { body: { style: null }, fails: true }])).toBeUndefined()
  const failing = [1, 2].map((n) => ({ body: { n, style: null }, fails: true as const }))
  expect(sharedIn([...passing.slice(0, 2), ...failing])).toBeUndefined()
})

test('what is said to be shared is in every failing request and in no passing one', () => {
  const anyBody = fc.record({ a: fc.constantFrom(1, 2), b: fc.constantFrom(null, 'x') }, { requiredKeys: [] })
  const anySent = fc.array(fc.record({ body: anyBody, fails: fc.constantFrom(true as const, undefined) }), {
    maxLength: 9,
  })
  fc.assert(
    fc.property(anySent, (sent) => {
      const [, member, value] = /^the \d+ with `(\w)`(?: (\S+))? fail/.exec(sharedIn(sent as Sent[])?.text ?? '') ?? []
      if (member === undefined) return
      const has = ({ body }: { readonly body: object }) => {
        const own = (body as Record<string, unknown>)[member]
        return own !== undefined && (value === undefined || JSON.stringify(own) === value)
      }
      expect(sent.map(has)).toEqual(sent.map(({ fails }) => fails === true))
    }),
  )
})
