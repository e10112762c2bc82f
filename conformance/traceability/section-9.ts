import { excluded, judged, type Section } from './row.ts'

export default {
  number: '9',
  title: 'Versioning',
  parts: [
    {
      title: 'Rules',
      rows: [
        judged(
          '1. Routes: images under `/v1`, token usage under `/api`, messages under `/v1`, content generation under `/v1beta`.',
          [
            'images.generate-plain-request-accepted',
            'usage.plain-request-accepted',
            'messages.plain-request-accepted',
            'content.plain-request-accepted',
          ],
        ),
        judged('2. Endpoint 7 requires the header `provider-version`, for example `2023-06-01`.', [
          'messages.version-missing-refused',
          'messages.plain-request-accepted',
        ]),
        judged(
          '2. The header `provider-beta` is optional: a list with commas, or repeated.',
          ['messages.beta-forms-agree'],
          'Its values are not specified: only configured ones are sent (M6).',
        ),
        excluded(
          '3. Existing versions, and when they end, are not specified.',
          'The specification does not decide it.',
          'M6',
        ),
      ],
    },
  ],
} as const satisfies Section
