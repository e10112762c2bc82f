import { excluded, judged, type Part } from '../row.ts'

export default {
  title: 'Messages',
  rows: [
    judged('A message is an object.', ['messages.message-type-refused']),
    judged('`role` is a required string: `user` or `assistant`.', [
      'messages.assistant-turn-accepted',
      'messages.role-missing-refused',
      'messages.role-type-refused',
      'messages.role-unknown-refused',
    ]),
    judged('There is no role `system`.', ['messages.role-system-refused']),
    judged('Roles take turns.', ['messages.assistant-turn-accepted']),
    judged(
      'Messages of the same role may follow each other and make one turn.',
      ['messages.same-role-turns-accepted'],
      'That they are merged cannot be observed (M7).',
    ),
    judged(
      'The last message may be of the assistant, and the reply goes on from there.',
      ['messages.prefill-accepted'],
      'How the response continues depends on the model (M7).',
    ),
    judged('`content` is a string or an array of content blocks.', [
      'messages.several-text-blocks-accepted',
      'messages.content-missing-refused',
      'messages.content-type-refused',
      'messages.block-type-refused',
    ]),
    judged('A string is short for one `text` block.', [
      'messages.plain-request-accepted',
      'messages.text-block-accepted',
    ]),
    excluded(
      'A conversation begins with the user and has a message at least.',
      'The specification does not say so: both are unspecified.',
      'G16',
    ),
  ],
} as const satisfies Part
