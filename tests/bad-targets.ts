import { type Answer, type Behaviour, startInFront, type TargetRequest } from './bad-targets/in-front.ts'
import { isMalformed, jsonOf, modelOf, type Operation } from './bad-targets/operation-of.ts'
import { acceptedAnyway, askPlainly, withKey } from './bad-targets/plain-requests.ts'
import { withoutStop } from './bad-targets/without-stop.ts'
import type { Listening } from './servers.ts'

/** The reference server behind a proxy with one defect that shows in many places. It accepts the key `test-key`. */
export interface BadTarget {
  readonly id: string
  /** The behaviour of the gateway, as the end of the sentence "a gateway that …". */
  readonly describe: string
  readonly start: () => Promise<Listening>
}

export const badTargets: readonly BadTarget[] = [
  bad('no-authentication', 'lets everybody in, whatever credential they bring', async (request, forward) => {
    const answer = await forward(request)
    return isRejectedKey(answer) ? forward(withKey(request)) : answer
  }),
  bad('openai-errors', 'answers every error with the body of another dialect', (request, forward) =>
    altered(request, forward, isRejection, ({ status }) => json(status, openAiError)),
  ),
  bad(
    'openai-chat-on-generate',
    'answers content generation with the chat reply of another dialect',
    (request, forward) =>
      altered(
        request,
        forward,
        (answer) => isAccepted(answer) && request.operation === 'content.generate',
        () => json(200, chat),
      ),
  ),
  bad(
    'html-for-unknown',
    'knows images and messages, and answers all else with its start page',
    async (request, forward) =>
      /^(images|messages)\./.test(request.operation ?? '')
        ? forward(request)
        : { status: 200, type: 'text/html', body: startPage },
  ),
  bad('edits-and-variations-absent', 'has no edits and no variations', async (request, forward) =>
    is(request, 'images.edit', 'images.variation') ? json(404, { error: { message: 'Not found' } }) : forward(request),
  ),
  bad('redirects-messages', 'has messages below another base URL, and redirects there', async (request, forward) =>
    is(request, 'messages.create', 'messages.stream')
      ? { ...json(307, {}), headers: { location: 'https://gateway.test/api/v1/messages' } }
      : forward(request),
  ),
  bad('validates-nothing', 'accepts every broken rule', async (request, forward) => {
    const answer = await forward(request)
    return isBrokenRule(request, answer) ? forward(acceptedAnyway(request)) : answer
  }),
  rejecting('rejects-with-404', 'answers every broken rule with 404', (request) => rejection(request, 404)),
  rejecting('rejects-with-405', 'answers every broken rule with 405', (request) => rejection(request, 405)),
  rejecting('rejects-with-413', 'answers every broken rule with 413', (request) => rejection(request, 413)),
  rejecting('rejects-with-422', 'answers every broken rule with 422 and the body of a framework', () =>
    json(422, { detail: [{ type: 'missing', loc: ['body'], msg: 'Field required', input: null }] }),
  ),
  rejecting('rejects-with-500', 'answers every broken rule with 500', (request) => rejection(request, 500)),
  bad('hangs-on-malformed-json', 'never answers a body that is no JSON', async (request, forward) =>
    takesJson(request) && isMalformed(request.body) ? undefined : forward(request),
  ),
  rejecting(
    'stream-errors-in-200',
    'answers a broken rule of a streaming request with 200 and an error event',
    (request) => (is(request, 'messages.stream', 'content.stream') ? errorEvent(request) : undefined),
  ),
  bad('streams-cut', 'breaks every stream off in the middle', (request, forward) =>
    altered(request, forward, isStream, ({ status, type, body }) => {
      const half = Buffer.from(body).subarray(0, Math.floor(body.length / 2))
      return { status, type, body: half, after: 'breaks off' }
    }),
  ),
  bad('streams-without-stop', 'never sends message_stop', (request, forward) =>
    altered(request, forward, isStream, (answer) => ({ ...answer, body: withoutStop(String(answer.body)) })),
  ),
  bad('streams-as-json', 'answers streaming requests with the whole reply as one JSON body', async (request, forward) =>
    forward(askPlainly(request)),
  ),
  bad(
    'query-key-rejected',
    'takes the key of content generation as a Bearer token, and not from the query',
    async (request, forward) =>
      is(request, 'content.generate', 'content.stream') && request.headers.authorization === undefined
        ? rejection(request, 401)
        : forward(request),
  ),
  bad('wants-image-model', 'wants image requests to name their model', async (request, forward) =>
    is(request, 'images.generate', 'images.edit', 'images.variation') &&
    modelOf(request.path, request.body) === undefined
      ? rejection(request, 400)
      : forward(request),
  ),
  bad('unknown-model-503', 'answers 503 for a model that it does not know', async (request, forward) => {
    const model = modelOf(request.path, request.body)
    return model === undefined || knownModels.has(model) ? forward(request) : rejection(request, 503)
  }),
  bad(
    'outage-after-unknown-model',
    'answers 503 for some time after each unknown model',
    (() => {
      let left = 0
      return async (request, forward) => {
        const model = modelOf(request.path, request.body)
        if (model !== undefined && !knownModels.has(model)) left = 4
        else if (left > 0) left -= 1
        else return forward(request)
        return rejection(request, 503)
      }
    })(),
  ),
  bad('thinking-limited', 'asks to wait for a day whenever a message is to think', async (request, forward) =>
    takesMessages(request) && Object.hasOwn(jsonOf(request.body), 'thinking')
      ? { ...rejection(request, 429), headers: { 'retry-after': '86400' } }
      : forward(request),
  ),
  bad('streams-left-open', 'leaves the connection open after the end of a stream', (request, forward) =>
    altered(
      request,
      forward,
      (answer) => isStream(answer) && takesMessages(request),
      (answer) => ({ ...answer, after: 'stays open' }),
    ),
  ),
  bad('streams-unended', 'begins each stream and never goes on', (request, forward) =>
    altered(
      request,
      forward,
      (answer) => isStream(answer) && takesMessages(request),
      (answer) => ({ ...answer, body: `${String(answer.body).split('\n\n')[0]}\n\n`, after: 'stays open' }),
    ),
  ),
  bad('streams-endless', 'repeats the first event of a stream without end', (request, forward) =>
    altered(
      request,
      forward,
      (answer) => isStream(answer) && takesMessages(request),
      (answer) => ({
        ...answer,
        body: `${String(answer.body).split('\n\n')[0]}\n\n`,
        after: 'repeats',
      }),
    ),
  ),
  bad('system-role-422', 'rejects a role in `systemInstruction` with 422', async (request, forward) => {
    const { systemInstruction, system_instruction: other } = jsonOf(request.body)
    return takesContents(request) && Object.hasOwn(Object(systemInstruction ?? other), 'role')
      ? rejection(request, 422)
      : forward(request)
  }),
  bad('role-wanted-500', 'answers 500 for content without a role', async (request, forward) => {
    const { contents } = jsonOf(request.body)
    const turns = [contents].flat().filter((turn) => typeof turn === 'object' && turn !== null && !Array.isArray(turn))
    return takesContents(request) && turns.some((turn) => !Object.hasOwn(turn as object, 'role'))
      ? rejection(request, 500)
      : forward(request)
  }),
  bad('contents-only-as-list', 'rejects a single Content object as `contents`', async (request, forward) =>
    takesContents(request) && isObject(jsonOf(request.body)['contents']) ? rejection(request, 400) : forward(request),
  ),
  bad('image-model-wanted-500', 'answers 500 for image requests that leave out the model', (request, forward) =>
    altered(
      request,
      forward,
      (answer) =>
        isAccepted(answer) && is(request, 'images.generate') && modelOf(request.path, request.body) === undefined,
      () => rejection(request, 500),
    ),
  ),
  bad('no-finish-reason', 'leaves `finishReason` out of every candidate', (request, forward) =>
    altered(
      request,
      forward,
      (answer) => takesContents(request) && isAccepted(answer),
      (answer) => ({
        ...answer,
        body: String(answer.body)
          .replaceAll(/"finishReason":"\w+",?/g, '')
          .replaceAll(',}', '}'),
      }),
    ),
  ),
  rejecting('rejects-with-402', 'answers every broken rule with 402', (request) => rejection(request, 402)),
  rejecting('rejects-with-408', 'answers every broken rule with 408', (request) => rejection(request, 408)),
  bad('no-key-302', 'redirects to a login page where there is no key at all', async (request, forward) =>
    hasNoKey(request)
      ? { status: 302, type: 'text/html', body: '', headers: { location: 'https://login.test/' } }
      : forward(request),
  ),
  bad('no-key-500', 'answers 500 where there is no key at all', async (request, forward) =>
    hasNoKey(request) ? rejection(request, 500) : forward(request),
  ),
]

function bad(id: string, describe: string, behaviour: Behaviour): BadTarget {
  return { id, describe, start: () => startInFront(behaviour) }
}

/** Makes a bad target that replaces the rejections of invalid requests, unless `reject` returns undefined. */
function rejecting(id: string, describe: string, reject: (request: TargetRequest) => Answer | undefined): BadTarget {
  return bad(id, describe, async (request, forward) => {
    const answer = await forward(request)
    return isBrokenRule(request, answer) ? (reject(request) ?? answer) : answer
  })
}

async function altered(
  request: TargetRequest,
  forward: (request: TargetRequest) => Promise<Answer>,
  when: (answer: Answer) => boolean,
  alter: (answer: Answer) => Answer,
): Promise<Answer> {
  const answer = await forward(request)
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

function is({ operation }: TargetRequest, ...operations: readonly Operation[]): boolean {
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

/**
 * Returns whether a response rejects a broken rule. The reference server uses 400 for that on every operation, and for
 * nothing else.
 */
function isBrokenRule({ operation }: TargetRequest, { status }: Answer): boolean {
  return operation !== undefined && status === 400
}

function isStream({ type }: Answer): boolean {
  return type.startsWith('text/event-stream')
}

function takesJson(request: TargetRequest): boolean {
  return is(request, 'images.generate', 'content.generate', 'content.stream', 'messages.create', 'messages.stream')
}

function takesMessages(request: TargetRequest): boolean {
  return is(request, 'messages.create', 'messages.stream')
}

function takesContents(request: TargetRequest): boolean {
  return is(request, 'content.generate', 'content.stream')
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function hasNoKey({ headers, path, operation }: TargetRequest): boolean {
  const isGiven = headers.authorization ?? headers['x-api-key'] ?? headers['x-goog-api-key']
  return operation !== undefined && isGiven === undefined && !/[?&]key=/.test(path)
}

/** Returns a rejection with the error body of the operation's area, if the specification defines one for the status. */
function rejection({ operation = 'images.generate' }: TargetRequest, status: number): Answer {
  const message = 'This is not served.'
  if (operation === 'usage.token') return json(status, { success: false, message })
  if (operation.startsWith('content.'))
    return json(status, { error: { code: status, message, status: words[status]?.[0] ?? 'UNKNOWN', details: [] } })
  const type = words[status]?.[1] ?? 'invalid_request_error'
  return json(status, { error: { type, message, code: type } })
}

/** The error words of content generation and of messages, by status. */
const words: Readonly<Record<number, readonly [string, string]>> = {
  400: ['INVALID_ARGUMENT', 'invalid_request_error'],
  401: ['UNAUTHENTICATED', 'authentication_error'],
  404: ['NOT_FOUND', 'not_found_error'],
  413: ['PAYLOAD_TOO_LARGE', 'request_too_large'],
  429: ['RESOURCE_EXHAUSTED', 'rate_limit_error'],
  500: ['INTERNAL', 'server_error'],
  503: ['UNAVAILABLE', 'overloaded_error'],
}

function errorEvent(request: TargetRequest): Answer {
  const error = jsonOf(Buffer.from(rejection(request, 400).body))
  const data = is(request, 'messages.stream') ? { type: 'error', ...error } : error
  const line = is(request, 'messages.stream') ? 'event: error\n' : ''
  return { status: 200, type: 'text/event-stream', body: `${line}data: ${JSON.stringify(data)}\n\n` }
}

function json(status: number, body: unknown): Answer {
  return { status, type: 'application/json', body: JSON.stringify(body) }
}
