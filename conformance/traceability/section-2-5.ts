import { judged, type Section } from './row.ts'

export default {
  number: '2.5',
  title: 'Token usage response',
  parts: [
    {
      title: 'Success envelope',
      rows: [
        judged('A success is an object with this envelope.', ['usage.reply-object', 'usage.reply-envelope']),
        judged('`code` is a boolean, true on success.', ['usage.reply-code']),
        judged('`message` is a string, `ok` on success.', ['usage.reply-message']),
        judged('`data` is an object.', ['usage.reply-data']),
      ],
    },
    {
      title: 'data',
      rows: [
        judged('`object` is always `token_usage`.', ['usage.reply-data-object']),
        judged('`name` is a string, the name of the token.', ['usage.reply-name']),
        judged('`total_granted` is an integer.', ['usage.reply-total-granted']),
        judged('`total_granted` is `total_used` and `total_available` together.', ['usage.totals-add-up']),
        judged(
          '`total_used` is an integer, the quota that is used.',
          ['usage.reply-total-used'],
          'How and when totals change is unspecified (T3).',
        ),
        judged('`total_available` is an integer, the quota that remains.', ['usage.reply-total-available']),
        judged('`unlimited_quota` is a boolean.', ['usage.reply-unlimited-quota']),
        judged('`model_limits` is an object from model names to booleans.', [
          'usage.reply-model-limits',
          'usage.reply-model-limits-values',
        ]),
        judged('`model_limits_enabled` is a boolean.', ['usage.reply-model-limits-enabled']),
        judged('`expires_at` is an integer.', ['usage.reply-expires-at']),
        judged('`expires_at` is a Unix time in seconds; 0 means never, and a stored -1 is given as 0.', [
          'usage.expires-at-in-seconds',
        ]),
      ],
    },
  ],
} as const satisfies Section
