import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accepts, rejects, requirement } from '../../../../core/model/build.ts'
import type { Finding } from '../../../../core/model/finding.ts'
import type { Cause, RequirementResult, ResultName } from '../../../../core/model/report.ts'
import type { Requirement } from '../../../../core/model/requirement.ts'
import type { Endpoint, Level } from '../../../../core/model/vocabulary.ts'
import type { ExchangeFact } from '../../exchange-fact.ts'
import type { Ruling } from '../../ruling.ts'
import { causesOf } from './causes.ts'
import { byName } from './failure.ts'

const kinds = ['exchange', 'acceptance', 'rejection'] as const
const operations = ['content.generate', 'content.stream', 'messages.create', 'messages.stream'] as const
const places: readonly (Finding['at'] | undefined)[] = [
  { in: 'status' },
  { in: 'body', pointer: '/usage/input_tokens' },
  { in: 'body', pointer: '' },
  { in: 'header', name: 'content-type' },
  undefined,
]

function sentence(id: string, kind: (typeof kinds)[number], level: Level): Requirement {
  const about = { id, section: '2.9', endpoint: 'messages.create', dimension: 'field', level, statement: id } as const
  if (kind === 'acceptance') return accepts({ ...about, speaksOf: 'plain' })
  if (kind === 'rejection') return rejects(about)
  return requirement({ ...about, needs: [], appliesTo: () => true, *check() {} })
}

function failing(one: Requirement, operation: Endpoint, findings: Ruling['findings']): Ruling {
  const violating = new Set(findings.map(({ exchange }) => exchange)).size
  return { requirement: one, operation, verdict: 'fail', exchanges: violating, violating, findings, findingsTotal: 1 }
}

function resultsOf(rulings: readonly Ruling[]): readonly RequirementResult[] {
  return rulings.map(({ requirement: { id, level }, operation }) => ({
    id,
    operations: [{ operation, verdict: level === 'stated' ? 'fail' : 'warn' }],
  })) as unknown as readonly RequirementResult[]
}

function causes(rulings: readonly Ruling[], facts: readonly ExchangeFact[]): readonly Cause[] {
  return causesOf(rulings, resultsOf(rulings), { facts })
}

const anyFact = fc.record({
  exchange: fc.constantFrom('a', 'b', 'c', 'd'),
  operation: fc.constantFrom(...operations),
  streams: fc.boolean(),
  credential: fc.constantFrom('valid', 'missing', 'invalid', 'open'),
  broken: fc.constantFrom([], [{ requirement: 'r', pointer: '/body/n' }], [{ requirement: 's', pointer: '' }]),
  isPlain: fc.boolean(),
  status: fc.constantFrom(200, 400, 404, 422, 500, undefined),
  responseClass: fc.constantFrom('accepted', 'rejected', 'unrecognised', 'errored', 'busy', 'failed', 'denied'),
  fate: fc.constant('answered'),
  isComplete: fc.boolean(),
  isRecognised: fc.boolean(),
  isJsonReply: fc.boolean(),
  form: fc.constantFrom('none', 'empty', 'json', 'events', 'html', 'text'),
  dialect: fc.constantFrom('openai', 'fastapi'),
  said: fc.constantFrom('no', 'n is 11'),
}) as fc.Arbitrary<ExchangeFact>

const anyFindings = fc.array(
  fc.record({
    exchange: fc.constantFrom('a', 'b', 'c', 'd', 'gone'),
    at: fc.constantFrom(...places),
    message: fc.constantFrom('x is missing', 'y'),
  }),
  { maxLength: 4 },
) as fc.Arbitrary<Ruling['findings']>

const anyRuling = fc
  .tuple(
    fc.nat(15),
    fc.constantFrom(...kinds),
    fc.constantFrom<Level>('stated', 'implied'),
    fc.constantFrom(...operations),
    anyFindings,
  )
  .map(([number, kind, level, operation, found]) =>
    failing(sentence(`messages.r${number}`, kind, level), operation, found),
  )

const anyRun = fc.tuple(
  fc.uniqueArray(anyRuling, { selector: ({ requirement: { id }, operation }) => `${id}@${operation}`, maxLength: 40 }),
  fc.uniqueArray(anyFact, { selector: ({ exchange }) => exchange }),
)

test('every failed result is in exactly one cause, and cause ids are unique', () => {
  fc.assert(
    fc.property(anyRun, ([rulings, facts]) => {
      const found = causes(rulings, facts)
      const explained = found.flatMap(({ requirements }) =>
        requirements.map((one) => `${one.requirement}@${one.operation}`),
      )
      expect([...explained].sort()).toEqual(rulings.map((one) => `${one.requirement.id}@${one.operation}`).sort())
      expect(new Set(found.map(({ id }) => id)).size).toBe(found.length)
      expect(found.every(({ requirements }) => requirements.length > 0)).toBe(true)
    }),
    { seed: 13, numRuns: 300 },
  )
})

test('the order of rulings, findings and exchanges does not change the causes', () => {
  fc.assert(
    fc.property(anyRun, ([rulings, facts]) => {
      const turned = rulings.map((one) => ({ ...one, findings: [...one.findings].reverse() })).reverse()
      expect(causes(turned, [...facts].reverse())).toEqual(causes(rulings, facts))
    }),
    { seed: 13, numRuns: 300 },
  )
})

test('the example of a cause is a finding of one of its results, and is absent only without findings', () => {
  fc.assert(
    fc.property(anyRun, ([rulings, facts]) => {
      const findingsOf = ({ requirement: id, operation }: ResultName) =>
        rulings.find((one) => one.requirement.id === id && one.operation === operation)?.findings ?? []
      const wrong = causes(rulings, facts).filter(({ requirements, example }) => {
        if (example === undefined) return requirements.some((name) => findingsOf(name).length > 0)
        const { exchange, ...name } = example
        const isOwn = requirements.some((one) => byName(one, name) === 0)
        return !isOwn || findingsOf(name).every((finding) => finding.exchange !== exchange)
      })
      expect(wrong).toEqual([])
    }),
    { seed: 13, numRuns: 300 },
  )
})

test('the example of a cause is the plain request, even if another result has more exchanges', () => {
  const usage = { in: 'body', pointer: '/usage' } as const
  const found = (...exchanges: readonly string[]) =>
    exchanges.map((exchange) => ({ exchange, at: usage, message: 'm' }))
  const rulings = [
    failing(sentence('messages.often', 'exchange', 'stated'), 'messages.create', found('drawn', 'long')),
    failing(sentence('messages.plainly', 'exchange', 'stated'), 'messages.create', found('long', 'plain')),
  ]
  const answered = { ...plainRejected, ...accepted, isJsonReply: true } as const
  const facts = ['drawn', 'long', 'plain'].map((exchange) => ({
    ...answered,
    exchange,
    isPlain: exchange === 'plain',
  }))
  expect(causes(rulings, facts).map(({ id, example }) => [id, example])).toEqual([
    [
      'member-messages-reply-usage',
      { requirement: 'messages.plainly', operation: 'messages.create', exchange: 'plain' },
    ],
  ])
})

function twoWith(one: string, other: string): readonly (readonly [string, number])[] {
  const rulings = [
    failing(sentence('messages.implied', 'exchange', 'implied'), 'messages.create', [{ exchange: one, message: 'x' }]),
    failing(sentence('messages.stated', 'exchange', 'stated'), 'messages.create', [{ exchange: other, message: 'y' }]),
  ]
  return causes(rulings, []).map(({ id, requirements }) => [id, requirements.length])
}

test('ungrouped results are causes of their own, stated requirements first', () => {
  expect(twoWith('a', 'b')).toEqual([
    ['messages.stated', 1],
    ['messages.implied', 1],
  ])
})

test('results shown by a single exchange share one cause', () => {
  expect(twoWith('a', 'a')).toEqual([['messages.stated', 2]])
})

test('a wrong error body is a cause of its own where the status that it comes with is mostly right', () => {
  const ids = ['a', 'b', 'c', 'd', 'e']
  const facts = ids.map((exchange) => ({ ...plainRejected, exchange, broken, dialect: 'openai' }) as ExchangeFact)
  const found = (...exchanges: readonly string[]) => exchanges.map((exchange) => ({ exchange, at: body, message: 'm' }))
  const wrongIn = (...exchanges: readonly string[]) => [
    failing(sentence('messages.body', 'exchange', 'stated'), 'messages.create', found(...ids)),
    failing(
      sentence('messages.status', 'rejection', 'stated'),
      'messages.create',
      exchanges.map((exchange) => ({ exchange, at: { in: 'status' } as const, message: 'm' })),
    ),
  ]
  const idsOf = (rulings: readonly Ruling[]) => causes(rulings, facts).map(({ id }) => id)
  expect(idsOf(wrongIn('a', 'b', 'c', 'd', 'e'))).toEqual(['status-of-rejections-400'])
  expect(idsOf(wrongIn('a', 'b')).toSorted()).toEqual(['error-body-openai', 'status-of-rejections-400'])
})

test('streams out of order are titled by that, whatever else the same streams show', () => {
  const streamed = { ...accepted, streams: true, form: 'events' } as const
  const facts = [{ ...plainRejected, ...streamed, exchange: 'a', operation: 'messages.stream' }] as const
  const inStream = (id: string, finding: Partial<Finding>) => {
    const one = sentence(id, 'exchange', 'stated')
    return failing({ ...one, dimension: 'stream' }, 'messages.stream', [{ exchange: 'a', message: 'm', ...finding }])
  }
  const order = inStream('messages.order', {
    at: { in: 'event', index: 0 },
    departure: { state: 'opening', permitted: [], event: 0 },
  })
  const done = inStream('messages.done', { at: { in: 'event', index: 4 } })
  const end = inStream('messages.end', { departure: { state: 'open', permitted: [] } })
  const others = [done, end, ...['messages.usage', 'messages.stop', 'messages.text'].map((id) => inStream(id, {}))]
  const [first, ...rest] = causes([order, ...others], facts)
  expect(rest).toEqual([])
  expect(first?.id).toBe('stream-order-messages')
  expect(first?.example?.requirement).toBe('messages.order')
})

test('a member of which one value alone is not obeyed is not said to have no effect', () => {
  const effect = (id: string, expected: readonly string[], exchanges: number) => {
    const findings = expected.map((one, index) => ({ exchange: `${id}${index}`, message: 'other', expected: one }))
    const one = { ...sentence(id, 'exchange', 'implied'), effectOf: 'size' } as Requirement
    return { ...failing(one, 'messages.create', findings), exchanges }
  }
  const titleOf = (...rulings: readonly Ruling[]) => {
    const shown = rulings.flatMap(({ findings }) => findings.map(({ exchange }) => exchange))
    return causes(
      rulings,
      shown.map((exchange) => ({ ...accepted, exchange, broken: [] }) as unknown as ExchangeFact),
    )[0]?.title
  }
  const all = effect('all', ['2x2'], 1)
  expect(titleOf(effect('some', ['2x2', '2x2'], 9), all)).toMatch(/^`size` is not obeyed in 2 of 9 responses\./)
  expect(titleOf(effect('some', ['2x2', '3x3'], 9), all)).toMatch(/^`size` has no effect\./)
})

test('streams that are cut off are titled with the end of their connection, unless they ended in several ways', () => {
  const titleOf = (...troubles: readonly string[]) => {
    const facts = troubles.map((trouble, index) => {
      const ofStream = { streams: true, status: 200, isComplete: false, trouble, broken: [], dialect: undefined }
      return {
        ...ofStream,
        exchange: `${index}`,
        operation: 'messages.stream',
        form: 'events',
      } as unknown as ExchangeFact
    })
    const findings = facts.map(({ exchange }) => ({ exchange, message: 'cut off' }))
    return causes([failing(sentence('messages.whole', 'exchange', 'stated'), 'messages.stream', findings)], facts)[0]
      ?.title
  }
  expect(titleOf('ECONNRESET', 'ECONNRESET')).toBe(
    'Cut off streams before their end: the connection was reset (ECONNRESET); expected complete streams [messages.stream]',
  )
  expect(titleOf('UND_ERR_SOCKET')).toContain(': the connection was closed (UND_ERR_SOCKET); ')
  expect(titleOf('UND_ERR_SOCKET', 'ECONNRESET')).toContain('before their end; expected')
})

test('a failure only while others are under way is hinted to be tried alone', () => {
  const shared = { text: 'the 2 fail, the 6 others pass', closest: 'b' }
  const hintOf = (more: Partial<Ruling>) => causes([{ ...aloneAt('/a', 'stated'), ...more }], [])[0]?.hint
  expect(hintOf({ shared: { ...shared, isAmongOthers: true } })).toContain('`--concurrency 1`')
  expect(hintOf({ shared })).toBe('The 2 fail, the 6 others pass.')
})

const broken = [{ requirement: 'r', pointer: '/body/n' }]
const wrongStream = [{ requirement: 'r', pointer: '/body/stream' }]
const accepted = { status: 200, responseClass: 'accepted', isRecognised: true } as const
const unrecognised = { status: 200, responseClass: 'unrecognised' } as const
const body = { in: 'body', pointer: '/usage' } as const

/**
 * For each cause: how the exchange differs from a valid plain request that is rejected with 400, and the place of the
 * finding.
 */
const ofEachKind: readonly (readonly [id: string, fact: Partial<ExchangeFact>, at?: Finding['at']])[] = [
  ['no-authentication', { ...accepted, credential: 'missing' }],
  ['status-of-wrong-keys-403', { status: 403, responseClass: 'denied', credential: 'invalid' }],
  ['valid-key-rejected-401', { status: 401, responseClass: 'denied' }],
  ['operation-absent-404', { status: 404 }],
  ['operation-absent-501', { status: 501, responseClass: 'failed' }],
  ['plain-request-rejected-400', { said: 'model is missing' }],
  ['plain-request-rejected-silence', { status: undefined, responseClass: 'busy', form: 'none' }],
  ['valid-request-rejected-messages-400', { isPlain: false, said: 'n is 11' }],
  ['rule-not-enforced-messages-n', { ...accepted, broken }],
  ['rule-not-enforced-messages-stream', { ...accepted, form: 'events', broken: wrongStream, isChoiceBroken: true }],
  ['status-of-rejections-422', { status: 422, broken }],
  ['rejections-in-200', { status: 200, responseClass: 'errored', broken }],
  ['rejections-unanswered', { status: undefined, responseClass: 'busy', form: 'none', broken }],
  ['error-body-fastapi', { status: 422, dialect: 'fastapi', broken }, body],
  ['error-body-html', { status: 500, form: 'html', broken }, body],
  ['reply-of-another-kind-html', { ...unrecognised, form: 'html' }, body],
  ['reply-of-another-kind-openai-chat', { ...unrecognised, dialect: 'openai-chat' }, body],
  ['stream-as-json', { ...unrecognised, streams: true, isJsonReply: true }, body],
  ['json-as-stream', { ...unrecognised, form: 'events' }, body],
  ['stream-cut', { status: 200, responseClass: 'busy', streams: true, form: 'events', isComplete: false }, body],
  [
    'stream-unended',
    { status: 200, responseClass: 'busy', streams: true, form: 'events', isComplete: false, isUnended: true },
    body,
  ],
  [
    'member-messages-reply-id',
    { ...accepted, streams: true, form: 'events', isComplete: false, isTooLarge: true },
    { in: 'event', index: 1, pointer: '/id' },
  ],
  ['malformed-response-chunks', { ...unrecognised, malformed: { id: 'chunks', words: 'a malformed chunked body' } }],
  ['content-type-replies', accepted, { in: 'header', name: 'Content-Type' }],
  ['member-messages-reply-usage', accepted, body],
]

const plainRejected = {
  exchange: 'a',
  operation: 'messages.create',
  credential: 'valid',
  broken: [],
  status: 400,
  responseClass: 'rejected',
  fate: 'answered',
  form: 'json',
  streams: false,
  isPlain: true,
  isComplete: true,
  isRecognised: false,
  isJsonReply: false,
} as const

test('causes that explain and block the most come first, and various results come last', () => {
  const ids = Array.from({ length: 12 }, (_, index) => `messages.r${index}`)
  const various = ids.map((id, index) =>
    failing(sentence(id, 'exchange', 'stated'), 'messages.create', [{ exchange: `e${index}`, message: id }]),
  )
  const cut = ['messages.s', 'messages.t'].map((id) =>
    failing(sentence(id, 'exchange', 'stated'), 'messages.stream', [{ exchange: 'html', at: body, message: 'm' }]),
  )
  const absent = failing(sentence('messages.plain', 'acceptance', 'stated'), 'messages.create', [
    { exchange: 'absent', at: { in: 'status' }, message: 'm' },
  ])
  const blocked = ['messages.x', 'messages.y'].map((id) => ({
    id,
    operations: [{ operation: 'messages.create', verdict: 'inconclusive', blockedBy: ['messages.plain'] }],
  })) as unknown as readonly RequirementResult[]
  const rulings = [...various, ...cut, absent]
  const facts = [
    { ...plainRejected, exchange: 'absent', status: 404 },
    { ...plainRejected, ...unrecognised, exchange: 'html', operation: 'messages.stream', form: 'html' } as const,
  ]
  const found = causesOf(rulings, [...resultsOf(rulings), ...blocked], { facts })
  expect(found.map(({ id, requirements, blocks }) => [id, requirements.length, blocks.length])).toEqual([
    ['operation-absent-404', 1, 2],
    ['reply-of-another-kind-html', 2, 0],
    ['various-messages-field', 12, 0],
  ])
})

const cases = ofEachKind.map(([id, fact, at = { in: 'status' } as const]) => ({ id, fact, at }))

test.each(cases)('a single exchange yields the cause $id', ({ id, fact, at }) => {
  const one = failing(sentence('messages.x', 'exchange', 'stated'), 'messages.create', [
    { exchange: 'a', at, message: 'm' },
  ])
  const [cause, ...others] = causes([one], [{ ...plainRejected, ...fact }])
  expect(others).toEqual([])
  expect(cause?.id).toBe(id)
})

test('a title names the member of invalid requests if all of them violate rules of one, and all are shown', () => {
  const titleOf = (kind: 'rejection' | 'exchange', ...pointers: readonly string[]) => {
    const findings = pointers.map((exchange) => ({ exchange, at: { in: 'status' }, message: 'm' }) as const)
    const facts = pointers.map((pointer) => {
      return { ...plainRejected, exchange: pointer, status: 422, broken: [{ requirement: 'r', pointer }] }
    })
    return causes([failing(sentence('messages.x', kind, 'stated'), 'messages.create', findings)], facts)[0]?.title
  }
  expect(titleOf('rejection', '/body/n', '/body/n/0')).toContain('for requests with an invalid `n`')
  expect(titleOf('rejection', '/body/n', '/body/size')).toContain('for invalid requests')
  expect(titleOf('exchange', '/body/n', '/body/n/0')).toContain('for invalid requests')
})

test('a value that is wrong in itself is not explained by a member of the request', () => {
  const effect = { ...sentence('messages.x', 'exchange', 'stated'), effectOf: 'tool_choice' } as Requirement
  const idOf = (more: Partial<Finding>) =>
    causes(
      [failing(effect, 'messages.create', [{ exchange: 'a', at: body, message: 'm', ...more }])],
      [{ ...plainRejected, ...accepted }],
    )[0]?.id
  expect(idOf({})).toBe('no-effect-messages-tool_choice')
  expect(idOf({ isWrongInItself: true })).toBe('member-messages-reply-usage')
})

test('a requirement that the user added is a cause of its own, whatever its exchanges show', () => {
  const added = { ...sentence('acme.request-id', 'exchange', 'stated'), addedBy: 'the plugin acme' }
  const failed = failing(added, 'messages.create', [{ exchange: 'a', message: 'x-request-id is missing' }])
  const other = failing(sentence('messages.x', 'exchange', 'stated'), 'messages.create', [
    { exchange: 'a', at: body, message: 'm' },
  ])
  for (const { fact } of cases) {
    const found = causes([failed, other], [{ ...plainRejected, ...fact }])
    expect(found.map(({ requirements }) => requirements.map(({ requirement }) => requirement)).toSorted()).toEqual([
      ['acme.request-id'],
      ['messages.x'],
    ])
  }
})

/** Returns a failed requirement with its own place, so that it is a cause of its own. */
function aloneAt(pointer: string, level: Level): Ruling {
  const at = { in: 'body', pointer } as const
  const findings = [{ exchange: `e${pointer}`, at, message: 'm' }]
  return failing(sentence(`messages${pointer.replace('/', '.')}`, 'exchange', level), 'messages.create', findings)
}

test('a stated cause comes before an implied one with as many results, whatever breaks clients', () => {
  const rulings = [aloneAt('/a', 'implied'), aloneAt('/b', 'stated'), aloneAt('/c', 'stated')]
  const broken: Readonly<Record<string, number>> = { 'messages.a': 3, 'messages.b': 1, 'messages.c': 2 }
  const clientsOf = ([name]: readonly ResultName[]) =>
    Array.from({ length: broken[name?.requirement ?? ''] ?? 0 }, (_, index) => {
      return { client: `client-${index}`, packages: ['p 1.0.0'], effect: 'breaks' as const }
    })
  const ordered = causesOf(rulings, resultsOf(rulings), { facts: [], clientsOf })
  expect(ordered.map(({ requirements }) => requirements[0]?.requirement)).toEqual([
    'messages.b',
    'messages.c',
    'messages.a',
  ])
})

test('effects on clients change only the order of causes', () => {
  fc.assert(
    fc.property(anyRun, ([rulings, facts]) => {
      const clientsOf = (names: readonly ResultName[]) => [
        {
          client: 'a',
          packages: ['a 1.0.0'],
          effect: names.length % 2 === 0 ? ('breaks' as const) : ('wrong' as const),
        },
      ]
      const withClients = causesOf(rulings, resultsOf(rulings), { facts, clientsOf })
      const byId = (list: readonly Cause[]) => [...list].sort((one, other) => (one.id < other.id ? -1 : 1))
      const bare = withClients.map(({ clients: _, ...cause }) => cause)
      expect(byId(bare)).toEqual(byId(causes(rulings, facts)))
    }),
    { seed: 13, numRuns: 100 },
  )
})
