import { excluded, judged, type Section } from './row.ts'

export default {
  number: '3',
  title: 'States and transitions',
  parts: [
    {
      title: 'Transitions',
      rows: [
        excluded('No transitions are specified.', 'Nothing to test.'),
        judged('Every operation is one request and one response.', [
          'content.replies-do-not-mix',
          'messages.replies-do-not-mix',
        ]),
      ],
    },
  ],
} as const satisfies Section
