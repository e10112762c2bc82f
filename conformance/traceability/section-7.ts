import { excluded, judged, type Section } from './row.ts'

export default {
  number: '7',
  title: 'Errors',
  parts: [
    {
      title: 'Token usage',
      rows: [
        judged('The body is an object with `success` false and a string `message`.', [
          'usage.error-object',
          'usage.error-success',
          'usage.error-message',
          'usage.error-content-type',
        ]),
        judged('No Authorization header: 401, `No Authorization header`.', [
          'usage.missing-credential-status',
          'usage.missing-credential-message',
        ]),
        judged('Another scheme than Bearer: 401, `Invalid Bearer token`.', [
          'usage.not-bearer-status',
          'usage.not-bearer-message',
        ]),
        judged('A token that cannot be fetched: `token not found`.', ['usage.unknown-token-body']),
        judged(
          'The status of the latter is not specified.',
          ['usage.unknown-token-status'],
          'It is only reported as information (T1).',
        ),
      ],
    },
    {
      title: 'Content generation',
      rows: [
        judged('The body is JSON with an object `error`.', [
          'content.error-json',
          'content.error-content-type',
          'content.error-object',
        ]),
        judged('`error` has an integer `code`, and strings `message` and `status`.', [
          'content.error-code',
          'content.error-message',
          'content.error-status',
        ]),
        judged('`error` has an array `details`.', ['content.error-details'], 'It may be absent (C3).'),
        judged('A detail may have `@type` and `fieldViolations`, an array of `field` and `description`.', [
          'content.error-details',
          'content.error-detail-form',
          'content.error-field-violations',
          'content.error-field-violation-members',
          'content.field-violation-names-broken',
        ]),
        excluded('A missing `contents` has such a detail, for example.', 'Details may be absent.', 'C3'),
        judged('`code` is the status.', ['content.error-code-equals-status']),
        judged('400: `INVALID_ARGUMENT`, a parameter that is invalid or malformed.', [
          'content.error-400-word',
          'content.broken-rule-invalid-argument',
          'content.malformed-json-refused',
        ]),
        judged(
          '400: `FAILED_PRECONDITION`.',
          ['content.error-400-word'],
          'No request is known that fails a precondition.',
        ),
        judged('401: `UNAUTHENTICATED`, a key that is missing, invalid or expired.', [
          'content.error-401-word',
          'content.missing-key-unauthenticated',
          'content.invalid-key-unauthenticated',
        ]),
        judged('403: `PERMISSION_DENIED`.', ['content.error-403-word'], 'A run cannot remove rights or quota.'),
        judged('404: `NOT_FOUND`, a model or resource that does not exist.', [
          'content.error-404-word',
          'content.model-unknown-refused',
          'content.unknown-model-not-found',
        ]),
        judged(
          '413: `PAYLOAD_TOO_LARGE`.',
          ['content.error-413-word', 'content.too-large-only-when-larger'],
          'The limit is not specified, so no request exceeds it.',
        ),
        judged(
          '429: `RESOURCE_EXHAUSTED`.',
          ['content.error-429-word'],
          'A run stays below rate limits and never triggers them.',
        ),
        judged('500: `INTERNAL`.', ['content.error-500-word']),
        judged('503: `UNAVAILABLE`.', ['content.error-503-word']),
        judged('504: `DEADLINE_EXCEEDED`.', ['content.error-504-word']),
      ],
    },
    {
      title: 'Messages',
      rows: [
        judged('The body is JSON with an object `error`, in a stream too.', [
          'messages.error-json',
          'messages.error-content-type',
          'messages.error-object',
          'messages.stream-error-body',
        ]),
        judged('`error` has strings `type`, `message` and `code`.', [
          'messages.error-type',
          'messages.error-message',
          'messages.error-code',
        ]),
        judged('The status is a 4xx or 5xx.', ['messages.reply-not-error']),
        judged('400: `invalid_request_error`.', ['messages.error-word-of-400', 'messages.error-status-400']),
        judged('401: `authentication_error`, a key that is missing or invalid.', [
          'messages.error-word-of-401',
          'messages.key-missing-refused',
          'messages.key-invalid-refused',
        ]),
        judged(
          '429: `rate_limit_error`.',
          ['messages.error-word-of-429'],
          'A run stays below rate limits and never triggers them.',
        ),
        judged('500: `server_error`.', ['messages.error-word-of-500']),
      ],
    },
    {
      title: 'Images',
      rows: [
        judged(
          'Status and body of an error are not specified.',
          ['images.refusal-status'],
          'The status is only reported as information (I1).',
        ),
        excluded('A prompt against the rules for content may fail.', 'Prompts of a run are harmless.', 'G13'),
        judged('A file of another format or size may fail.', [
          'images.edit-image-kind-refused',
          'images.edit-image-beyond-refused',
          'images.edit-mask-beyond-refused',
          'images.variation-image-kind-refused',
          'images.variation-image-beyond-refused',
        ]),
        judged('A key without permission may fail.', [
          'images.generate-invalid-credential-refused',
          'images.edit-invalid-credential-refused',
          'images.variation-invalid-credential-refused',
        ]),
      ],
    },
  ],
} as const satisfies Section
