import { excluded, judged, type Section } from './row.ts'

export default {
  number: '5',
  title: 'Authentication',
  parts: [
    {
      title: 'Credentials',
      rows: [
        judged('Endpoints 1 to 3: `Authorization: Bearer <API_KEY>`.', [
          'images.key-as-bearer',
          'images.generate-missing-credential-refused',
          'images.generate-invalid-credential-refused',
          'images.generate-not-bearer-refused',
          'images.edit-missing-credential-refused',
          'images.edit-invalid-credential-refused',
          'images.edit-not-bearer-refused',
          'images.variation-missing-credential-refused',
          'images.variation-invalid-credential-refused',
          'images.variation-not-bearer-refused',
          'images.credential-refusal-status',
        ]),
        judged('Endpoint 4: `Authorization: Bearer <API_KEY>`.', [
          'usage.plain-request-accepted',
          'usage.missing-credential-status',
          'usage.not-bearer-status',
          'usage.unknown-token-body',
        ]),
        judged('Endpoints 5 and 6: the query parameter `key`.', [
          'content.plain-request-accepted',
          'content.key-in-query',
          'content.missing-key-unauthenticated',
          'content.invalid-key-unauthenticated',
        ]),
        judged('Endpoint 7: the header `x-api-key`.', [
          'messages.plain-request-accepted',
          'messages.key-in-header',
          'messages.key-missing-refused',
          'messages.key-invalid-refused',
        ]),
      ],
    },
    {
      title: 'Rules',
      rows: [
        judged('1. Endpoint 4 without an Authorization header: 401, `No Authorization header`.', [
          'usage.missing-credential-status',
          'usage.missing-credential-message',
        ]),
        judged('1. Endpoint 4 with another scheme than Bearer: 401, `Invalid Bearer token`.', [
          'usage.not-bearer-status',
          'usage.not-bearer-message',
        ]),
        excluded('2. Keys come from a console, each for one workspace.', 'This is not visible in the interface.'),
        excluded(
          '3. Whether other forms of credential are accepted is not specified.',
          'The specification does not decide it.',
          'G15',
        ),
      ],
    },
  ],
} as const satisfies Section
