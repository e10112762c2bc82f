import { setTimeout as wait } from 'node:timers/promises'
import type { Area } from '../../conformance/core/model/vocabulary.ts'
import type { Answer, Behaviour, TargetRequest } from './in-front.ts'
import { jsonOf } from './operation-of.ts'

/** A gateway that follows the specification, but does not answer the same request in the same way each time. */
export interface Unsteady {
  readonly name: string
  readonly area: Area
  /** Creates its behaviour, with a state of its own. */
  readonly behaviour: (seed: number) => Behaviour
}

/** Decides which of several replicas gets a request. */
type Routing = (request: TargetRequest) => number

/** Returns which of `count` replicas is next, one after the other. */
function inTurn(count: number): Routing {
  let next = 0
  return () => {
    next = (next + 1) % count
    return next
  }
}

/** Returns one of `count` replicas by chance. */
function byChance(count: number, seed: number): Routing {
  let state = (seed * 7919 + 17) % 2_147_483_648
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * count)
  }
}

type Predicate = (request: TargetRequest) => boolean

function json(status: number, value: unknown): Answer {
  return { status, type: 'application/json', body: JSON.stringify(value) }
}

/** Returns the error of section 7 that the area of a request has. */
function errorFor({ path }: TargetRequest, status: number, message: string): Answer {
  if (path.startsWith('/v1beta/')) {
    const word = {
      400: 'INVALID_ARGUMENT',
      413: 'PAYLOAD_TOO_LARGE',
      429: 'RESOURCE_EXHAUSTED',
      500: 'INTERNAL',
      503: 'UNAVAILABLE',
    }[status]
    return json(status, { error: { code: status, message, status: word ?? 'INVALID_ARGUMENT' } })
  }
  if (path.startsWith('/api/')) return json(status, { code: false, success: false, message })
  const type = { 429: 'rate_limit_error', 500: 'server_error', 503: 'server_error' }[status] ?? 'invalid_request_error'
  return json(status, { error: { type, message, code: type } })
}

const text = ({ body }: TargetRequest): string => body.toString('latin1')
const has =
  (word: string): Predicate =>
  (request) =>
    text(request).includes(word)
const uses =
  (name: string): Predicate =>
  ({ body }) =>
    name in jsonOf(body)
const isPost: Predicate = ({ method }) => method === 'POST'

/** One of several replicas is older than the others, and rejects what it does not know. */
function old(
  routing: Routing,
  isUnknown: Predicate,
  isOld: (replica: number) => boolean = (one) => one === 0,
): Behaviour {
  return async (request, forward) =>
    isOld(routing(request)) && isUnknown(request)
      ? errorFor(request, 400, 'This member is not supported.')
      : forward(request)
}

/** One of several replicas is broken. */
function broken(routing: Routing, answer: (request: TargetRequest) => Answer | undefined): Behaviour {
  return async (request, forward) => (routing(request) === 0 ? answer(request) : forward(request))
}

const cut: Answer = { status: 200, type: 'application/json', body: '', raw: '' }

/** A replica waits before it answers. */
function slow(routing: Routing, milliseconds: number): Behaviour {
  return async (request, forward) => {
    if (routing(request) === 0) await wait(milliseconds)
    return forward(request)
  }
}

/** The gateway changes after so many requests. */
function changing(after: number, first: Behaviour, then: Behaviour): Behaviour {
  let count = 0
  return (request, forward) => {
    count += 1
    return (count <= after ? first : then)(request, forward)
  }
}

const serving: Behaviour = (request, forward) => forward(request)

function rejecting(isUnknown: Predicate): Behaviour {
  return old(() => 0, isUnknown)
}

/** At most so many requests are under way. */
function crowded(most: number, status: number): Behaviour {
  let active = 0
  return async (request, forward) => {
    active += 1
    try {
      return active > most ? errorFor(request, status, 'Too many requests at once.') : await forward(request)
    } finally {
      active -= 1
    }
  }
}

/** At most so many requests in each window of a tenth of a second. */
function limited(most: number): Behaviour {
  let window = 0
  let count = 0
  return (request, forward) => {
    const now = Math.floor(performance.now() / 100)
    count = now === window ? count + 1 : 1
    window = now
    return count > most ? Promise.resolve(errorFor(request, 429, 'Slow down.')) : forward(request)
  }
}

/** Replies to `GET` are cached by URL and key for so long. */
function caching(milliseconds: number, keyOf: (request: TargetRequest) => string): Behaviour {
  const kept = new Map<string, { readonly at: number; readonly answer: Answer }>()
  return async (request, forward) => {
    if (request.method !== 'GET' || !request.path.startsWith('/api/')) return forward(request)
    const known = kept.get(keyOf(request))
    if (known !== undefined && performance.now() - known.at < milliseconds) return known.answer
    const answer = await forward(request)
    if (answer.status === 200) kept.set(keyOf(request), { at: performance.now(), answer })
    return answer
  }
}

/** The totals of token usage grow with each request, and each replica knows its own share of them. */
function counting(routing: Routing, replicas: number): Behaviour {
  const used = Array.from({ length: replicas }, (_, index) => index * 10)
  return async (request, forward) => {
    const answer = await forward(request)
    const replica = routing(request)
    if (!request.path.startsWith('/api/') || answer.status !== 200) return answer
    used[replica] = (used[replica] ?? 0) + 1
    const { data, ...rest } = JSON.parse(answer.body.toString())
    const total_used = data.total_used + used[replica]
    return {
      ...answer,
      body: JSON.stringify({
        ...rest,
        data: { ...data, total_used, total_available: data.total_granted - total_used },
      }),
    }
  }
}

const tooLong: Predicate = ({ body }) => {
  const { messages, contents } = jsonOf(body)
  const turns = messages ?? contents
  return Array.isArray(turns) && turns.length > 8
}

const two = () => inTurn(2)
const three = () => inTurn(3)
const oldest = (one: number) => one !== 0

function both(first: Behaviour, second: Behaviour): Behaviour {
  return (request, forward) => first(request, (forwarded) => second(forwarded, forward) as Promise<Answer>)
}

const unknownTo: readonly (readonly [Area, string, Predicate])[] = [
  ['messages', 'thinking', uses('thinking')],
  ['messages', 'tools', uses('tools')],
  ['messages', 'images', has('"image"')],
  ['messages', 'streams', has('"stream":true')],
  ['messages', 'top_k', uses('top_k')],
  ['messages', 'cache_control', has('cache_control')],
  ['content-generation', 'safetySettings', uses('safetySettings')],
  ['content-generation', 'responseSchema', has('responseSchema')],
  ['content-generation', 'snake_case', has('generation_config')],
  ['content-generation', 'tools', uses('tools')],
  ['images', 'several images', has('"n":')],
  ['images', 'masks', has('name="mask"')],
  ['images', 'URLs', has('response_format')],
]

export const unsteady: readonly Unsteady[] = [
  ...unknownTo.map(
    ([area, name, isUnknown]): Unsteady => ({
      name: `${area}: two in turn, one does not know ${name}`,
      area,
      behaviour: () => old(two(), isUnknown),
    }),
  ),
  ...unknownTo.slice(0, 2).map(
    ([area, name, isUnknown]): Unsteady => ({
      name: `${area}: one of two by chance does not know ${name}`,
      area,
      behaviour: (seed) => old(byChance(2, seed), isUnknown),
    }),
  ),
  ...unknownTo.slice(5, 8).map(
    ([area, name, isUnknown]): Unsteady => ({
      name: `${area}: one of three does not know ${name}`,
      area,
      behaviour: () => old(three(), isUnknown),
    }),
  ),
  ...[unknownTo[0]!, unknownTo[7]!, unknownTo[9]!].map(
    ([area, name, isUnknown]): Unsteady => ({
      name: `${area}: two of three do not know ${name}`,
      area,
      behaviour: () => old(three(), isUnknown, oldest),
    }),
  ),
  {
    name: 'messages: every second request fails with 500',
    area: 'messages',
    behaviour: () => broken(two(), (request) => errorFor(request, 500, 'Failed.')),
  },
  {
    name: 'content: every second request fails with 503',
    area: 'content-generation',
    behaviour: () => broken(two(), (request) => errorFor(request, 503, 'Failed.')),
  },
  {
    name: 'images: every third request fails with 500',
    area: 'images',
    behaviour: () => broken(three(), (request) => errorFor(request, 500, 'Failed.')),
  },
  {
    name: 'token usage: every second request fails with 500',
    area: 'token-usage',
    behaviour: () => broken(two(), (request) => errorFor(request, 500, 'Failed.')),
  },
  { name: 'messages: every third connection breaks', area: 'messages', behaviour: () => broken(three(), () => cut) },
  {
    name: 'messages: a quarter fails by chance',
    area: 'messages',
    behaviour: (seed) => broken(byChance(4, seed), (request) => errorFor(request, 500, 'Failed.')),
  },
  {
    name: 'content: a third breaks by chance',
    area: 'content-generation',
    behaviour: (seed) => broken(byChance(3, seed), () => cut),
  },
  { name: 'messages: one of three is slow', area: 'messages', behaviour: () => slow(three(), 400) },
  {
    name: 'token usage: two replicas count for themselves',
    area: 'token-usage',
    behaviour: () => counting(two(), 2),
  },
  {
    name: 'token usage: three replicas count for themselves',
    area: 'token-usage',
    behaviour: () => counting(three(), 3),
  },
  {
    name: 'token usage: replicas by chance count for themselves',
    area: 'token-usage',
    behaviour: (seed) => counting(byChance(2, seed), 2),
  },
  ...[1, 3, 60].map(
    (seconds): Unsteady => ({
      name: `token usage: totals are cached for ${seconds} s by the form of the key`,
      area: 'token-usage',
      behaviour: () =>
        both(
          caching(seconds * 1000, ({ path, headers }) => `${path} ${headers.authorization}`),
          counting(() => 0, 1),
        ),
    }),
  ),
  {
    name: 'messages: bodies above 8 KB are 413',
    area: 'messages',
    behaviour: () => async (request, forward) =>
      request.body.length > 8192 ? errorFor(request, 413, 'The body is too large.') : forward(request),
  },
  {
    name: 'content: bodies above 8 KB are 413',
    area: 'content-generation',
    behaviour: () => async (request, forward) =>
      request.body.length > 8192 ? errorFor(request, 413, 'The body is too large.') : forward(request),
  },
  {
    name: 'content: two in turn, one takes eight turns at most',
    area: 'content-generation',
    behaviour: () => old(two(), tooLong),
  },
  {
    name: 'messages: max_tokens above 1100 is rejected',
    area: 'messages',
    behaviour: () => rejecting(({ body }) => Number(jsonOf(body)['max_tokens']) > 1100),
  },
  { name: 'messages: 10 requests in a tenth of a second', area: 'messages', behaviour: () => limited(10) },
  { name: 'content: two requests at once', area: 'content-generation', behaviour: () => crowded(2, 429) },
  { name: 'messages: three requests at once, else 503', area: 'messages', behaviour: () => crowded(3, 503) },
  {
    name: 'messages: a quota ends with 403',
    area: 'messages',
    behaviour: () =>
      changing(250, serving, async (request, forward) =>
        isPost(request)
          ? json(403, { error: { type: 'permission_error', message: 'The quota is used up.', code: 'quota' } })
          : forward(request),
      ),
  },
  {
    name: 'content: a quota ends with 429',
    area: 'content-generation',
    behaviour: () => changing(250, serving, async (request) => errorFor(request, 429, 'The quota is used up.')),
  },
  {
    name: 'messages: a new version takes thinking',
    area: 'messages',
    behaviour: () => changing(200, rejecting(uses('thinking')), serving),
  },
  {
    name: 'content: a new version after a break takes tools',
    area: 'content-generation',
    behaviour: () =>
      changing(
        180,
        rejecting(uses('tools')),
        changing(10, async (request) => errorFor(request, 503, 'Restarting.'), serving),
      ),
  },
  {
    name: 'messages: two in turn, one does not know thinking, and a tenth fails',
    area: 'messages',
    behaviour: (seed) =>
      both(
        broken(byChance(10, seed), (request) => errorFor(request, 500, 'Failed.')),
        old(two(), uses('thinking')),
      ),
  },
  {
    name: 'images: two in turn, one is down',
    area: 'images',
    behaviour: () => broken(two(), () => cut),
  },
  {
    name: 'messages: two in turn, one rejects invalid requests with 422',
    area: 'messages',
    behaviour: () => {
      const routing = two()
      return async (request, forward) => {
        const answer = await forward(request)
        return routing(request) === 0 && answer.status === 400 ? { ...answer, status: 422 } : answer
      }
    },
  },
]
