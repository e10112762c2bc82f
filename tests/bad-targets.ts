import { type Answer, type Ask, type Behaviour, startInFront } from './bad-targets/in-front.ts'
import { isMalformed, jsonOf, modelOf, type Operation } from './bad-targets/operation-of.ts'
import { acceptedAnyway, askPlainly, withKey } from './bad-targets/plain-requests.ts'
import { withoutStop } from './bad-targets/without-stop.ts'
import type { Listening } from './servers.ts'

/** A gateway with one defect that shows in many places; in all else it is the reference server, with the key `test-key`. */
export interface BadTarget {
  readonly id: string
  /** What it does, as the end of "a gateway that …". */
  readonly describe: string
  readonly start: () => Promise<Listening>
}

/** Every bad target there is. */
export const badTargets: readonly BadTarget[] = [
  bad('no-authentication', 'lets everybody in, whatever credential they bring', async (ask, forward) => {
    const answer = await forward(ask)
    return isRejectedKey(answer) ? forward(withKey(ask)) : answer
  }),
  bad('openai-errors', 'answers every error with the body of another dialect', (ask, forward) =>
    altered(ask, forward, isRejection, ({ status }) => json(status, openAiError)),
  ),
  bad('openai-chat-on-generate', 'answers content generation with the chat reply of another dialect', (ask, forward) =>
    altered(
      ask,
      forward,
      (answer) => isAccepted(answer) && ask.operation === 'content.generate',
      () => json(200, chat),
    ),
  ),
  bad(
    'html-for-unknown',
    'knows images and messages, and answers all else with its start page',
    async (ask, forward) =>
      /^(images|messages)\./.test(ask.operation ?? '')
        ? forward(ask)
        : { status: 200, type: 'text/html', body: startPage },
  ),
  bad('edits-and-variations-absent', 'has no edits and no variations', async (ask, forward) =>
    is(ask, 'images.edit', 'images.variation') ? json(404, { error: { message: 'Not found' } }) : forward(ask),
  ),
  bad('validates-nothing', 'accepts every broken rule', async (ask, forward) => {
    const answer = await forward(ask)
    return isBrokenRule(ask, answer) ? forward(acceptedAnyway(ask)) : answer
  }),
  rejecting('rejects-with-404', 'answers every broken rule with 404', (ask) => rejection(ask, 404)),
  rejecting('rejects-with-405', 'answers every broken rule with 405', (ask) => rejection(ask, 405)),
  rejecting('rejects-with-413', 'answers every broken rule with 413', (ask) => rejection(ask, 413)),
  rejecting('rejects-with-422', 'answers every broken rule with 422 and the body of a framework', () =>
    json(422, { detail: [{ type: 'missing', loc: ['body'], msg: 'Field required', input: null }] }),
  ),
  rejecting('rejects-with-500', 'answers every broken rule with 500', (ask) => rejection(ask, 500)),
  bad('hangs-on-malformed-json', 'never answers a body that is no JSON', async (ask, forward) =>
    takesJson(ask) && isMalformed(ask.body) ? undefined : forward(ask),
  ),
  rejecting(
    'stream-errors-in-200',
    'answers a broken rule of a streaming request with 200 and an error event',
    (ask) => (is(ask, 'messages.stream', 'content.stream') ? errorEvent(ask) : undefined),
  ),
  bad('streams-cut', 'breaks every stream off in the middle', (ask, forward) =>
    altered(ask, forward, isStream, ({ status, type, body }) => {
      const half = Buffer.from(body).subarray(0, Math.floor(body.length / 2))
      return { status, type, body: half, breaksOff: true }
    }),
  ),
  bad('streams-without-stop', 'never sends message_stop', (ask, forward) =>
    altered(ask, forward, isStream, (answer) => ({ ...answer, body: withoutStop(String(answer.body)) })),
  ),
  bad('streams-as-json', 'answers streaming requests with the whole reply as one JSON body', async (ask, forward) =>
    forward(askPlainly(ask)),
  ),
  bad(
    'query-key-rejected',
    'takes the key of content generation as a Bearer token, and not from the query',
    async (ask, forward) =>
      is(ask, 'content.generate', 'content.stream') && ask.headers.authorization === undefined
        ? rejection(ask, 401)
        : forward(ask),
  ),
  bad('wants-image-model', 'wants image requests to name their model', async (ask, forward) =>
    is(ask, 'images.generate', 'images.edit', 'images.variation') && modelOf(ask.path, ask.body) === undefined
      ? rejection(ask, 400)
      : forward(ask),
  ),
  bad('unknown-model-503', 'answers 503 for a model that it does not know', async (ask, forward) => {
    const model = modelOf(ask.path, ask.body)
    return model === undefined || knownModels.has(model) ? forward(ask) : rejection(ask, 503)
  }),
  bad('no-key-500', 'answers 500 where there is no key at all', async (ask, forward) =>
    hasNoKey(ask) ? rejection(ask, 500) : forward(ask),
  ),
]

function bad(id: string, describe: string, behaviour: Behaviour): BadTarget {
  return { id, describe, start: () => startInFront(behaviour) }
}

/** A bad target that answers broken rules in its own way, where it has one. */
function rejecting(id: string, describe: string, reject: (ask: Ask) => Answer | undefined): BadTarget {
  return bad(id, describe, async (ask, forward) => {
    const answer = await forward(ask)
    return isBrokenRule(ask, answer) ? (reject(ask) ?? answer) : answer
  })
}

async function altered(
  ask: Ask,
  forward: (ask: Ask) => Promise<Answer>,
  when: (answer: Answer) => boolean,
  alter: (answer: Answer) => Answer,
): Promise<Answer> {
  const answer = await forward(ask)
  return when(answer) ? alter(answer) : answer
}

const knownModels = new Set('image-model-1 image-model-2 image-model-multi content-model-1 messages-model-1'.split(' '))
const openAiError = { error: { message: 'No.', type: 'invalid_request_error', param: null, code: null } }
const startPage = '<!doctype html><title>Console</title><div id="root"></div>'
const chat = {
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1_700_000_000,
  model: 'chat-model',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Blue.' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 4, completion_tokens: 2, total_tokens: 6 },
}

function is({ operation }: Ask, ...operations: readonly Operation[]): boolean {
  return operation !== undefined && operations.includes(operation)
}

function isAccepted({ status }: Answer): boolean {
  return status < 300
}

function isRejection({ status }: Answer): boolean {
  return status >= 400
}

function isRejectedKey({ status, body }: Answer): boolean {
  return status === 401 || String(body).includes('token not found')
}

/** The reference server rejects a broken rule with 400, whatever the operation, and nothing else with it. */
function isBrokenRule({ operation }: Ask, { status }: Answer): boolean {
  return operation !== undefined && status === 400
}

function isStream({ type }: Answer): boolean {
  return type.startsWith('text/event-stream')
}

function takesJson(ask: Ask): boolean {
  return is(ask, 'images.generate', 'content.generate', 'content.stream', 'messages.create', 'messages.stream')
}

function hasNoKey({ headers, path, operation }: Ask): boolean {
  const isGiven = headers.authorization ?? headers['x-api-key'] ?? headers['x-goog-api-key']
  return operation !== undefined && isGiven === undefined && !/[?&]key=/.test(path)
}

/** A rejection in the area's own words, as far as the specification has one for the status. */
function rejection({ operation = 'images.generate' }: Ask, status: number): Answer {
  const message = 'This is not served.'
  if (operation === 'usage.token') return json(status, { success: false, message })
  if (operation.startsWith('content.'))
    return json(status, { error: { code: status, message, status: words[status]?.[0] ?? 'UNKNOWN', details: [] } })
  const type = words[status]?.[1] ?? 'invalid_request_error'
  return json(status, { error: { type, message, code: type } })
}

/** The words of content generation and of messages for a status. */
const words: Readonly<Record<number, readonly [string, string]>> = {
  400: ['INVALID_ARGUMENT', 'invalid_request_error'],
  401: ['UNAUTHENTICATED', 'authentication_error'],
  404: ['NOT_FOUND', 'not_found_error'],
  413: ['PAYLOAD_TOO_LARGE', 'request_too_large'],
  500: ['INTERNAL', 'server_error'],
  503: ['UNAVAILABLE', 'overloaded_error'],
}

function errorEvent(ask: Ask): Answer {
  const error = jsonOf(Buffer.from(rejection(ask, 400).body))
  const data = is(ask, 'messages.stream') ? { type: 'error', ...error } : error
  const line = is(ask, 'messages.stream') ? 'event: error\n' : ''
  return { status: 200, type: 'text/event-stream', body: `${line}data: ${JSON.stringify(data)}\n\n` }
}

function json(status: number, body: unknown): Answer {
  return { status, type: 'application/json', body: JSON.stringify(body) }
}
