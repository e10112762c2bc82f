import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exchangeWith, jsonResponse } from '../../../core/model/exchange.fixture.ts'
import type { Exchange } from '../../../core/model/exchange.ts'
import { observe, startJudge } from '../../../engine/judge/index.ts'
import { unmatchedExchange } from '../../../engine/judge/read/unmatched-exchange.ts'
import { fileIn } from './file-facts.ts'
import { type ImageFetch, mostFetched, startImageFetches } from './image-fetches.ts'
import suite from './index.ts'
import { fetched, fetchesIn, type ImageTrail, named as trailLeft } from './named-and-fetched.ts'
import { namedImages } from './named-images.ts'
import { uploads } from './uploads.ts'

const [generate] = suite.operations
const hour = 60 * 60 * 1000
const address = 'https://images.example/1.png'

type When = Pick<Exchange, 'id' | 'startedAt'> & Partial<Exchange>

function reply(about: When, urls: readonly unknown[], body: object = {}): Exchange {
  const request = generate!.write({ body: { prompt: 'a kite', n: 10, ...body } })
  const response = jsonResponse({ created: 1, data: urls.map((url) => ({ url })) })
  return exchangeWith({ durationMs: 10, request, response, ...about })
}

function fetch(about: When, path: string, status = 404): Exchange {
  return exchangeWith({ durationMs: 10, request: { path }, response: jsonResponse('no', status), ...about })
}

function verdictOn(id: string, exchanges: readonly Exchange[]) {
  return rulingsOn(exchanges).find(({ requirement }) => requirement.id === id)
}

function rulingsOn(exchanges: readonly Exchange[]) {
  const judge = startJudge(suite)
  for (const one of exchanges) judge.see(one)
  return judge.conclude()
}

test.each([
  ['within the hour fails', 10, hour, 'fail'],
  ['after the hour is not judged', hour, hour + 1, 'untested'],
  ['in a response that arrives after the hour is not judged', hour - 5, hour + 5, 'untested'],
  ['before its URL was named is not judged', -1, 4, 'untested'],
])('an image that is missing %s', (_, from, to, verdict) => {
  const named = reply({ id: 'a', startedAt: 1000 }, [address])
  const fetched = fetch({ id: 'a/image-1', startedAt: 1000 + from, durationMs: to - from }, address)
  expect(verdictOn('images.url-answers', [named, fetched])?.verdict).toBe(verdict)
})

test('exchanges captured without request headers or response bodies are not judged by them', () => {
  const named = reply({ id: 'a', startedAt: 0 }, [address])
  const blind = fetch({ id: 'b', startedAt: 20, captured: ['response-headers', 'response-body'] }, address)
  expect(verdictOn('images.url-answers', [named, blind])?.verdict).toBe('untested')
  const bodiless = fetch({ id: 'b', startedAt: 20, captured: ['request-headers', 'response-headers'] }, address, 200)
  expect(verdictOn('images.url-answers', [named, bodiless])?.verdict).toBe('pass')
  expect(verdictOn('images.url-is-an-image', [named, bodiless])?.verdict).toBe('untested')
})

test('a message about an image shows its URL briefly, and without a signature', () => {
  const url = `https://images.example/${'folder/'.repeat(20)}1.png?sig=secret&se=2030`
  const failing = [reply({ id: 'a', startedAt: 0 }, [url]), fetch({ id: 'a/image-1', startedAt: 20 }, url)]
  expect(verdictOn('images.url-answers', failing)?.findings[0]?.message).toBe(
    'returned 404 for the image at https://images.example/folder/folder/folde…folder/folder/folder/folder/folder/1.png?… (named in a by images.generate)',
  )
})

test('only fetches count as exchanges of a URL requirement', () => {
  const replies = [0, 1, 2].map((at) => reply({ id: `a${at}`, startedAt: at }, [`https://images.example/${at}.png`]))
  const fetched = fetch({ id: 'a0/image-1', startedAt: 20 }, 'https://images.example/0.png', 200)
  expect(verdictOn('images.url-answers', [...replies, fetched])).toMatchObject({ verdict: 'pass', exchanges: 1 })
  expect(verdictOn('images.url-answers', replies)?.untested).toBe(
    'not tested: none of the 3 images at https://images.example was fetched: a run fetches from another origin only with --allow-origin https://images.example',
  )
})

test.each([
  [true, { isCutShort: true }, 'the run ended early'],
  [true, { isRecorded: true }, 'the recording contains no fetch of them'],
  [true, {}, 'a run fetches at most 30 images, and none whose URL contains a user name, a password or a key'],
  [false, {}, 'a run fetches from another origin only with --allow-origin https://images.example'],
  [
    false,
    { isCutShort: true },
    'a run fetches from another origin only with --allow-origin https://images.example, and this run ended early',
  ],
  [false, { isRecorded: true }, 'the recording contains no fetch of them'],
])('an unfetched image at the target (%s) in %o: %s', (isOwn, facts, reason) => {
  const judge = startJudge(suite)
  judge.see(reply({ id: 'a', startedAt: 0 }, [address]))
  const ownOrigins = new Set(isOwn ? ['https://images.example'] : ['https://gateway.example'])
  const rulings = judge.conclude({ ownOrigins, isCutShort: false, isRecorded: false, ...facts })
  expect(rulings.find(({ requirement }) => requirement.id === 'images.url-answers')?.untested).toBe(
    `not tested: the image at https://images.example was not fetched: ${reason}`,
  )
})

const addresses = fc.constantFrom(1, 2, 3).map((at) => `https://images.example/${at}.png`)
const trails = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('reply'), startedAt: fc.nat(2 * hour), urls: fc.array(addresses, { maxLength: 3 }) }),
    fc.record({
      kind: fc.constant('fetch'),
      startedAt: fc.nat(2 * hour),
      url: addresses,
      status: fc.constantFrom(200, 404, 500, 429),
    }),
  ),
  { maxLength: 8 },
)

test('the order of exchanges does not change the rulings', () => {
  fc.assert(
    fc.property(trails, fc.infiniteStream(fc.nat()), (drawn, order) => {
      const exchanges = drawn.map((one, at) =>
        'urls' in one
          ? reply({ id: `x${at}`, startedAt: one.startedAt }, one.urls)
          : fetch({ id: `x${at}`, startedAt: one.startedAt }, one.url, one.status),
      )
      const keyed = exchanges.map((one) => ({ one, key: Number(order.next().value) }))
      const shuffled = keyed.sort((a, b) => a.key - b.key).map(({ one }) => one)
      const ofFetches = ['images.url-answers', 'images.url-is-an-image', 'images.url-origins-fetched']
      const [one, other] = [shuffled, exchanges].map((all) =>
        rulingsOn(all).filter(({ requirement }) => ofFetches.includes(requirement.id)),
      )
      expect(new Set(one?.map(({ requirement }) => requirement.id))).toEqual(new Set(ofFetches))
      expect(one).toEqual(other)
    }),
    { numRuns: 50 },
  )
})

const anything = fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl(), fc.jsonValue(), fc.constant('http://['))

test('any value is read as an image URL without throwing, and only http and https URLs are returned', () => {
  fc.assert(
    fc.property(fc.array(anything, { maxLength: 12 }), (urls) => {
      const seen = observe(suite.operations, reply({ id: 'a', startedAt: 0 }, urls))!
      const named = namedImages(seen)
      expect(named.length).toBeLessThanOrEqual(10)
      for (const { url } of named) expect(url.protocol).toMatch(/^https?:$/)
    }),
  )
})

function due(replies: readonly Exchange[], mayFetch = (_: URL) => true): readonly ImageFetch[] {
  const fetches = startImageFetches(mayFetch)
  for (const one of replies) fetches.note(observe(suite.operations, one)!)
  const first = fetches.due()
  expect(fetches.due()).toEqual([])
  return first
}

test('fetched images include every size, and do not depend on the order of responses', () => {
  const sizes = ['256x256', '512x512', '1024x1024']
  const replies = Array.from({ length: 30 }, (_, at) => {
    const size = sizes[Math.min(at, 2)]
    const urls = Array.from({ length: 10 }, (_, index) => `https://images.example/${at}-${index}.png`)
    return reply({ id: `r${String(at).padStart(2, '0')}`, startedAt: at }, urls, { size })
  })
  const chosen = due(replies)
  expect(chosen).toHaveLength(mostFetched)
  for (const id of ['r00/image-1', 'r01/image-1', 'r02/image-1', 'r00/image-10'])
    expect(chosen.map((one) => one.caseId)).toContain(id)
  expect(due([...replies].reverse())).toEqual(chosen)
})

test('the first and last images of each response are fetched before those between', () => {
  const replies = Array.from({ length: 12 }, (_, at) =>
    reply(
      { id: `r${String(at).padStart(2, '0')}`, startedAt: at },
      Array.from({ length: 10 }, (_, index) => `https://images.example/${at}-${index}.png`),
    ),
  )
  const places = due(replies).map(({ why }) => why.kind === 'image' && String(why.image))
  expect(places.slice(0, 24).toSorted()).toEqual([...Array(12).fill('1'), ...Array(12).fill('10')])
  expect(new Set(places.slice(24))).not.toContain('1')
  expect(places).toHaveLength(mostFetched)
})

test('a URL is fetched once, for the first exchange that names it, and only if it is allowed', () => {
  const replies = ['b', 'a'].map((id) =>
    reply({ id, startedAt: 0 }, [address, address, 'https://elsewhere.example/2.png']),
  )
  const chosen = due(replies, ({ host }) => host === 'images.example')
  expect(chosen.map(({ caseId, request }) => [caseId, request.method, request.path])).toEqual([
    ['a/image-1', 'GET', address],
  ])
})

test('a fetch belongs to the operation whose response named the URL', () => {
  const [create, , vary] = suite.operations
  const image = [fileIn('image', uploads.square)]
  const named = (id: string, operation: typeof create, body: object, url: string) =>
    exchangeWith({ id, request: operation!.write({ body }), response: jsonResponse({ created: 1, data: [{ url }] }) })
  const exchanges = [
    named('a', create, { prompt: 'a kite' }, 'https://images.example/1.png'),
    named('b', vary, { image }, 'https://images.example/2.png'),
  ]
  const trails = exchanges.map((one) => ({ exchange: one.id, fact: trailOf(one)! }))
  const gone = ['1', '2'].map((at) => fetch({ id: `f${at}`, startedAt: 5 }, `https://images.example/${at}.png`))
  const fetches = gone.map((one) => ({ exchange: one.id, fact: fetched(unmatchedExchange(one))! }))
  const ofVariations = fetchesIn([...trails.filter(({ fact }) => isOf('images.variation', fact)), ...fetches])
  expect(ofVariations.map(({ exchange, namedIn }) => [exchange, namedIn[0]?.operation])).toEqual([
    ['f2', 'images.variation'],
  ])
})

function isOf(operation: string, trail: ImageTrail): boolean {
  return 'named' in trail && trail.named.operation === operation
}

function trailOf(exchange: Exchange) {
  return trailLeft(observe(suite.operations, exchange)!)
}
