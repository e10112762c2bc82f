import type { Area, Profile } from '../../conformance/core/model/vocabulary.ts'

/**
 * A gateway with one to six defects, and the beginnings of the titles of its first three causes, in the order in which
 * its maintainer should repair them.
 */
export interface FirstCauses {
  readonly area: Area
  readonly faults: readonly string[]
  readonly titles: readonly string[]
  readonly profile?: Profile
}

/** The defects in the way of a whole operation or of every stream. */
const whole = {
  'messages-key-as-bearer-only': 'Rejected the valid key (401): "No key was sent."',
  'reject:messages.plain-request-accepted': 'Returned 400 for the plain request',
  'messages-html-page': 'Returned an HTML page',
  'messages-other-protocol': 'Returned an OpenAI chat completion (`choices`)',
  'messages-stream-as-json': 'Returned one JSON body for streaming requests',
  'messages-stream-no-stop': 'Stream ended without `message_stop`',
  'messages-stream-no-start': 'Event 0 is content_block_start at the start of the stream; expected message_start',
  'messages-stream-two-starts': 'Event 1 is message_start',
  'messages-stream-delta-without-start': 'Event 1 is content_block_delta',
  'messages-stream-cut': 'Sent a body that ends in the middle of its JSON',
  'reject:content.plain-request-accepted': 'Returned 400 for the plain request',
  'content-stream-500': 'Returned 500 for the plain request',
  'content-html-page': 'Returned an HTML page',
  'content-empty-reply': 'Returned JSON without the required members',
  'content-other-dialect': 'Returned an OpenAI chat completion (`choices`)',
  'content-stream-as-json': 'Returned one JSON body for streaming requests',
  'images-variation-501': 'Returned 501 for the plain request',
  'images-html': 'Returned an HTML page',
  'usage-html': 'Returned an HTML page',
} as const

/** Other defects. */
const small = {
  'messages-no-usage': 'In responses: /usage is missing',
  'messages-stream-no-usage': 'Stream has no message_delta with a usage',
  'messages-same-id': 'Id "msg_1" is not unique',
  'messages-null-text': 'In responses: /content/0/text is null, not string',
  'messages-plain-text-type': 'Sent replies with a wrong content type: content-type is text/plain',
  'messages-invalid-422': 'Returned 422 for invalid requests',
  'messages-error-html': 'Sent an HTML page as the error body',
  'messages-error-no-code': 'In error bodies: /error/code is missing',
  'messages-key-403': 'Returned 403 for requests without a valid key',
  'content-error-no-status': 'In error bodies: /error/status is missing',
  'content-error-html': 'Sent an HTML page as the error body',
  'content-index-as-text': 'In responses: /candidates/0/index is "0", not integer or null',
  'content-negative-count': 'In responses: /usageMetadata/cachedContentTokenCount must be >= 0',
  'content-stream-type-of-json': 'Sent streams with a wrong content type',
  'content-stream-invalid-in-200': 'Returned 200 with an error for invalid requests',
  'images-created-missing': 'In responses: /created is missing',
  'images-text-plain': 'Sent replies with a wrong content type: content-type is text/plain',
  'images-relative-url': 'In responses: /data/0/url',
  'usage-sum-wrong': 'total_granted is 1000000000001',
  'usage-missing-403': 'Returned 403 for requests without a valid key',
} as const

const of = { ...whole, ...small }

type Defect = keyof typeof of

/** Returns a row: the area, the defects in the order of their causes, and then those beyond the first three. */
function gateway(area: Area, first: readonly Defect[], others: readonly Defect[] = [], profile: Profile = 'smoke') {
  return { area, profile, faults: [...first, ...others].toSorted(), titles: first.map((one) => of[one]) }
}

/** A key or a plain request that is rejected stands first: one line repairs it and frees an operation. */
const freedByOneLine: readonly FirstCauses[] = [
  gateway('messages', ['messages-key-as-bearer-only']),
  gateway('messages', ['messages-key-as-bearer-only', 'messages-key-403']),
  gateway('messages', ['messages-key-as-bearer-only', 'messages-error-no-code']),
  gateway('messages', ['reject:messages.plain-request-accepted']),
  gateway('messages', ['reject:messages.plain-request-accepted', 'messages-stream-no-stop']),
  gateway('messages', ['reject:messages.plain-request-accepted', 'messages-stream-no-start']),
  gateway('messages', ['reject:messages.plain-request-accepted', 'messages-stream-two-starts', 'messages-no-usage']),
  gateway('messages', ['reject:messages.plain-request-accepted', 'messages-error-no-code']),
  gateway('messages', ['reject:messages.plain-request-accepted', 'messages-stream-as-json']),
  gateway('content-generation', ['reject:content.plain-request-accepted']),
  gateway('content-generation', ['reject:content.plain-request-accepted', 'content-stream-as-json']),
  gateway('content-generation', ['reject:content.plain-request-accepted', 'content-error-no-status']),
  gateway('content-generation', ['reject:content.plain-request-accepted', 'content-index-as-text']),
]

/** Defects that stop an operation or every stream stand before everything else. */
const stopped: readonly FirstCauses[] = [
  gateway('messages', ['messages-html-page']),
  gateway('messages', ['messages-html-page', 'messages-error-no-code']),
  gateway('messages', ['messages-html-page', 'messages-stream-no-stop', 'messages-invalid-422']),
  gateway('messages', ['messages-other-protocol', 'messages-error-html']),
  gateway('messages', ['messages-other-protocol', 'messages-stream-no-stop']),
  gateway('messages', ['messages-stream-as-json', 'messages-no-usage']),
  gateway('messages', ['messages-stream-as-json', 'messages-no-usage', 'messages-same-id']),
  gateway('messages', ['messages-stream-as-json', 'messages-error-html', 'messages-key-403']),
  gateway('messages', ['messages-stream-no-stop']),
  gateway('messages', ['messages-stream-no-stop', 'messages-error-html']),
  gateway('messages', ['messages-stream-no-stop', 'messages-no-usage', 'messages-null-text'], [], 'standard'),
  gateway('messages', ['messages-stream-no-stop', 'messages-same-id']),
  gateway('messages', ['messages-stream-no-start']),
  gateway('messages', ['messages-stream-no-start', 'messages-error-html']),
  gateway('messages', ['messages-stream-no-start', 'messages-invalid-422']),
  gateway('messages', ['messages-stream-no-start', 'messages-no-usage', 'messages-same-id']),
  gateway('messages', ['messages-stream-two-starts', 'messages-error-no-code']),
  gateway('messages', ['messages-stream-delta-without-start', 'messages-key-403']),
  gateway('messages', ['messages-stream-cut', 'messages-no-usage']),
  gateway('content-generation', ['content-stream-500']),
  gateway('content-generation', ['content-stream-500', 'content-error-html']),
  gateway('content-generation', ['content-html-page', 'content-error-no-status']),
  gateway('content-generation', ['content-html-page', 'content-stream-500']),
  gateway('content-generation', ['content-empty-reply', 'content-error-html']),
  gateway('content-generation', ['content-stream-as-json', 'content-other-dialect', 'content-error-no-status']),
  gateway('content-generation', ['content-other-dialect', 'content-stream-type-of-json']),
  gateway('content-generation', ['content-stream-as-json', 'content-index-as-text']),
  gateway('content-generation', ['content-stream-as-json', 'content-error-no-status', 'content-negative-count']),
  gateway('images', ['images-variation-501']),
  gateway('images', ['images-variation-501', 'images-created-missing']),
  gateway('images', ['images-html', 'images-variation-501']),
  gateway('token-usage', ['usage-html']),
  gateway('token-usage', ['usage-html', 'usage-missing-403']),
]

/** Among the others, the defect that explains and blocks most results stands first. */
const byResults: readonly FirstCauses[] = [
  gateway('messages', ['messages-no-usage', 'messages-same-id']),
  gateway('messages', ['messages-error-html', 'messages-same-id']),
  gateway('messages', ['messages-error-html', 'messages-null-text']),
  gateway('messages', ['messages-error-no-code', 'messages-plain-text-type']),
  gateway('messages', ['messages-key-403', 'messages-plain-text-type']),
  gateway('messages', ['messages-invalid-422', 'messages-null-text']),
  gateway('content-generation', ['content-error-no-status', 'content-index-as-text']),
  gateway('content-generation', ['content-error-html', 'content-negative-count']),
  gateway('content-generation', ['content-stream-invalid-in-200', 'content-index-as-text']),
  gateway('images', ['images-created-missing', 'images-text-plain']),
  gateway('token-usage', ['usage-sum-wrong', 'usage-missing-403']),
  gateway(
    'messages',
    ['messages-stream-no-stop', 'messages-no-usage', 'messages-error-no-code'],
    ['messages-same-id', 'messages-plain-text-type'],
    'standard',
  ),
  gateway(
    'messages',
    ['reject:messages.plain-request-accepted', 'messages-stream-no-start', 'messages-no-usage'],
    ['messages-error-no-code', 'messages-key-403', 'messages-same-id'],
    'standard',
  ),
]

export const firstCauses: readonly FirstCauses[] = [...freedByOneLine, ...stopped, ...byResults]
