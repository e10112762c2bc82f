import { expect, test } from 'vitest'
import type { Area, Profile } from '../../conformance/core/model/vocabulary.ts'
import { itemsOf, membersOf } from '../../schemas/json.ts'
import type { Behaviour } from '../bad-targets/in-front.ts'
import {
  altering,
  bareLineFeeds,
  bothLengths,
  cutShort,
  doubledComma,
  dropping,
  json,
  malformedChunks,
  notGzip,
  rejecting,
  startGateway,
  threeFacts,
  tooShort,
  twoLengths,
  unterminated,
} from '../causes/gateways.ts'
import { recordedRun } from '../recorded-run.ts'
import { untilTestEnds } from '../serve.ts'

/**
 * A gateway, and the titles of the causes that a run finds, in order. A pattern matches a title that quotes random
 * values.
 */
interface Row {
  readonly gateway: string
  readonly faults?: readonly string[]
  readonly behaviour?: Behaviour
  readonly area: Area
  readonly profile?: Profile
  readonly titles: readonly (string | RegExp)[]
}

const content = ['content.generate', 'content.stream'] as const
const messages = ['messages.create', 'messages.stream'] as const
const standard = 'standard'

const table: readonly Row[] = [
  // Transport problems.
  {
    gateway: 'both lengths on streams',
    behaviour: altering(['messages.stream'], bothLengths),
    area: 'messages',
    titles: [
      'Sent malformed HTTP: a response head with a Content-Length that breaks HTTP: both Content-Length and Transfer-Encoding, two of them, or a malformed line; expected a response that HTTP clients can read [messages.stream]',
    ],
  },
  {
    gateway: 'two lengths',
    behaviour: altering(['messages.create'], twoLengths),
    area: 'messages',
    titles: [
      'Sent malformed HTTP: a response head with a Content-Length that breaks HTTP: both Content-Length and Transfer-Encoding, two of them, or a malformed line; expected a response that HTTP clients can read [messages.create]',
    ],
  },
  {
    gateway: 'malformed chunks',
    behaviour: altering(['content.stream'], malformedChunks),
    area: 'content-generation',
    titles: [
      'Sent malformed HTTP: a malformed chunked body; expected a response that HTTP clients can read [content.stream]',
    ],
  },
  {
    gateway: 'bare line feeds',
    behaviour: altering(['content.generate'], bareLineFeeds),
    area: 'content-generation',
    titles: [
      'Sent malformed HTTP: a response head with a Content-Length that breaks HTTP: both Content-Length and Transfer-Encoding, two of them, or a malformed line; expected a response that HTTP clients can read [content.generate]',
    ],
  },
  {
    gateway: 'too short a body',
    behaviour: altering(['messages.create'], tooShort),
    area: 'messages',
    titles: [
      'Sent malformed HTTP: a body that is not as long as its Content-Length; expected a response that HTTP clients can read [messages.create]',
    ],
  },
  {
    gateway: 'not gzip',
    behaviour: altering(['usage.token'], notGzip),
    area: 'token-usage',
    titles: [
      'Sent a body that cannot be decoded: content-encoding is gzip, but the body is not valid gzip (incorrect header check); expected the encoding that the header states [usage.token]',
    ],
  },
  {
    gateway: 'streams that are not gzip',
    behaviour: altering(['messages.stream'], notGzip),
    area: 'messages',
    titles: [
      'Sent a body that cannot be decoded: content-encoding is gzip, but the body is not valid gzip (incorrect header check); expected the encoding that the header states [messages.stream]',
    ],
  },
  {
    gateway: 'both lengths on rejections',
    behaviour: rejecting(messages, bothLengths),
    area: 'messages',
    titles: [
      'Sent malformed HTTP: a response head with a Content-Length that breaks HTTP: both Content-Length and Transfer-Encoding, two of them, or a malformed line; expected a response that HTTP clients can read [messages.create, messages.stream]',
    ],
  },
  // Streams.
  {
    gateway: 'three facts of a stream',
    behaviour: altering(['messages.stream'], threeFacts),
    area: 'messages',
    titles: [
      'Event 1 is content_block_delta before the first block; expected content_block_start or message_delta. Stream ended without `message_stop` (last event: `message_delta`). [DONE] comes before message_stop; expected no [DONE] [messages.stream]',
    ],
  },
  {
    gateway: 'no message_stop',
    faults: ['messages-stream-no-stop'],
    area: 'messages',
    titles: ['Stream ended without `message_stop` (last event: `message_delta`) [messages.stream]'],
  },
  {
    gateway: '[DONE] in place of message_stop',
    faults: ['messages-stream-done-for-stop'],
    area: 'messages',
    titles: [
      'Stream ended without `message_stop` (last event: `message_delta`). [DONE] comes before message_stop; expected no [DONE] [messages.stream]',
    ],
  },
  {
    gateway: 'no block start',
    faults: ['messages-stream-delta-without-start'],
    area: 'messages',
    titles: [
      'Event 1 is content_block_delta before the first block; expected content_block_start or message_delta [messages.stream]',
    ],
  },
  {
    gateway: 'two starts and no usage',
    faults: ['messages-stream-two-starts', 'messages-stream-no-usage'],
    area: 'messages',
    titles: [
      'Event 1 is message_start before the first block; expected content_block_start or message_delta [messages.stream]',
      'Stream has no message_delta with a usage [messages.stream]',
    ],
  },
  {
    gateway: 'cut streams',
    faults: ['messages-stream-cut'],
    area: 'messages',
    titles: [
      /^Sent a body that ends in the middle of its JSON, after the \d+ bytes of its Content-Length; expected the whole body \[messages\.stream\]$/,
    ],
  },
  {
    gateway: 'streams without their last empty line',
    behaviour: altering(['messages.stream'], unterminated),
    area: 'messages',
    titles: ['Stream ends without the empty line after its last event [messages.stream]'],
  },
  {
    gateway: 'events that are not JSON',
    behaviour: altering(['messages.stream'], doubledComma),
    area: 'messages',
    titles: [
      /^Payload of event 2 is not JSON at character 31: `,"index":.+` after `\{"type":"content_block_delta",` \[messages\.stream\]$/,
    ],
  },
  {
    gateway: 'bodies as long as their Content-Length, but cut',
    behaviour: altering(['messages.create'], cutShort),
    area: 'messages',
    titles: [
      'Sent a body that ends in the middle of its JSON, after the 60 bytes of its Content-Length; expected the whole body [messages.create]',
    ],
  },
  {
    gateway: 'streams as JSON',
    faults: ['content-stream-as-json'],
    area: 'content-generation',
    titles: ['Returned one JSON body for streaming requests; expected an event stream [content.stream]'],
  },
  // Members without effect.
  {
    gateway: 'toolConfig dropped',
    behaviour: dropping('toolConfig', 'tool_config'),
    area: 'content-generation',
    profile: standard,
    titles: [
      /^(?=.*\bResponse calls \S+; expected no function call)`toolConfig` has no effect\..* \[content\.generate, content\.stream\]$/,
    ],
  },
  {
    gateway: 'tool_choice dropped',
    behaviour: dropping('tool_choice'),
    area: 'messages',
    profile: standard,
    titles: [
      /^`tool_choice` has no effect\. Response uses .+; expected .+ tool_use block.* \[messages\.create, messages\.stream\]$/,
    ],
  },
  {
    gateway: 'stop_sequences dropped',
    behaviour: dropping('stop_sequences'),
    area: 'messages',
    profile: standard,
    titles: [
      /^Accepted \(200\) stop_sequences\S* (?:\S+|that is an? \w+); the type must be (?:array|string)\. Accepted \(200\) stop_sequences\S* (?:\S+|that is an? \w+); the type must be (?:array|string) \[messages\.create, messages\.stream\]$/,
    ],
  },
  {
    gateway: 'one spelling of toolConfig dropped',
    behaviour: dropping('tool_config'),
    area: 'content-generation',
    profile: standard,
    titles: [
      /^`tool_config` has no effect, unlike `toolConfig`\. .*Response calls .* \[content\.generate, content\.stream\]$/,
    ],
  },
  {
    gateway: 'n dropped',
    behaviour: dropping('n'),
    area: 'images',
    profile: standard,
    titles: [/^`n` has no effect\. 1 image for n = (\d+); expected \1 \[images\.generate\]$/],
  },
  {
    gateway: 'mode NONE ignored',
    faults: ['content-none-ignored'],
    area: 'content-generation',
    profile: standard,
    titles: [
      /^`toolConfig` is not obeyed(?: in \d+ of \d+ responses)?\. Response calls \S+; expected no function call \[content\.generate\]$/,
    ],
  },
  // Replies.
  {
    gateway: 'no usage',
    faults: ['messages-no-usage', 'messages-stream-no-usage'],
    area: 'messages',
    titles: [
      'Stream has no message_delta with a usage [messages.stream]',
      'In responses: /usage is missing [messages.create]',
    ],
  },
  {
    gateway: 'one id',
    faults: ['messages-same-id', 'messages-stream-same-id'],
    area: 'messages',
    titles: [/^Id "msg_1" is not unique; messages\.\S+ has it too \[messages\.create, messages\.stream\]$/],
  },
  {
    gateway: 'counts as text',
    faults: ['messages-stream-counts-as-text-inside'],
    area: 'messages',
    titles: [
      /^input_tokens is "\d+"; expected an integer\. output_tokens is "\d+"; expected an integer \[messages\.stream\]$/,
    ],
  },
  {
    gateway: 'no text',
    faults: ['messages-null-text'],
    area: 'messages',
    titles: ['In responses: /content/0/text is null, not string [messages.create]'],
  },
  {
    gateway: 'chat completion',
    faults: ['content-other-dialect'],
    area: 'content-generation',
    titles: [
      'Returned an OpenAI chat completion (`choices`); expected a response of content generation, with `candidates` [content.generate]',
    ],
  },
  {
    gateway: 'empty replies',
    faults: ['content-empty-reply'],
    area: 'content-generation',
    titles: [
      'Returned JSON without the required members; expected a response of content generation, with `candidates` [content.generate]',
    ],
  },
  {
    gateway: 'HTML replies',
    faults: ['usage-html'],
    area: 'token-usage',
    titles: ['Returned an HTML page; expected an object with `code`, `message` and `data` [usage.token]'],
  },
  {
    gateway: 'figures that do not add up',
    faults: ['usage-sum-wrong'],
    area: 'token-usage',
    titles: [
      'total_granted is 1000000000001, but 0 used and 1000000000000 available make 1000000000000; expected 1000000000000 [usage.token]',
    ],
  },
  {
    gateway: 'expiry in milliseconds',
    faults: ['usage-expires-milliseconds', 'usage-granted-string'],
    area: 'token-usage',
    titles: [
      'expires_at is 1900000000000, neither 0 nor a Unix time in seconds; expected 0, or 10^9 to below 10^12. In responses: /data/total_granted is "1000000000000", not integer [usage.token]',
    ],
  },
  {
    gateway: 'ascending log probabilities',
    faults: ['content-logprobs-ascending'],
    area: 'content-generation',
    profile: standard,
    titles: [
      /^Log probability -\d\.\d+ follows -\d\.\d+; expected descending order \[content\.generate, content\.stream\]$/,
    ],
  },
  {
    gateway: 'no created and a status of 201',
    faults: ['images-created-missing', 'images-201'],
    area: 'images',
    titles: ['In responses: /created is missing [images.generate, images.edit, images.variation]'],
  },
  {
    gateway: 'plain text type',
    faults: ['images-text-plain'],
    area: 'images',
    titles: ['Sent replies with a wrong content type: content-type is text/plain [images.generate]'],
  },
  // Rejections.
  {
    gateway: '422',
    faults: ['messages-invalid-422'],
    area: 'messages',
    titles: ['Returned 422 for invalid requests; expected 400 [messages.create, messages.stream]'],
  },
  {
    gateway: '422 of FastAPI',
    behaviour: rejecting(content, () => json(422, { detail: [] })),
    area: 'content-generation',
    titles: [
      'Returned 422 and a FastAPI body (`detail`) for invalid requests; expected 400 [content.generate, content.stream]',
    ],
  },
  {
    gateway: 'HTML errors',
    faults: ['messages-error-html'],
    area: 'messages',
    titles: [
      'Sent an HTML page as the error body; expected `{error: {type, message, code}}` [messages.create, messages.stream]',
    ],
  },
  {
    gateway: 'errors in 200',
    faults: ['content-stream-invalid-in-200'],
    area: 'content-generation',
    titles: [
      'Returned 200 with an error for invalid requests and requests without a valid key; expected a 4xx status [content.stream]',
    ],
  },
  {
    gateway: 'errors without code',
    faults: ['messages-error-no-code', 'messages-400-other-word'],
    area: 'messages',
    titles: [
      'In error bodies: /error/code is missing. error.type is "bad_request" with status 400; expected invalid_request_error [messages.create, messages.stream]',
    ],
  },
  {
    gateway: 'max_tokens may be missing',
    faults: ['overlook:messages.max-tokens-missing-rejected'],
    area: 'messages',
    profile: standard,
    titles: [
      'Accepted (200) a request without the required `max_tokens`; expected 4xx [messages.create, messages.stream]',
    ],
  },
  {
    gateway: 'lenient about three members',
    faults: [
      'overlook:messages.max-tokens-missing-rejected',
      'overlook:messages.role-unknown-rejected',
      'overlook:messages.temperature-beyond-rejected',
    ],
    area: 'messages',
    profile: standard,
    titles: [
      /^(?=.*Accepted \(200\) a request without the required `max_tokens`; expected 4xx)(?=.*Accepted \(200\) messages\[\d+\]\.role "[\w-]+"; the allowed values are "user", "assistant")(?=.*Accepted \(200\) temperature \d+; the maximum is 1).* \[messages\.create, messages\.stream\]$/,
    ],
  },
  {
    gateway: 'ids collide on invalid requests',
    behaviour: async (request, forward) => {
      const { max_tokens: limit, ...members } = jsonBody(request.body)
      if (limit !== undefined || members['model'] === undefined) return forward(request)
      const answer = await forward({
        ...request,
        body: Buffer.from(JSON.stringify({ ...members, max_tokens: 100_000 })),
      })
      return { ...answer, body: String(answer.body).replaceAll(/"id":"msg[^"]*"/g, '"id":"msg_same"') }
    },
    area: 'messages',
    profile: standard,
    titles: [
      'Accepted (200) a request without the required `max_tokens`; expected 4xx [messages.create, messages.stream]',
      /^Id "msg_same" is not unique; messages\.(?:create|stream)\/violation\/\d+-max-tokens-missing-rejected has it too \[messages\.(?:create, messages\.)?stream\]$/,
    ],
  },
  {
    gateway: '500 for lists of blocks',
    behaviour: (request, forward) =>
      [jsonBody(request.body)['messages']].flat().some((message) => Array.isArray(Object(message).content))
        ? Promise.resolve(json(500, { error: { type: 'server_error', message: 'Not made yet.', code: 'internal' } }))
        : forward(request),
    area: 'messages',
    profile: standard,
    titles: [
      /^Returned 500 on every attempt \("Not made yet\."\) for a valid request with messages\[\d+\]\.content\[0\]; expected a 2xx status.* \[messages\.create, messages\.stream\]$/,
    ],
  },
  {
    gateway: 'text only in results of tools',
    behaviour: (request, forward) =>
      itemsOf(jsonBody(request.body)['messages'])
        .flatMap((message) => itemsOf(membersOf(message)['content']))
        .some((block) => itemsOf(membersOf(block)['content']).some((inner) => membersOf(inner)['type'] === 'image'))
        ? Promise.resolve(json(400, { error: { type: 'invalid_request_error', message: 'Text only.', code: 'text' } }))
        : forward(request),
    area: 'messages',
    profile: standard,
    titles: [
      /^Rejected \(400: "Text only\."\) a valid request with messages\[\d+\]\.content\[0\]\.content\[\d+\] of type "image"; expected a 2xx status/,
    ],
  },
  // Keys.
  {
    gateway: '403 for keys',
    faults: ['messages-key-403'],
    area: 'messages',
    titles: ['Returned 403 for requests without a valid key; expected 401 [messages.create, messages.stream]'],
  },
  {
    gateway: 'key as Bearer only',
    faults: ['messages-key-as-bearer-only'],
    area: 'messages',
    titles: ['Rejected the valid key (401): "No key was sent."; expected 2xx [messages.create, messages.stream]'],
  },
  {
    gateway: 'wrong words for a missing key',
    faults: ['usage-missing-403', 'usage-unknown-200'],
    area: 'token-usage',
    profile: standard,
    titles: ['Returned 403 for requests without a valid key; expected 401 [usage.token]'],
  },
  // Operations and features.
  {
    gateway: 'no streams',
    faults: ['content-stream-500'],
    area: 'content-generation',
    titles: [
      'Returned 500 for the plain request, which has only the required members: "Not made yet."; expected 2xx [content.stream]',
    ],
  },
  {
    gateway: 'no variations',
    faults: ['images-variation-501'],
    area: 'images',
    titles: [
      'Returned 501 for the plain request, which has only the required members; expected 2xx [images.variation]',
    ],
  },
  {
    gateway: 'role of the system instruction',
    faults: ['reject:content.system-instruction-role-accepted'],
    area: 'content-generation',
    profile: standard,
    titles: [
      /^Rejected \(400: "The request is invalid\."\) a valid request with system(_i|I)nstruction\.role; expected a 2xx status \[content\.generate, content\.stream\]$/,
    ],
  },
  {
    gateway: 'top_k refused',
    faults: ['reject:messages.top-k-accepted'],
    area: 'messages',
    profile: standard,
    titles: [
      'Rejected (400: "The request is invalid.") a valid request with top_k; expected a 2xx status [messages.create, messages.stream]',
    ],
  },
  // Several defects at once.
  {
    gateway: 'six defects',
    faults: [
      'messages-invalid-422',
      'messages-no-usage',
      'messages-stream-no-stop',
      'messages-key-403',
      'messages-error-no-code',
      'overlook:messages.max-tokens-missing-rejected',
    ],
    area: 'messages',
    profile: standard,
    titles: [
      'Stream ended without `message_stop` (last event: `message_delta`) [messages.stream]',
      'In responses: /usage is missing [messages.create]',
      'In error bodies: /error/code is missing [messages.create, messages.stream]',
      'Returned 403 for requests without a valid key; expected 401 [messages.create, messages.stream]',
      'Accepted (200) a request without the required `max_tokens`; expected 4xx [messages.create, messages.stream]',
      'Returned 422 for invalid requests; expected 400 [messages.create, messages.stream]',
    ],
  },
  {
    gateway: 'no streams beside small defects',
    faults: ['content-stream-500', 'content-index-as-text', 'content-negative-count', 'content-error-no-status'],
    area: 'content-generation',
    titles: [
      'Returned 500 for the plain request, which has only the required members: "Not made yet."; expected 2xx [content.stream]',
      'In error bodies: /error/status is missing [content.generate, content.stream]',
      'In responses: /candidates/0/index is "0", not integer or null [content.generate]',
      'In responses: /usageMetadata/cachedContentTokenCount must be >= 0 [content.generate]',
    ],
  },
]

function jsonBody(body: Buffer): Record<string, unknown> {
  try {
    return Object(JSON.parse(String(body)))
  } catch {
    return {}
  }
}

test.each(table)('$gateway', async ({ faults = [], behaviour, area, profile = 'smoke', titles }) => {
  const { url } = await untilTestEnds(startGateway(faults, behaviour))
  const { report } = await recordedRun({ url, areas: [area], profile })
  expect(report.causes.map(({ title }) => title)).toEqual(
    titles.map((title) => (typeof title === 'string' ? title : expect.stringMatching(title))),
  )
})
